package game

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// recomputedFor is how long a settled round is recomputed by the check; who recomputes
// older ones has the rounds themselves.
const recomputedFor = 24 * time.Hour

// Check compares each round with its entries, recomputes the boards of the newest,
// and claims what rounds and bankroll hold.
func (s *Service) Check(tx *sqldb.Tx, claims ledger.Claims) ([]ledger.Violation, error) {
	entries, err := sqldb.OpenCursor(tx, sqldb.Into(func(e *entrySums) []any {
		return sqldb.Dest(&e.round, &e.count, &e.highest, &e.stakes, &e.wins)
	}), sumAllEntries)
	if err != nil {
		return nil, err
	}
	defer entries.Close()
	c := checking{service: s, entries: entries}
	if err := roundTable.Walk(tx, func(r Round) error { return c.round(tx, r) }, selectAllRounds); err != nil {
		return nil, err
	}
	stored, _, err := s.store.totals.Get(tx, theTotal)
	if err != nil {
		return nil, err
	}
	if c.total.id = stored.id; stored != c.total {
		c.breach("the total is %+v, the rounds come to %+v", stored, c.total)
	}
	funded, returned, err := s.Staff.brought(tx)
	if err != nil {
		return nil, err
	}
	claims.Add("game rounds", ledger.GameRound, money.GP, money.Amount(c.inRounds))
	claims.Add("game bankroll", ledger.GameBank, money.GP, money.Amount(funded-returned+c.earned-c.reserved))
	return c.found, nil
}

// farAway lies behind every funding.
var farAway = time.UnixMicro(1 << 62).UTC()

// entrySums are a round's entries, added up.
type entrySums struct {
	round                        string
	count, highest, stakes, wins int64
}

type checking struct {
	service *Service
	// entries go along with the rounds, in the order of their ids.
	entries *sqldb.Cursor[entrySums]
	found   ledger.Findings
	total   total
	// inRounds is what unsettled rounds hold, reserved what the bankroll lent them,
	// earned what it got from settled ones.
	inRounds, reserved, earned int64
}

func (c *checking) breach(format string, args ...any) { c.found.Add("game", format, args...) }

// sumsOf are the entries of the next round. None are of a round that does not exist:
// the table refers to it.
func (c *checking) sumsOf(id string) (e entrySums, err error) {
	if c.entries.Row == nil || c.entries.Row.round != id {
		return e, nil
	}
	e = *c.entries.Row
	return e, c.entries.Next()
}

func (c *checking) round(tx *sqldb.Tx, r Round) error {
	sums, err := c.sumsOf(r.ID)
	if err != nil {
		return err
	}
	if sums.count != r.Entries || sums.highest != r.Entries || sums.stakes != r.Stakes || r.Totals.Stakes() != r.Stakes {
		c.breach("round %s: %d entries with %d points, stored are %+v", r.ID, r.Entries, r.Stakes, sums)
	}
	if r.Stakes+r.Reserved < r.Totals.WorstCase() {
		c.breach("round %s: %d points do not cover the worst case of %d", r.ID, r.Stakes+r.Reserved, r.Totals.WorstCase())
	}
	if r.SettledAt.IsZero() {
		c.inRounds += r.left()
		c.reserved += r.Reserved
		return nil
	}
	paid := r.Stakes
	if r.State == Drawn {
		paid = r.prizes()
		c.earned += r.Stakes - r.Paid
		if sums.wins != paid {
			c.breach("round %s: the entries won %d points, the board pays %d", r.ID, sums.wins, paid)
		}
	}
	if r.Paid != paid {
		c.breach("round %s: paid %d points instead of %d", r.ID, r.Paid, paid)
	}
	c.total.count(r)
	if tx.Now().Sub(r.SettledAt) > recomputedFor {
		return nil
	}
	d, err := c.service.Views.roundOf(tx, "", r.period())
	if err != nil {
		return err
	}
	for _, wrong := range d.Verify(c.service.Views.witness(r)).Wrong {
		c.breach("round %s: %s: %s", r.ID, wrong.Step, wrong.Detail)
	}
	return nil
}
