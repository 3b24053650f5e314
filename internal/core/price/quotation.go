package price

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// Quotation is a price as the product shows it and settles by.
type Quotation struct {
	Asset money.Asset
	Price money.Amount
	// Lowest and Highest are the feeds' that count: users sell at the lowest and
	// buy at the highest, so that nobody gains by moving one feed.
	Lowest, Highest money.Amount
	Source          Origin
	// At is how old the price is: the oldest own time of the feeds it is from.
	At    time.Time
	Stale bool
	// HaltedUntil is when swaps resume after a jump; zero while they are not halted.
	HaltedUntil time.Time
	// IsStopped: swaps are halted until operators let them run again.
	IsStopped bool
	// StoppedAt is when the halt began that operators have to end; zero while there is none.
	StoppedAt time.Time
	// Reason says why it is stale, halted or stopped.
	Reason Reason
}

// Usable says that swaps may be settled by the quotation.
func (q Quotation) Usable() bool { return !q.Stale && q.HaltedUntil.IsZero() && !q.IsStopped }

// Refusal is nil, or why swaps may not be settled by the quotation.
func (q Quotation) Refusal() error {
	if q.Usable() {
		return nil
	}
	refusal := ErrUnavailable.With("reason", string(q.Reason))
	if !q.HaltedUntil.IsZero() {
		refusal = refusal.With("resumesAt", clock.Text(q.HaltedUntil))
	}
	return refusal
}

// Find is a coin's quotation in the caller's transaction.
func (s *Service) Find(tx sqldb.Command, asset money.Asset) (Quotation, error) {
	st, err := s.store.state(tx, asset)
	if err != nil {
		return Quotation{}, err
	}
	if asset != money.ETLD {
		return st.quotation(tx.Now()), nil
	}
	bid, err := s.Bids.Price(tx)
	return st.bidQuotation(bid, tx.Now()), err
}

// Hints names what Find reads.
func (s *Service) Hints(asset money.Asset) []sqldb.Hint {
	hints := []sqldb.Hint{s.store.states.Hint(string(asset))}
	if asset == money.ETLD {
		hints = append(hints, s.Bids.Hints()...)
	}
	return hints
}

// quotation is what the row says at an instant.
func (st state) quotation(now time.Time) Quotation {
	q := Quotation{Asset: st.Asset, Price: st.Price, Lowest: st.Lowest, Highest: st.Highest, Source: st.Source, At: st.At,
		Stale: st.Price == 0 || now.After(st.FreshUntil)}
	q.halt(st, now)
	if q.Stale {
		q.Reason = st.Reason
		if q.Reason == ReasonNone {
			q.Reason = ReasonStale
		}
	}
	return q
}

// bidQuotation is the same for the coin whose price is that of the bids.
func (st state) bidQuotation(bid money.Amount, now time.Time) Quotation {
	q := Quotation{Asset: money.ETLD, Price: bid, Lowest: bid, Highest: bid, Source: OriginBids, At: now}
	q.halt(st, now)
	return q
}

func (q *Quotation) halt(st state, now time.Time) {
	if st.IsStopped {
		q.IsStopped, q.StoppedAt, q.Reason = true, st.HaltedAt, ReasonStopped
		return
	}
	if now.Before(st.HaltedUntil) {
		q.HaltedUntil, q.Reason = st.HaltedUntil, ReasonJump
	}
}
