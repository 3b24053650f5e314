package team

import (
	"fmt"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
)

const (
	// checkPage bounds the users of one read, checkShown what one comparison names.
	checkPage  = 1000
	checkShown = 20
)

const (
	// Members whose own sums are not those of their changes.
	selectWrongOwn = `SELECT m.id FROM team_member m LEFT JOIN (
			SELECT user_id, SUM(CASE kind WHEN 'started' THEN new_part WHEN 'ended' THEN -new_part ELSE 0 END) AS own,
				SUM(CASE kind WHEN 'started' THEN principal WHEN 'ended' THEN -principal ELSE 0 END) AS principal
			FROM team_change WHERE counted = 1 GROUP BY user_id) c ON c.user_id = m.id
		WHERE m.own <> COALESCE(c.own, 0) OR m.principal <> COALESCE(c.principal, 0) ORDER BY m.id LIMIT $1`
	// Members who do not stand right below their parents.
	selectDisplaced = `SELECT m.id FROM team_member m LEFT JOIN team_member p ON p.id = m.above1
		WHERE m.above1 <> '' AND (p.id IS NULL OR m.above2 <> p.above1 OR m.above3 <> p.above2 OR m.above4 <> p.above3 OR m.above5 <> p.above4)
			OR m.above1 = '' AND m.above2 || m.above3 || m.above4 || m.above5 <> '' ORDER BY m.id LIMIT $1`
	// Members whose level rewards are not those they were given.
	selectWrongRewards = `SELECT m.id FROM team_member m LEFT JOIN (
			SELECT user_id, SUM(amount) AS sum FROM team_reward WHERE kind = 'level_rewards' GROUP BY user_id) r ON r.user_id = m.id
		WHERE m.rewarded <> COALESCE(r.sum, 0) ORDER BY m.id LIMIT $1`
	sumRewards   = `SELECT day, CAST(SUM(amount) AS BIGINT) FROM team_reward WHERE kind = $1 AND state = 'paid' AND due_at = 0 GROUP BY day`
	sumDelayed   = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM team_reward WHERE state = 'delayed'`
	sumPrincipal = `SELECT CAST(COALESCE(SUM(CASE kind WHEN 'started' THEN principal WHEN 'ended' THEN -principal ELSE 0 END), 0) AS BIGINT) FROM team_change`
)

// selectWrongBelow is, for each depth, who says something else of those below
// than they do themselves.
var selectWrongBelow = func() (list [Depth]string) {
	for i := range list {
		list[i] = fmt.Sprintf(`SELECT m.id FROM team_member m LEFT JOIN (
			SELECT above%[1]d AS id, SUM(own) AS own, SUM(CASE WHEN EXISTS (SELECT 1 FROM team_change c WHERE c.id = 'joined-' || d.id AND c.counted = 1) THEN 1 ELSE 0 END) AS members
			FROM team_member d WHERE above%[1]d <> '' GROUP BY above%[1]d) b ON b.id = m.id
		WHERE m.below%[1]d <> COALESCE(b.own, 0) OR m.count%[1]d <> COALESCE(b.members, 0) ORDER BY m.id LIMIT $1`, i+1)
	}
	return list
}()

// Check recomputes the tree: who stands where, what is below whom, and that the
// machines it counts are those whose principal lies in the books.
// It claims what rewards are delayed.
func (s *Service) Check(tx *sqldb.Tx, claims ledger.Claims) ([]ledger.Violation, error) {
	var found ledger.Findings
	breach := func(format string, args ...any) { found.Add("team", format, args...) }
	if err := s.checkPlaces(tx, breach); err != nil {
		return nil, err
	}
	displaced, err := sqldb.Collect(tx, sqldb.One[string], selectDisplaced, checkShown)
	if err != nil {
		return nil, err
	}
	for _, id := range displaced {
		breach("user %s does not stand below the parent", id)
	}
	for depth, query := range append([]string{selectWrongOwn}, selectWrongBelow[:]...) {
		wrong, err := sqldb.Collect(tx, sqldb.One[string], query, checkShown)
		if err != nil {
			return nil, err
		}
		for _, id := range wrong {
			breach("user %s: the sums of depth %d are not those of the machines there", id, depth)
		}
	}
	if err := s.checkRewards(tx, breach); err != nil {
		return nil, err
	}
	var delayed money.Amount
	if _, err := tx.QueryOne(sqldb.Dest(&delayed), sumDelayed); err != nil {
		return nil, err
	}
	claims.Add("delayed rewards", ledger.Delayed, money.USDT, delayed)
	var counted money.Amount
	if _, err := tx.QueryOne(sqldb.Dest(&counted), sumPrincipal); err != nil {
		return nil, err
	}
	locked, err := s.Ledger.ClassTotal(tx, ledger.Principal, money.USDT)
	if err == nil && counted != locked {
		breach("machines of %s USDT have started and not ended, the principal in the books is %s", counted, locked)
	}
	return found, err
}

// checkRewards holds the rewards to what the journal paid, and each day's
// acceleration to its part of the day's budget (I12).
func (s *Service) checkRewards(tx *sqldb.Tx, breach func(format string, args ...any)) error {
	wrong, err := sqldb.Collect(tx, sqldb.One[string], selectWrongRewards, checkShown)
	if err != nil {
		return err
	}
	for _, id := range wrong {
		breach("user %s: the level rewards are not those that were given", id)
	}
	for kind, ref := range map[ledger.Type]ledger.RefType{ledger.LevelRewards: ledger.RefLevel, ledger.TeamAcceleration: ledger.RefAcceleration} {
		posted, err := ledger.SumByReference(tx, kind, ref)
		if err != nil {
			return err
		}
		kept, err := sqldb.Map[clock.Day, money.Amount](tx, sumRewards, kind)
		if err != nil {
			return err
		}
		for d, sum := range kept {
			if posted[d.String()] != sum {
				breach("day %s: %s of %s are kept, the journal paid %s", d, kind, sum, posted[d.String()])
			}
			delete(posted, d.String())
			if kind != ledger.TeamAcceleration {
				continue
			}
			budget, _, err := s.Machines().DayPaid(tx, d)
			if err != nil {
				return err
			}
			if sum > AccelerationBudget(budget) {
				breach("I12: day %s: acceleration of %s, a tenth of the budget is %s", d, sum, AccelerationBudget(budget))
			}
		}
		for day, sum := range posted {
			breach("day %s: the journal paid %s of %s, of which nothing is known", day, sum, kind)
		}
	}
	return nil
}

// checkPlaces compares where each member stands, and with which level, with what
// the user's row says.
func (s *Service) checkPlaces(tx *sqldb.Tx, breach func(format string, args ...any)) error {
	above := make(map[string]Member)
	for after := ""; ; {
		people, err := user.People(tx, after, checkPage)
		if err != nil || len(people) == 0 {
			return err
		}
		last := people[len(people)-1].ID
		clear(above)
		members, err := sqldb.Collect(tx, memberTable.Scan, selectBetween, after, last)
		if err != nil {
			return err
		}
		for _, m := range members {
			above[m.ID] = m
		}
		for _, p := range people {
			m, found := above[p.ID]
			if !found {
				breach("user %s has no place in the tree", p.ID)
			} else if m.Above[0] != p.ParentID || m.Earned != int64(p.EarnedLevel) {
				breach("user %s: invited by %q with V%d, in the tree below %q with V%d", p.ID, p.ParentID, p.EarnedLevel, m.Above[0], m.Earned)
			}
		}
		after = last
	}
}
