package payout

import (
	"errors"
	"slices"
	"strings"

	"etld/internal/base/each"
	"etld/internal/infra/sqldb"
)

const eventsMax = 200

// eventRow is a Step of a payout.
type eventRow struct {
	id, withdrawalID string
	Step
}

var (
	payoutTable = sqldb.NewTable[Payout]("payout_payout", `withdrawal_id, network, asset, recipient, amount, units, statement = Statement.Text,
		statement_signature, approvals, automatic, issue, state, proof, reason, expected_at, retry_at, tx_hash, block_number = Block, block_hash,
		created_at, updated_at, steps`)
	eventTable  = sqldb.NewTable[eventRow]("payout_event", "id, withdrawal_id, state, reason, tx_hash, at")
	selectState = payoutTable.Select("WHERE state = $1 AND created_at >= $2 ORDER BY created_at, withdrawal_id LIMIT $3")
)

// store is what several files read and write; statements of one file stand there.
type store struct {
	payouts *sqldb.Keyed[Payout]
	anchors *sqldb.Keyed[Payout]
	events  *sqldb.Lookup[[]eventRow]
	event   *sqldb.Rows[eventRow]
}

func newStore() *store {
	key := func(p Payout) string { return p.WithdrawalID }
	return &store{
		payouts: payoutTable.Keyed("payouts", key, payoutTable.Upsert()),
		anchors: anchorTable.Keyed("anchors", key, anchorTable.Upsert()),
		events: sqldb.NewLookup("payout events", eventTable.Select("WHERE withdrawal_id"),
			sqldb.Several(eventTable.ByKey(func(e eventRow) string { return e.withdrawalID }))),
		event: eventTable.Insert(),
	}
}

func payouts(tx *sqldb.Tx, query string, args ...any) ([]Payout, error) {
	return sqldb.Collect(tx, payoutTable.Scan, query, args...)
}

// Load fetches several payouts with their timelines at once, for a page of them.
func (s payoutQueue) Load(tx sqldb.Command, withdrawalIDs []string) error {
	return errors.Join(s.store.payouts.Load(tx, withdrawalIDs), s.store.events.Load(tx, withdrawalIDs))
}

// Was says that a payout was in a state before, since it was issued last.
func (s payoutQueue) Was(tx sqldb.Command, withdrawalID string, state State) (was bool, err error) {
	steps, err := s.History(tx, withdrawalID)
	for _, step := range steps {
		was = step.State == state || was && step.Reason != ReasonReissued
	}
	return was, err
}

// History is a payout's timeline, oldest first; of a very long one it is the end.
func (s payoutQueue) History(tx sqldb.Command, withdrawalID string) ([]Step, error) {
	list, _, err := s.store.events.Get(tx, withdrawalID)
	sorted := slices.SortedFunc(slices.Values(list), func(a, b eventRow) int { return strings.Compare(a.id, b.id) })
	newest := sorted[max(0, len(sorted)-eventsMax):]
	return each.Of(newest, func(e eventRow) Step { return e.Step }), err
}
