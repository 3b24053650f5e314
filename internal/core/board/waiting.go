package board

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/operator"
	"etld/internal/core/operator/funds"
	"etld/internal/infra/jobs"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

// This file reads what other parts keep, as the board shows all of them together. It
// names their tables, in reads alone; each is answered by an index of what waits.

// countMax is where a count ends.
const countMax = 1_000

// statements read what waits, at most $2 of it, in any order: since when, and whether it
// is late at $1. A payout waits since it came to where a person has to look at it: in the
// queue the program waits. A flag that an operator set or took over waits for nobody.
var statements = map[string]string{
	"withdrawals": `SELECT created_at, CASE WHEN review_by < $1 THEN 1 ELSE 0 END FROM withdrawal_request WHERE status = 'pending_review' LIMIT $2`,
	"payouts": `SELECT since, CASE WHEN since <= $1 THEN 1 ELSE 0 END FROM (SELECT COALESCE((SELECT MIN(e.at) FROM payout_event e
		WHERE e.withdrawal_id = p.withdrawal_id AND e.id > (SELECT COALESCE(MAX(o.id), '') FROM payout_event o
		WHERE o.withdrawal_id = p.withdrawal_id AND o.state NOT IN ('needs_attention', 'unknown'))), p.created_at) AS since
		FROM payout_payout p WHERE p.state IN ('needs_attention', 'unknown') LIMIT $2) AS waiting`,
	"orders":   `SELECT paid_at, CASE WHEN paid_at <= $1 THEN 1 ELSE 0 END FROM shop_order WHERE state = 'waiting_for_delivery' LIMIT $2`,
	"suspense": `SELECT settled_at, CASE WHEN settled_at <= $1 THEN 1 ELSE 0 END FROM payment_transfer WHERE state = 'suspense' LIMIT $2`,
	"debits": `SELECT due_at, 1 FROM operator_debit WHERE state = 'disputable' AND due_at <= $1
		AND ` + funds.LastObjection + ` IN ('pending', 'expired') LIMIT $2`,
	"rewards": `SELECT at, CASE WHEN due_at <= $1 THEN 1 ELSE 0 END FROM team_reward WHERE state = 'delayed' LIMIT $2`,
	"paused":  `SELECT paused_at, CASE WHEN paused_at <= $1 THEN 1 ELSE 0 END FROM machine_machine WHERE state = 'paused' LIMIT $2`,
	"flags":   `SELECT opened_at, CASE WHEN opened_at <= $1 THEN 1 ELSE 0 END FROM team_flag WHERE scope = 'open' AND opened_by = 'system' LIMIT $2`,
	"rounds":  `SELECT locked_at, CASE WHEN locked_at <= $1 THEN 1 ELSE 0 END FROM game_round WHERE state = 'locked' LIMIT $2`,
	"parked":  `SELECT since, CASE WHEN since <= $1 THEN 1 ELSE 0 END FROM job_parked LIMIT $2`,
}

// waitingOf counts a queue. What waits since a time or longer is late, and of
// withdrawals and rewards what was due by it.
func waitingOf(tx *sqldb.Tx, queue string, before time.Time) (w Waiting, err error) {
	err = tx.Query(func(row *sqldb.Row) error {
		var since time.Time
		var isLate bool
		if err := row.Scan(&since, &isLate); err != nil {
			return err
		}
		if w.Waiting == countMax {
			w.More = true
			return nil
		}
		w.Waiting++
		if isLate {
			w.Late++
		}
		if w.OldestAt == nil || since.Before(*w.OldestAt) {
			w.OldestAt = &since
		}
		return nil
	}, statements[queue], before, countMax+1)
	return w, err
}

const selectProposals = `SELECT kind, COUNT(*), MIN(created_at) FROM operator_proposal
	WHERE state = 'pending' AND expires_at > $1 AND maker_id <> $2
	AND about <> $3 AND NOT EXISTS (SELECT 1 FROM user_person WHERE id = about AND address_key = LOWER($3))
	AND NOT EXISTS (SELECT 1 FROM operator_approval a WHERE a.proposal_id = operator_proposal.id AND a.staff_id = $2) GROUP BY kind ORDER BY kind`

// proposalsFor are the pending proposals that somebody neither made nor approved, and that
// are not about the own account.
func proposalsFor(tx *sqldb.Tx, who operator.Staff) ([]Decision, error) {
	return sqldb.Collect(tx, sqldb.Into(func(d *Decision) []any { return sqldb.Dest(&d.Kind, &d.Waiting, &d.OldestAt) }),
		selectProposals, tx.Now(), who.ID, who.Address)
}

// ownFor is for how long somebody is shown that an own proposal came to nothing.
const ownFor = 7 * day

const selectOwn = `SELECT state, COUNT(*), MAX(created_at) FROM operator_proposal WHERE maker_id = $1 AND state = 'pending' GROUP BY state
	UNION ALL SELECT state, COUNT(*), MAX(closed_at) FROM operator_proposal
	WHERE maker_id = $1 AND state IN ('expired', 'rejected') AND closed_at > $2 AND closed_by <> $1 GROUP BY state ORDER BY 1`

// ownOf are the proposals that somebody made and that wait or came to nothing.
func ownOf(tx *sqldb.Tx, who operator.Staff) ([]Own, error) {
	return sqldb.Collect(tx, sqldb.Into(func(o *Own) []any { return sqldb.Dest(&o.State, &o.Count, &o.NewestAt) }),
		selectOwn, who.ID, tx.Now().Add(-ownFor))
}

// board is a topic whose mark a statement reads.
type board struct {
	topic
	look string
}

// boards move with what is committed: with the journal, with the days that are counted,
// with prices. What moves without a commit, such as a chain's head, is asked for.
func boards() []board {
	const newestEntry = `SELECT COALESCE(MAX(id), '') FROM ledger_transfer`
	return []board{
		{topic{outdates: "boards/money", readers: inFinance(operator.Risk), rests: true}, newestEntry},
		{topic{outdates: "game/", readers: inFinance(operator.Risk, operator.Support), rests: true}, newestEntry},
		{topic{outdates: "figures/days", readers: inFinance(operator.Catalogue, operator.Risk)},
			`SELECT CAST(COALESCE(MAX(at), 0) AS TEXT) FROM transparency_day WHERE is_over = 0`},
		{topic{outdates: "boards/chain", readers: inFinance(operator.Risk, operator.Administrator)}, `SELECT CAST(COALESCE(MAX(at), 0) AS TEXT) FROM price_state`},
		{topic{outdates: "jobs/list", readers: inFinance(operator.Risk, operator.Administrator)}, `SELECT CAST(COUNT(*) AS TEXT) FROM job_parked`},
	}
}

func inFinance(others ...operator.Role) []operator.Role {
	return append([]operator.Role{operator.FinanceMaker, operator.FinanceChecker}, others...)
}

const kindRetry = "job_retry"

// parkedItem names an item that its job is to try again.
type parkedItem struct {
	Job     string `json:"job"`
	Subject string `json:"subject"`
}

func (p parkedItem) item() jobs.Item { return jobs.Item{Job: p.Job, Subject: p.Subject} }

var parkedList = lists.List[jobs.ParkedItem]{Table: jobs.ParkedItems, Key: "id", Orders: []lists.Order{lists.First("since", "since", "id")},
	Filters: []lists.Filter{lists.Is("job", "job")}}

// registerParked registers the list of what jobs have parked, the longest first,
// and the retry of one item. One person may ask for it: a try does only what is
// due, and what fails again stays in the list.
func registerParked(o *operator.Service) {
	roles := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Administrator}
	operator.Rows(o, operator.Route{Path: "jobs/parked", Roles: roles}, parkedList, operator.Whole)
	operator.Handle(o, operator.Kind[parkedItem]{Name: kindRetry, Path: "jobs/retry", Makers: roles, Checkers: roles,
		Describe: describeRetry,
		Execute: func(tx *sqldb.Tx, p parkedItem, _ operator.Decision) error {
			_, err := jobs.Retry(tx, p.item())
			return err
		}})
}

// describeRetry refuses what is not parked, and what is due already.
func describeRetry(tx *sqldb.Tx, p parkedItem) (operator.Description, error) {
	parked, found, err := jobs.FindParked(tx, p.item())
	if err == nil && (!found || !parked.RetryAt.After(tx.Now())) {
		err = operator.ErrNothing
	}
	return operator.Description{Subject: p.Job + " " + p.Subject, Diff: []operator.Change{
		{Field: "tried next", Before: clock.Text(parked.RetryAt), After: clock.Text(tx.Now())},
		{Field: "cause", Before: parked.Cause}}}, err
}
