// Package entropy is where chance comes from, and the ids made of it.
package entropy

import (
	"crypto/rand"
	"encoding/binary"
	"io"
	mathrand "math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// Source yields random bytes. Read never returns fewer bytes than asked for.
type Source interface {
	io.Reader
}

// System is the operating system's generator.
func System() Source { return rand.Reader }

// Seeded is a reproducible source for tests and simulations only.
func Seeded(seed uint64) Source {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	return &lockedReader{reader: mathrand.NewChaCha8(key)}
}

type lockedReader struct {
	mu     sync.Mutex
	reader io.Reader
}

func (l *lockedReader) Read(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reader.Read(p)
}

// Bytes draws n bytes; it panics when the source fails, because nothing can
// be decided safely without it.
func Bytes(source Source, n int) []byte {
	b := make([]byte, n)
	if _, err := io.ReadFull(source, b); err != nil {
		panic("entropy: the source failed: " + err.Error())
	}
	return b
}

// crockford is the Base32 alphabet without I, L, O and U.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

const (
	timeDigits   = 10
	chanceDigits = 14
	// IDLength is the length of a time-ordered id.
	IDLength = timeDigits + chanceDigits
)

// ID is a 24-character id: 10 characters of milliseconds, then 70 bits of
// chance. Ids sort by their time; they keep keys random enough for a
// distributed store within one millisecond.
func ID(source Source, at time.Time) string {
	var id [IDLength]byte
	writeTime(id[:timeDigits], at)
	chance := Bytes(source, chanceDigits)
	for i, b := range chance {
		id[timeDigits+i] = crockford[b&31]
	}
	return string(id[:])
}

// Sequence makes ids that sort in the order in which they were made within
// one millisecond as well, by one process. Rows that are stored in the order
// of their ids are stored faster, and read in the order in which they happened.
type Sequence struct{ next atomic.Uint32 }

// sequenceDigits hold about a million ids before the count starts anew.
const sequenceDigits = 4

// ID is ID with a count in front of the chance.
func (s *Sequence) ID(source Source, at time.Time) string {
	id := []byte(ID(source, at))
	n := s.next.Add(1)
	for i := timeDigits + sequenceDigits - 1; i >= timeDigits; i-- {
		id[i] = crockford[n&31]
		n >>= 5
	}
	return string(id)
}

// FirstID sorts before every id made at or after an instant, and after every
// id made in an earlier millisecond. Ids begin with 1970.
func FirstID(at time.Time) string {
	var prefix [timeDigits]byte
	writeTime(prefix[:], at)
	return string(prefix[:])
}

// LastID sorts after every id.
const LastID = "ZZ"

func writeTime(digits []byte, at time.Time) {
	ms := uint64(max(at.UnixMilli(), 0))
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = crockford[ms&31]
		ms >>= 5
	}
}

// Code is n random Crockford characters, for codes that people type.
func Code(source Source, n int) string {
	code := Bytes(source, n)
	for i, b := range code {
		code[i] = crockford[b&31]
	}
	return string(code)
}
