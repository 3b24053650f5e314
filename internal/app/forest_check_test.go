package app

import (
	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/team"
	"etld/internal/infra/sqldb"
)

// grown is a machine by its row, with what the journal says of it.
type grown struct {
	user, state              string
	newPart, principal, fee  money.Amount
	startAt, endedAt         int64
	rewards, returned, moved money.Amount
}

const (
	// selectGrown has, of each machine, what its fee went into for others, what of it
	// came back when its owner left, and all that its start moved.
	selectGrown = `SELECT m.id, m.user_id, m.state, m.new_part, m.new_part + m.repurchase_part, m.fee, m.start_at, m.ended_at,
			CAST(COALESCE(SUM(CASE WHEN t.type = 'referral_rewards' OR t.sub_type IN ('reward_delayed', 'dividend_share', 'level_share') THEN t.amount ELSE 0 END), 0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN t.sub_type = 'platform_fee_returned' THEN t.amount ELSE 0 END), 0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN t.type = 'referral_rewards' OR t.sub_type IN ('reward_delayed', 'dividend_share', 'level_share', 'unallocated_reward', 'service_fee', 'machine_started')
				THEN t.amount ELSE 0 END), 0) AS BIGINT)
		FROM machine_machine m LEFT JOIN ledger_transfer t ON t.ref_type = 'machine' AND t.ref_id = m.id
		GROUP BY m.id, m.user_id, m.state, m.new_part, m.repurchase_part, m.fee, m.start_at, m.ended_at`
	// countLeft counts what a cancelled or unpaid purchase left with others.
	countLeft = `SELECT (SELECT COUNT(*) FROM team_reward WHERE machine_id = $1) + (SELECT COUNT(*) FROM team_change WHERE id IN ('started-' || $1, 'ended-' || $1))`
	// countNever counts the dividends of nodes that were never active.
	countNever    = `SELECT COUNT(*) FROM node_share s JOIN node_node n ON n.id = s.node_id WHERE n.state <> 'active'`
	sumInterest   = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_transfer WHERE type = 'mining_machine_income'`
	countParked   = `SELECT COUNT(*) FROM job_parked`
	selectParents = `SELECT id, COALESCE(parent_id, ''), created_at FROM user_person`
)

// recompute holds what everybody was promised, by rows and journal alone.
func (f *forest) recompute() {
	f.T.Helper()
	found, err := f.p.Violations(f.T.Context())
	f.Must(err)
	for _, v := range found {
		f.T.Error(v)
	}
	f.View(func(tx *sqldb.Tx) error {
		machines, err := f.grown(tx)
		if err != nil {
			return err
		}
		if err := f.cancelled(tx, machines); err != nil {
			return err
		}
		if err := f.ringLoses(tx, machines); err != nil {
			return err
		}
		return f.teamsAre(tx, machines)
	})
}

// grown reads all machines, of which none gave others more than its fee.
func (f *forest) grown(tx *sqldb.Tx) (map[string]grown, error) {
	machines := make(map[string]grown)
	return machines, tx.Query(func(row *sqldb.Row) error {
		var id string
		var m grown
		err := row.Scan(&id, &m.user, &m.state, &m.newPart, &m.principal, &m.fee, &m.startAt, &m.endedAt, &m.rewards, &m.returned, &m.moved)
		if m.rewards+m.returned > m.fee {
			f.T.Errorf("machine %s: %s of a fee of %s went to others, and %s back", id, m.rewards, m.fee, m.returned)
		}
		machines[id] = m
		return err
	}, selectGrown)
}

// cancelled holds that what never started brought nobody anything.
func (f *forest) cancelled(tx *sqldb.Tx, machines map[string]grown) error {
	for id, m := range machines {
		if m.startAt != 0 {
			continue
		}
		var left int64
		if _, err := tx.QueryOne(sqldb.Dest(&left), countLeft, id); err != nil {
			return err
		}
		if left != 0 || m.moved != 0 {
			f.T.Errorf("machine %s is %s: %d rows of rewards and performance are left, %s was posted", id, m.state, left, m.moved)
		}
	}
	for query, what := range map[string]string{countNever: "dividends of nodes that were never active", countParked: "parked items"} {
		var n int64
		if _, err := tx.QueryOne(sqldb.Dest(&n), query); err != nil {
			return err
		}
		if n != 0 {
			f.T.Errorf("there are %d %s", n, what)
		}
	}
	return nil
}

// ringLoses holds that who owns every account and every node has lost a hundredth of
// the new part of each machine that started, but of those that were left: with all
// that is in the accounts and, as if it were paid out tomorrow, in the pools. Nodes
// cost, and interest is not out of fees.
func (f *forest) ringLoses(tx *sqldb.Tx, machines map[string]grown) error {
	has := f.deposited
	var least money.Amount
	for _, m := range machines {
		if m.startAt != 0 && m.state != "exited" {
			least += money.Percent(100).Floor(m.newPart)
		}
	}
	var interest money.Amount
	if _, err := tx.QueryOne(sqldb.Dest(&interest), sumInterest); err != nil {
		return err
	}
	lost := has + interest
	for _, class := range []ledger.Class{ledger.Available, ledger.Cooling, ledger.Principal, ledger.Delayed, ledger.LevelPool,
		ledger.DividendDiamond, ledger.DividendStar, ledger.DividendKing, ledger.RevenueNode} {
		sum, err := f.Ledger.ClassTotal(tx, class, money.USDT)
		if err != nil {
			return err
		}
		lost -= sum
	}
	if lost < least {
		f.T.Errorf("the ring lost %s, a hundredth of what it started is %s", lost, least)
	}
	return nil
}

// teamsAre recounts the tree: sums follow what happened before the next night.
func (f *forest) teamsAre(tx *sqldb.Tx, machines map[string]grown) error {
	var levelled clock.Day
	if _, err := tx.QueryOne(sqldb.Dest(&levelled), `SELECT levelled FROM team_state`); err != nil {
		return err
	}
	until := (levelled + 1).Start().UnixMicro()
	parents := make(map[string]string)
	want := make(map[string]*stand)
	var joined []string
	err := tx.Query(func(row *sqldb.Row) error {
		var id, parent string
		var at int64
		err := row.Scan(&id, &parent, &at)
		parents[id], want[id] = parent, &stand{}
		if at < until {
			joined = append(joined, id)
		}
		return err
	}, selectParents)
	if err != nil {
		return err
	}
	above := func(id string, each func(s *stand, depth int)) {
		for depth := 0; depth < team.Depth && parents[id] != ""; depth++ {
			id = parents[id]
			each(want[id], depth)
		}
	}
	for _, id := range joined {
		above(id, func(s *stand, depth int) { s.members[depth]++ })
	}
	for _, m := range machines {
		if m.startAt == 0 || m.startAt >= until || m.endedAt != 0 && m.endedAt < until {
			continue
		}
		want[m.user].own += m.newPart
		want[m.user].principal += m.principal
		above(m.user, func(s *stand, depth int) { s.below[depth] += m.newPart })
	}
	return tx.Query(func(row *sqldb.Row) error {
		var id string
		var got stand
		var earned int64
		var rewarded money.Amount
		b, n := &got.below, &got.members
		err := row.Scan(&id, &got.own, &got.principal, &b[0], &b[1], &b[2], &b[3], &b[4], &n[0], &n[1], &n[2], &n[3], &n[4], &earned, &rewarded)
		if err != nil {
			return err
		}
		if got != *want[id] {
			f.T.Errorf("user %s: %+v, want %+v", id, got, *want[id])
		}
		if earned > 0 {
			if due := money.Units(levelRewards[earned-1]); rewarded < due {
				f.T.Errorf("user %s reached V%d and was given %s of %s: the pool of level rewards was short", id, earned, rewarded, due)
			}
		}
		return nil
	}, `SELECT id, own, principal, below1, below2, below3, below4, below5, count1, count2, count3, count4, count5, earned, rewarded FROM team_member`)
}

// levelRewards are what the levels bring by the defaults, those below included.
var levelRewards = [...]int64{5, 20, 80, 300, 1000}

// stand is what a member's sums come to.
type stand struct {
	own, principal money.Amount
	below          [team.Depth]money.Amount
	members        [team.Depth]int64
}
