//go:build unix

package app

import "syscall"

// keepPrivate lets nobody but the program's user read the files it makes: the
// books, their copies and the keys.
func keepPrivate() { syscall.Umask(0o077) }
