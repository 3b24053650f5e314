package entropy

import (
	"testing"
	"time"
)

func TestIDSortsByTimeAndRepeatsOnlyWithItsSeed(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	early, late := ID(System(), at), ID(System(), at.Add(time.Millisecond))
	if len(early) != IDLength || early >= late {
		t.Errorf("%q does not sort before %q", early, late)
	}
	if first := FirstID(at); first > early || first <= ID(System(), at.Add(-time.Millisecond)) {
		t.Errorf("%q does not stand between two milliseconds", first)
	}
	if ID(System(), at) == early {
		t.Error("two ids of one millisecond are equal")
	}
	if first, again := ID(Seeded(7), at), ID(Seeded(7), at); first != again {
		t.Error("a seed does not repeat its ids")
	}
}

func TestSequenceSortsWithinAMillisecond(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var s Sequence
	previous := FirstID(at)
	for range 2000 {
		id := s.ID(System(), at)
		if id <= previous || len(id) != IDLength {
			t.Fatalf("%q does not come after %q", id, previous)
		}
		previous = id
	}
}

// No id was made before 1970, so a time before that bounds all of them.
func TestFirstIDBefore1970(t *testing.T) {
	t.Parallel()
	for _, at := range []time.Time{{}, time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC), time.UnixMilli(-1), time.UnixMilli(0)} {
		if first, id := FirstID(at), ID(System(), time.UnixMilli(1)); first > id {
			t.Errorf("%q, the first id from %s on, does not sort before %q", first, at, id)
		}
	}
}
