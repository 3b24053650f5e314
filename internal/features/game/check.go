package game

import (
	"fmt"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

const (
	// checkPage bounds the rounds of one read.
	checkPage = 500
	// recomputedFor is how long a settled round is recomputed by the check; who
	// recomputes older ones has the rounds themselves.
	recomputedFor = 24 * time.Hour
)

// Check compares each round with its entries, recomputes the boards of the newest,
// and claims what rounds and bankroll hold.
func (s *Service) Check(tx *sqldb.Tx, claims ledger.Claims) (found []ledger.Violation, err error) {
	c := checking{service: s, entries: make(map[string]entrySums)}
	if err := c.sumEntries(tx); err != nil {
		return nil, err
	}
	for after := ""; ; {
		page, err := sqldb.Collect(tx, roundTable.Scan, selectAllRounds, after, checkPage)
		if err != nil {
			return nil, err
		}
		for _, r := range page {
			if err := c.round(tx, r); err != nil {
				return nil, err
			}
			after = r.ID
		}
		if len(page) < checkPage {
			break
		}
	}
	stored, _, err := s.store.totals.Get(tx, theTotal)
	if err != nil {
		return nil, err
	}
	if c.total.id = stored.id; stored != c.total {
		c.breach("the total is %+v, the rounds come to %+v", stored, c.total)
	}
	brought, err := s.ledger.Funded(tx, bank, time.Time{}, farAway)
	if err != nil {
		return nil, err
	}
	claims.Add("game rounds", ledger.GameRound, money.GP, money.Amount(c.inRounds))
	claims.Add("game bankroll", ledger.GameBank, money.GP, brought+money.Amount(c.earned-c.reserved))
	return c.found, nil
}

// farAway lies behind every funding.
var farAway = time.UnixMicro(1 << 62).UTC()

// entrySums are a round's entries, added up.
type entrySums struct{ count, highest, stakes, wins int64 }

type checking struct {
	service *Service
	entries map[string]entrySums
	found   []ledger.Violation
	total   total
	// inRounds is what unsettled rounds hold, reserved what the bankroll lent them,
	// earned what it got from settled ones.
	inRounds, reserved, earned int64
}

func (c *checking) breach(format string, args ...any) {
	c.found = append(c.found, ledger.Violation{Invariant: "game", Detail: fmt.Sprintf(format, args...)})
}

func (c *checking) sumEntries(tx *sqldb.Tx) error {
	return tx.Query(func(row *sqldb.Row) error {
		var id string
		var one entrySums
		err := row.Scan(&id, &one.count, &one.highest, &one.stakes, &one.wins)
		c.entries[id] = one
		return err
	}, sumAllEntries)
}

func (c *checking) round(tx *sqldb.Tx, r Round) error {
	sums := c.entries[r.ID]
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
	d, err := c.service.roundOf(tx, "", r.period())
	if err != nil {
		return err
	}
	for _, wrong := range d.Verify(c.service.witness(r)) {
		c.breach("round %s: %s: %s", r.ID, wrong.Step, wrong.Detail)
	}
	return nil
}
