//go:build !linux

package sqldb

import "os"

// syncFile waits until a file's content is on disk.
func syncFile(file *os.File) error { return file.Sync() }
