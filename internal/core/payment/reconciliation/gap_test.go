package reconciliation

import (
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/infra/chain"
)

var (
	coin = common.HexToAddress("0x01")
	noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
)

// at is a reading of a block at which the chain holds so much beyond the books.
func at(block uint64, surplus int64) []Reading {
	return []Reading{{Token: coin, Block: block, OnChain: big.NewInt(100 + surplus), Booked: big.NewInt(90), Recorded: big.NewInt(10), Leaving: new(big.Int)}}
}

func TestWhatPayoutsTakeIsNoDeficit(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		surplus, leaving, want int64
		isDeficit              bool
	}{
		{0, 0, 0, false}, {5, 0, 5, false}, {5, 9, 5, false}, {-5, 9, 0, false}, {-9, 9, 0, false}, {-10, 9, -1, true}, {-1, 0, -1, true},
	} {
		r := at(1, test.surplus)[0]
		r.Leaving = big.NewInt(test.leaving)
		if _, isDeficit := r.Violation(); r.Unexplained().Int64() != test.want || isDeficit != test.isDeficit {
			t.Errorf("%d with %d leaving: unexplained %s, a deficit: %v", test.surplus, test.leaving, r.Unexplained(), isDeficit)
		}
	}
}

func TestOnlyWhatGrewIsReadAtOnce(t *testing.T) {
	t.Parallel()
	var g gaps
	g.compare(at(50, 0), 0)
	if _, isDue := g.next(noon); isDue || g.isOpen() {
		t.Fatalf("nothing is missing: %+v", g)
	}
	g.compare(at(80, 7), 0)
	chunk, isDue := g.next(noon)
	if !isDue || chunk != (chain.Span{From: 51, To: 80}) || !g.isBeginning(noon) {
		t.Fatalf("due %v: %+v", isDue, chunk)
	}
	// An older reading says nothing.
	g.compare(at(60, 0), 0)
	if !g.isOpen() {
		t.Fatal("an older reading closed the gap")
	}
	g.done(chunk, noon)
	if g.isReading() || g.Tries != 1 || !g.DueAt.Equal(noon.Add(rereadFirst)) {
		t.Fatalf("after a whole reading: %+v", g)
	}
	// What is still missing an hour later is looked for in all blocks since it was not.
	g.compare(at(99, 7), 0)
	if _, isDue := g.next(noon.Add(rereadFirst - 1)); isDue {
		t.Error("read again too early")
	}
	if chunk, isDue := g.next(noon.Add(rereadFirst)); !isDue || chunk != (chain.Span{From: 51, To: 99}) {
		t.Errorf("due %v: %+v", isDue, chunk)
	}
	g.compare(at(120, 0), 0)
	if g.isOpen() || g.isReading() || g.Tries != 0 {
		t.Errorf("the books agree: %+v", g)
	}
}

func TestPausesGrowUpToADay(t *testing.T) {
	t.Parallel()
	var g gaps
	g.compare(at(50, 7), 10)
	now := noon
	for _, pause := range []time.Duration{1, 2, 4, 8, 16, 24, 24} {
		chunk, isDue := g.next(now)
		if !isDue || chunk != (chain.Span{From: 11, To: 50}) {
			t.Fatalf("due %v: %+v", isDue, chunk)
		}
		g.done(chunk, now)
		if want := now.Add(pause * time.Hour); !g.DueAt.Equal(want) {
			t.Fatalf("the next is due at %s, not %s", g.DueAt, want)
		}
		now = g.DueAt
	}
}

// A long way is gone in chunks; what takes long is not begun again soon.
func TestALongReadingCostsItsShareOfTheTime(t *testing.T) {
	t.Parallel()
	var g gaps
	g.compare(at(2*rereadBlocks+1, 7), 0)
	now := noon
	for _, want := range []chain.Span{{From: 1, To: rereadBlocks}, {From: rereadBlocks + 1, To: 2 * rereadBlocks}, {From: 2*rereadBlocks + 1, To: 2*rereadBlocks + 1}} {
		chunk, isDue := g.next(now)
		if !isDue || chunk != want {
			t.Fatalf("due %v: %+v, not %+v", isDue, chunk, want)
		}
		g.done(chunk, now)
		now = now.Add(time.Hour)
	}
	if want := now.Add(-time.Hour).Add(rereadCostShare * 2 * time.Hour); !g.DueAt.Equal(want) {
		t.Errorf("the next is due at %s, not %s", g.DueAt, want)
	}
	// What grows meanwhile is read at once.
	g.compare(at(2*rereadBlocks+9, 8), 0)
	if chunk, isDue := g.next(now); !isDue || chunk.From != 2*rereadBlocks+2 || chunk.To != 2*rereadBlocks+9 {
		t.Errorf("due %v: %+v", isDue, chunk)
	}
}
