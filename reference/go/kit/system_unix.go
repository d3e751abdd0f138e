//go:build unix

package kit

import (
	"fmt"
	"os"
	"syscall"
)

// takeStdout duplicates descriptor 1 for the protocol and points descriptor 1
// at standard error. That catches what C code and child processes print, too,
// which setting os.Stdout would not.
func takeStdout() (*os.File, error) {
	private, err := syscall.Dup(1)
	if err != nil {
		return nil, fmt.Errorf("kit: duplicate standard output: %w", err)
	}
	syscall.CloseOnExec(private)
	if err := redirect(2, 1); err != nil {
		return nil, fmt.Errorf("kit: point standard output at standard error: %w", err)
	}
	return os.NewFile(uintptr(private), "protocol"), nil
}

// cpuTime is the CPU time that this process has used, in nanoseconds.
func cpuTime() (ns int64, ok bool) {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0, false
	}
	return used.Utime.Nano() + used.Stime.Nano(), true
}
