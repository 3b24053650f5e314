package heap_test

import (
	"runtime/debug"
	"testing"

	"etld/internal/base/heap"
)

const mebibyte = 1 << 20

func limit() int64 { return debug.SetMemoryLimit(-1) }

// Bounds add up while several are held, and the usual limit comes back with the last.
func TestBoundsAddUp(t *testing.T) {
	usual := limit()
	first := heap.Bound(100 * mebibyte)
	one := limit()
	second := heap.Bound(50 * mebibyte)
	if one >= usual || limit() != one+50*mebibyte {
		t.Errorf("the limits are %d, %d and %d", usual, one, limit())
	}
	first()
	first()
	if limit() != one-50*mebibyte {
		t.Errorf("with the second alone the limit is %d", limit())
	}
	second()
	if limit() != usual {
		t.Errorf("afterwards the limit is %d instead of %d", limit(), usual)
	}
}

// A lower limit of the process's own stays.
func TestALowerLimitStays(t *testing.T) {
	before := debug.SetMemoryLimit(10 * mebibyte)
	defer debug.SetMemoryLimit(before)
	leave := heap.Bound(1000 * mebibyte)
	if limit() != 10*mebibyte {
		t.Errorf("the limit is %d", limit())
	}
	leave()
	if limit() != 10*mebibyte {
		t.Errorf("afterwards the limit is %d", limit())
	}
}

// Who says in the environment how often to collect is not overruled.
func TestTheEnvironmentsWordStays(t *testing.T) {
	t.Setenv("GOGC", "200")
	before := limit()
	leave := heap.Bound(mebibyte)
	if limit() != before {
		t.Errorf("the limit is %d instead of %d", limit(), before)
	}
	leave()
}
