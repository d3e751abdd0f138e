//go:build unix && !linux

package kit

import "syscall"

// redirect makes descriptor to lead where from leads.
func redirect(from, to int) error { return syscall.Dup2(from, to) }
