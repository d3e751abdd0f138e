module toolcallharness/reference

go 1.22
