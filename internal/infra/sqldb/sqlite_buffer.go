package sqldb

import (
	"encoding/binary"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

const (
	// The write-ahead log is a header and then frames, each a header of its
	// own before one page; SQLite promises to keep the format. A frame header's
	// second word is zero in every frame that is not a transaction's last.
	logHeaderSize   = 32
	frameHeaderSize = 24
	frameCommitWord = 4
	// heldMax bounds what is held back: the engine's files take no more in one
	// piece.
	heldMax = 1<<17 - 1
)

// logBuffer lets the pages that a transaction appends to the log reach it in
// large pieces, where the engine makes two system calls for each page. What is
// held back is written before the frame that commits it, and before anything
// else happens to the log through this connection, so nobody can see the
// difference. A write that fails is reported before its transaction is
// committed.
type logBuffer struct {
	*logMemory
	// through is the engine's own way to write the log; tests replace it.
	through moveBytes
	// calls keeps alive what only the engine refers to.
	calls logCalls
	// held starts at heldAt in the log. One goroutine at a time uses a
	// connection, so nothing here needs a lock.
	held   []byte
	heldAt int64
	// pageSize is the last page's.
	pageSize int32
	// commitAt is where the page of a committing frame belongs.
	commitAt int64
	// pages is the length of the log up to the last commit.
	pages atomic.Int64
}

// logMemory is what the engine gets to see of a buffer.
type logMemory struct {
	own  lib.Tsqlite3_io_methods
	room [heldMax]byte
}

type logCalls struct {
	read, write moveBytes
	truncate    cutFile
	sync        syncFlags
	size        askSize
	end         endFile
}

// takeOver puts the buffer between the engine and a log it has just opened.
func (b *logBuffer) takeOver(log *lib.Tsqlite3_file) {
	b.own = *at[lib.Tsqlite3_io_methods](log.FpMethods)
	b.held, b.commitAt = b.room[:0], 0
	truncate, size := function[cutFile](b.own.FxTruncate), function[askSize](b.own.FxFileSize)
	sync, end := function[syncFlags](b.own.FxSync), function[endFile](b.own.FxClose)
	read := function[moveBytes](b.own.FxRead)
	b.through = function[moveBytes](b.own.FxWrite)
	b.calls = logCalls{write: b.write,
		read: func(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32 {
			return either(b.release(tls, file), func() int32 { return read(tls, file, data, n, offset) })
		},
		truncate: func(tls *libc.TLS, file uintptr, length int64) int32 {
			return either(b.release(tls, file), func() int32 { return truncate(tls, file, length) })
		},
		sync: func(tls *libc.TLS, file uintptr, flags int32) int32 {
			return either(b.release(tls, file), func() int32 { return sync(tls, file, flags) })
		},
		size: func(tls *libc.TLS, file, length uintptr) int32 {
			return either(b.release(tls, file), func() int32 { return size(tls, file, length) })
		},
		end: func(tls *libc.TLS, file uintptr) int32 {
			// What is held now belongs to a transaction that was given up.
			b.held = b.held[:0]
			return end(tls, file)
		}}
	b.own.FxRead, b.own.FxWrite, b.own.FxTruncate = pointer(&b.calls.read), pointer(&b.calls.write), pointer(&b.calls.truncate)
	b.own.FxSync, b.own.FxFileSize, b.own.FxClose = pointer(&b.calls.sync), pointer(&b.calls.size), pointer(&b.calls.end)
	log.FpMethods = addressOf(&b.own)
}

// either is a failure, or what comes next.
func either(code int32, next func() int32) int32 {
	if code != lib.SQLITE_OK {
		return code
	}
	return next()
}

func (b *logBuffer) write(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32 {
	if !b.continues(n, offset) {
		if code := b.release(tls, file); code != lib.SQLITE_OK {
			return code
		}
	}
	if b.canWait(data, n, offset) {
		if len(b.held) == 0 {
			b.heldAt = offset
		}
		b.held = append(b.held, content(data, n)...)
		return lib.SQLITE_OK
	}
	if code := b.release(tls, file); code != lib.SQLITE_OK {
		return code
	}
	code := b.through(tls, file, data, n, offset)
	if code == lib.SQLITE_OK {
		b.note(data, n, offset)
	}
	return code
}

// continues says that a write joins what is held and finds room there, a
// header with its page.
func (b *logBuffer) continues(n int32, offset int64) bool {
	end := b.heldAt + int64(len(b.held))
	if isFrameHeader(n, offset) {
		n += b.pageSize
	} else {
		b.pageSize = n
	}
	return offset == end && len(b.held)+int(n) <= heldMax
}

// canWait says that a write is the header of a frame that commits nothing, or
// the page behind such a header.
func (b *logBuffer) canWait(data uintptr, n int32, offset int64) bool {
	if isFrameHeader(n, offset) {
		return !commits(data)
	}
	return len(b.held) > 0
}

// release writes what is held. If that fails it was never committed.
func (b *logBuffer) release(tls *libc.TLS, file uintptr) int32 {
	n := int32(len(b.held))
	if n == 0 {
		return lib.SQLITE_OK
	}
	b.held = b.held[:0]
	return b.through(tls, file, addressOf(unsafe.SliceData(b.held)), n, b.heldAt)
}

// note sees what was not held back: a transaction's last frame tells how long
// the log is.
func (b *logBuffer) note(data uintptr, n int32, offset int64) {
	switch {
	case isFrameHeader(n, offset) && commits(data):
		b.commitAt = offset + frameHeaderSize
	case b.commitAt > 0 && offset == b.commitAt:
		b.pages.Store((offset + int64(n) - logHeaderSize) / (frameHeaderSize + int64(n)))
		b.commitAt = 0
	}
}

func isFrameHeader(n int32, offset int64) bool {
	return n == frameHeaderSize && offset >= logHeaderSize
}

func commits(frameHeader uintptr) bool {
	return binary.BigEndian.Uint32(content(frameHeader, frameHeaderSize)[frameCommitWord:]) != 0
}

// content is memory of the engine's.
func content(address uintptr, n int32) []byte { return unsafe.Slice(at[byte](address), n) }
