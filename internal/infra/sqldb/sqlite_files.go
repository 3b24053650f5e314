package sqldb

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
	"zombiezen.com/go/sqlite"
)

const (
	// The log's index, shared by all connections, promises to keep its format
	// too: behind two copies of a header it says how much of the log was copied.
	indexPart      = 32 << 10
	indexCopied    = 96
	checkpointLock = 1
)

var errNoFiles = errors.New("the engine's file system cannot be used")

// sqliteFiles is a file system for one connection: the engine's own, with its
// log written through a logBuffer, and with a way to wait for the database
// file's disk without a checkpoint.
type sqliteFiles struct {
	name string
	tls  *libc.TLS
	// memory is what the engine gets to see: its file system with another
	// open, and room for its answers. It is no memory of Go's, which checks
	// how it is pointed to.
	memory *filesMemory
	// open keeps alive what only the engine refers to.
	open openFile
	// database is the open database file.
	database uintptr
	log      *logBuffer
}

type filesMemory struct {
	own lib.Tsqlite3_vfs
	// index is where the log's index is.
	index uintptr
	log   logMemory
}

// These are how the engine calls a file system and its files.
type (
	openFile  = func(tls *libc.TLS, files, name, file uintptr, flags int32, outFlags uintptr) int32
	moveBytes = func(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32
	cutFile   = func(tls *libc.TLS, file uintptr, size int64) int32
	syncFlags = func(tls *libc.TLS, file uintptr, flags int32) int32
	askSize   = func(tls *libc.TLS, file, size uintptr) int32
	endFile   = func(tls *libc.TLS, file uintptr) int32
	mapIndex  = func(tls *libc.TLS, file uintptr, part, size, extend int32, start uintptr) int32
	lockIndex = func(tls *libc.TLS, file uintptr, first, n, flags int32) int32
)

// newSQLiteFiles makes the file system known to the engine; close forgets it.
func newSQLiteFiles() (*sqliteFiles, error) {
	f := &sqliteFiles{tls: libc.NewTLS()}
	base := lib.Xsqlite3_vfs_find(f.tls, 0)
	memory := libc.Xcalloc(f.tls, 1, libc.Tsize_t(unsafe.Sizeof(filesMemory{})))
	if base == 0 || memory == 0 {
		f.free()
		return nil, errNoFiles
	}
	f.memory = at[filesMemory](memory)
	f.log = &logBuffer{logMemory: &f.memory.log}
	f.name = fmt.Sprintf("etld-%x", memory)
	own := &f.memory.own
	*own = *at[lib.Tsqlite3_vfs](base)
	open := function[openFile](own.FxOpen)
	f.open = func(tls *libc.TLS, _, path, file uintptr, flags int32, outFlags uintptr) int32 {
		code := open(tls, base, path, file, flags, outFlags)
		switch {
		case code != lib.SQLITE_OK:
		case flags&lib.SQLITE_OPEN_MAIN_DB != 0:
			f.database = file
		case flags&lib.SQLITE_OPEN_WAL != 0:
			f.log.takeOver(at[lib.Tsqlite3_file](file))
		}
		return code
	}
	var err error
	own.FpNext, own.FxOpen = 0, pointer(&f.open)
	if own.FzName, err = libc.CString(f.name); err != nil {
		f.free()
		return nil, err
	}
	if code := lib.Xsqlite3_vfs_register(f.tls, addressOf(own), 0); code != lib.SQLITE_OK {
		f.free()
		return nil, errors.Join(errNoFiles, sqlite.ResultCode(code).ToError())
	}
	return f, nil
}

// uri names a database file so that it is opened through this file system.
func (f *sqliteFiles) uri(path string) string {
	if !strings.HasPrefix(path, "file:") {
		path = "file:" + (&url.URL{Path: filepath.ToSlash(filepath.Clean(path))}).EscapedPath()
	}
	if strings.Contains(path, "?") {
		return path + "&vfs=" + f.name
	}
	return path + "?vfs=" + f.name
}

// syncDatabase waits until the database file is on disk. It asks the engine's
// file: one of our own would give up the engine's locks when it is closed.
// Nobody may use the connection meanwhile.
func (f *sqliteFiles) syncDatabase() error {
	sync := function[syncFlags](f.methods().FxSync)
	return sqlite.ResultCode(sync(f.tls, f.database, lib.SQLITE_SYNC_NORMAL|lib.SQLITE_SYNC_DATAONLY)).ToError()
}

// forgetCopies makes the next checkpoint copy the whole log again. Nobody may
// use the connection meanwhile.
func (f *sqliteFiles) forgetCopies() error {
	mapped, lock := function[mapIndex](f.methods().FxShmMap), function[lockIndex](f.methods().FxShmLock)
	if err := sqlite.ResultCode(mapped(f.tls, f.database, 0, indexPart, 0, addressOf(&f.memory.index))).ToError(); err != nil {
		return err
	}
	if f.memory.index == 0 {
		return errNoFiles
	}
	if err := sqlite.ResultCode(lock(f.tls, f.database, checkpointLock, 1, lib.SQLITE_SHM_LOCK|lib.SQLITE_SHM_EXCLUSIVE)).ToError(); err != nil {
		return err
	}
	atomic.StoreUint32(at[uint32](f.memory.index+indexCopied), 0)
	return sqlite.ResultCode(lock(f.tls, f.database, checkpointLock, 1, lib.SQLITE_SHM_UNLOCK|lib.SQLITE_SHM_EXCLUSIVE)).ToError()
}

func (f *sqliteFiles) methods() *lib.Tsqlite3_io_methods {
	return at[lib.Tsqlite3_io_methods](at[lib.Tsqlite3_file](f.database).FpMethods)
}

// close is for when the connection is closed.
func (f *sqliteFiles) close() error {
	code := lib.Xsqlite3_vfs_unregister(f.tls, addressOf(&f.memory.own))
	f.free()
	return sqlite.ResultCode(code).ToError()
}

func (f *sqliteFiles) free() {
	if f.memory != nil {
		libc.Xfree(f.tls, f.memory.own.FzName)
		libc.Xfree(f.tls, addressOf(f.memory))
	}
	f.tls.Close()
}

// at is what an address of the engine's refers to.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// addressOf is the reverse, for memory of the engine's too.
func addressOf[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// function is what the engine calls by an address.
func function[T any](address uintptr) T { return *(*T)(unsafe.Pointer(&address)) }

// pointer is the reverse, for a function that somebody else keeps alive.
func pointer[T any](f *T) uintptr { return *(*uintptr)(unsafe.Pointer(f)) }
