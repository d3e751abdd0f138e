package kit

import "syscall"

// redirect makes descriptor to lead where from leads. Some Linux platforms
// have no dup2, all have dup3.
func redirect(from, to int) error { return syscall.Dup3(from, to, 0) }
