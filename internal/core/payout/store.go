package payout

import (
	"errors"
	"slices"
	"strings"

	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

const eventsMax = 200

// eventRow is a Step of a payout.
type eventRow struct {
	id, withdrawalID string
	Step
}

var (
	payoutTable = sqldb.NewTable("payout_payout", func(c *sqldb.Columns, p *Payout) {
		c.Add("withdrawal_id", &p.WithdrawalID)
		c.Add("network", &p.Network)
		c.Add("asset", &p.Asset)
		c.Add("recipient", sqldb.Hex(&p.Recipient))
		c.Add("amount", &p.Amount)
		c.Add("units", &p.Units)
		c.Add("statement", &p.Statement.Text)
		c.Add("statement_signature", &p.Statement.Signature)
		c.Add("approvals", sqldb.JSON(&p.Approvals))
		c.Add("automatic", &p.Automatic)
		c.Add("issue", &p.Issue)
		c.Add("state", &p.State)
		c.Add("proof", &p.Proof)
		c.Add("reason", &p.Reason)
		c.Add("expected_at", &p.ExpectedAt)
		c.Add("retry_at", &p.retryAt)
		c.Add("tx_hash", &p.TxHash)
		c.Add("block_number", &p.Block)
		c.Add("block_hash", &p.BlockHash)
		c.Add("created_at", &p.CreatedAt)
		c.Add("updated_at", &p.UpdatedAt)
		c.Add("steps", &p.steps)
	})
	eventTable = sqldb.NewTable("payout_event", func(c *sqldb.Columns, e *eventRow) {
		c.Add("id", &e.id)
		c.Add("withdrawal_id", &e.withdrawalID)
		c.Add("state", &e.State)
		c.Add("reason", &e.Reason)
		c.Add("tx_hash", &e.TxHash)
		c.Add("at", &e.At)
	})
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

func (s *store) savePayout(tx sqldb.Command, p Payout) {
	if p.Approvals == nil {
		// A list, even of nobody, is stored as one.
		p.Approvals = []signer.Approval{}
	}
	s.payouts.Put(tx, p)
}

func payouts(tx *sqldb.Tx, query string, args ...any) ([]Payout, error) {
	return sqldb.Collect(tx, payoutTable.Scan, query, args...)
}

// Load fetches several payouts with their timelines at once, for a page of them.
func (s payoutQueue) Load(tx sqldb.Command, withdrawalIDs []string) error {
	return errors.Join(s.store.payouts.Load(tx, withdrawalIDs), s.store.events.Load(tx, withdrawalIDs))
}

// History is a payout's timeline, oldest first.
func (s payoutQueue) History(tx sqldb.Command, withdrawalID string) ([]Step, error) {
	list, _, err := s.store.events.Get(tx, withdrawalID)
	sorted := slices.SortedFunc(slices.Values(list), func(a, b eventRow) int { return strings.Compare(a.id, b.id) })
	events := make([]Step, min(len(sorted), eventsMax))
	for i := range events {
		events[i] = sorted[i].Step
	}
	return events, err
}
