package machine

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
)

// sumUnexpired adds up, for machines with the same fee, the seconds of their
// terms that lie ahead, each rounded up. A pause stops the clock.
const sumUnexpired = `SELECT terms, new_part, fee, CAST(SUM((end_at - CASE WHEN state = 'paused' THEN paused_at ELSE $1 END) / 1000000 + 1) AS BIGINT)
	FROM machine_machine WHERE (state = 'paused' AND end_at > paused_at) OR (state IN ('running', 'dug_out') AND end_at > $1)
	GROUP BY terms, new_part, fee ORDER BY terms, new_part, fee`

// UnexpiredFees is what the platform's fees would have to give back if every
// machine that is not finished were left now; rounded up. The operator cannot
// take that part of its revenue. It reads every machine.
func (s *Service) UnexpiredFees(tx *sqldb.Tx) (total money.Amount, err error) {
	type group struct {
		terms        string
		newPart, fee money.Amount
		seconds      int64
	}
	groups, err := sqldb.Collect(tx, sqldb.Into(func(g *group) []any { return sqldb.Dest(&g.terms, &g.newPart, &g.fee, &g.seconds) }), sumUnexpired, tx.Now())
	if err != nil {
		return 0, err
	}
	for _, g := range groups {
		t, err := s.owners.termsOf(tx, g.terms)
		if err != nil {
			return 0, err
		}
		total += money.MulDivCeil(t.Split(offer.Cost{NewPart: g.newPart, Fee: g.fee}).Platform, g.seconds, int64(t.Term()/time.Second))
	}
	return total, nil
}
