package sqldb

import (
	"os"
	"syscall"
)

// syncFile waits until a file's content is on disk. Its times may be lost,
// which saves the file system a journal entry of its own.
func syncFile(file *os.File) error {
	for {
		if err := syscall.Fdatasync(int(file.Fd())); err != syscall.EINTR {
			return err
		}
	}
}
