module toolcallharness/fakes

go 1.22

require toolcallharness/reference v0.0.0

replace toolcallharness/reference => ../../../reference/go
