package fault

import (
	"fmt"
	"runtime/debug"
)

// PanicError is what a panic becomes where the program must go on.
type PanicError struct {
	Reason any
	Stack  string
}

// Error names the reason; the stack is for the log.
func (p *PanicError) Error() string { return fmt.Sprintf("panic: %v", p.Reason) }

// Protect turns a panic of some work into a PanicError: one mistake must not end the
// program, and with it the work of all others.
func Protect(work func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = &PanicError{Reason: reason, Stack: string(debug.Stack())}
		}
	}()
	return work()
}
