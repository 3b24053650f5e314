package reconciliation

import (
	"math/big"
	"time"

	"etld/internal/infra/chain"
)

const (
	// rereadBlocks bounds what one chunk of a reading again covers.
	rereadBlocks = 10_000
	// A surplus that a whole reading did not explain is looked for again after
	// rereadFirst, then after twice as long each time, up to rereadMax; and all
	// of it may cost one part in rereadCostShare of the time.
	rereadFirst     = time.Hour
	rereadMax       = 24 * time.Hour
	rereadCostShare = 20
)

// gaps is what is known of one network's surpluses, and which blocks are read
// again because of them. A deposit that every node kept back shows as a surplus
// only; where it lies nobody says. So what grew since an earlier reading is
// looked for in the blocks since then, at once; what that does not explain is
// looked for, less and less often, in everything since the books last agreed.
type gaps struct {
	Tokens map[string]gap `json:"tokens"`
	// Span are the blocks that are still to be read; its To is 0 when there are
	// none.
	Span chain.Span `json:"span"`
	// Began is when the reading in hand began, zero before its first chunk.
	Began time.Time `json:"began"`
	// Tries counts whole readings that left a surplus; DueAt is when the next
	// begins.
	Tries int       `json:"tries"`
	DueAt time.Time `json:"dueAt"`
}

// gap is one token's part.
type gap struct {
	// At is the block of its newest reading, Surplus what that found.
	At      uint64   `json:"at"`
	Surplus *big.Int `json:"surplus"`
	// ClearTo is the newest block at which there was none.
	ClearTo uint64 `json:"clearTo"`
}

// compare takes readings of the network in. A token that was never compared could
// have been missed since the watcher's start block. Readings older than what is
// known say nothing.
func (g *gaps) compare(readings []Reading, start uint64) {
	tokens := make(map[string]gap, len(readings))
	for _, r := range readings {
		name := r.Token.Hex()
		t, isKnown := g.Tokens[name]
		if !isKnown {
			t = gap{At: start, ClearTo: start, Surplus: new(big.Int)}
		}
		if r.Block >= t.At {
			surplus := r.Unexplained()
			if surplus.Sign() <= 0 {
				surplus, t.ClearTo = new(big.Int), r.Block
			}
			if surplus.Cmp(t.Surplus) > 0 && t.At < r.Block {
				g.want(chain.Span{From: t.At + 1, To: r.Block})
			}
			t.At, t.Surplus = r.Block, surplus
		}
		tokens[name] = t
	}
	g.Tokens = tokens
	if !g.isOpen() {
		*g = gaps{Tokens: tokens}
	}
}

// isOpen says that there is a surplus.
func (g *gaps) isOpen() bool {
	for _, t := range g.Tokens {
		if t.Surplus.Sign() > 0 {
			return true
		}
	}
	return false
}

// isReading says that blocks are still to be read.
func (g *gaps) isReading() bool { return g.Span.To > 0 }

// want adds blocks to what is to be read now. The lowest come first, so that a
// surplus that keeps growing does not keep the reading from its end.
func (g *gaps) want(span chain.Span) {
	if g.isReading() {
		span = chain.Span{From: min(span.From, g.Span.From), To: max(span.To, g.Span.To)}
	} else {
		g.Began = time.Time{}
	}
	g.Span, g.Tries = span, 0
}

// isBeginning says that a reading begins now.
func (g *gaps) isBeginning(now time.Time) bool {
	if g.isReading() {
		return g.Began.IsZero()
	}
	return g.isOpen() && !now.Before(g.DueAt)
}

// next is the chunk to read now, if one is due.
func (g *gaps) next(now time.Time) (chunk chain.Span, isDue bool) {
	if !g.isReading() && g.isBeginning(now) {
		g.Span, g.Began = g.unexplained(), time.Time{}
	}
	if !g.isReading() {
		return chain.Span{}, false
	}
	return chain.Span{From: g.Span.From, To: min(g.Span.To, g.Span.From+rereadBlocks-1)}, true
}

// unexplained are the blocks since the books of every token agreed with the
// chain; its To is 0 when there are none.
func (g *gaps) unexplained() (span chain.Span) {
	for _, t := range g.Tokens {
		if t.Surplus.Sign() <= 0 || t.ClearTo >= t.At {
			continue
		}
		if span.To == 0 || t.ClearTo+1 < span.From {
			span.From = t.ClearTo + 1
		}
		span.To = max(span.To, t.At)
	}
	return span
}

// done notes that a chunk was read, and after the last when the next reading
// is due.
func (g *gaps) done(chunk chain.Span, now time.Time) {
	if g.Began.IsZero() {
		g.Began = now
	}
	if g.Span.From = chunk.To + 1; g.Span.From <= g.Span.To {
		return
	}
	took := now.Sub(g.Began)
	g.Span, g.Began = chain.Span{}, time.Time{}
	g.Tries++
	pause := rereadMax
	if shift := g.Tries - 1; rereadFirst<<min(shift, 10) < rereadMax {
		pause = rereadFirst << shift
	}
	g.DueAt = now.Add(max(pause, rereadCostShare*took))
}
