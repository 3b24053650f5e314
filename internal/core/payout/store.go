package payout

import (
	"github.com/ethereum/go-ethereum/common"

	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

const eventsMax = 200

// eventRow is an Event of a payout.
type eventRow struct {
	id, withdrawalID string
	Event
}

var (
	payoutTable = sqldb.NewTable("payout_payout", func(c *sqldb.Columns, p *Payout) {
		c.Add("withdrawal_id", &p.WithdrawalID)
		c.Add("network", &p.Network)
		c.Add("asset", &p.Asset)
		c.Add("recipient", sqldb.TextOf(&p.Recipient, common.Address.Hex, readAddress))
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

	selectEvents = eventTable.Select("WHERE withdrawal_id = $1 ORDER BY id LIMIT $2")
	selectState  = payoutTable.Select("WHERE state = $1 AND created_at >= $2 ORDER BY created_at, withdrawal_id LIMIT $3")
)

func readAddress(text string) (address common.Address, err error) {
	err = address.UnmarshalText([]byte(text))
	return address, err
}

// store is what several files read and write; statements of one file stand there.
type store struct {
	payouts *sqldb.Keyed[Payout]
	anchors *sqldb.Keyed[Payout]
	event   *sqldb.Rows[eventRow]
}

func newStore() *store {
	key := func(p Payout) string { return p.WithdrawalID }
	return &store{
		payouts: payoutTable.Keyed("payouts", key, payoutTable.Upsert()),
		anchors: anchorTable.Keyed("anchors", key, anchorTable.Upsert()),
		event:   eventTable.Insert(),
	}
}

func (s *store) savePayout(tx *sqldb.Tx, p Payout) {
	if p.Approvals == nil {
		// A list, even of nobody, is stored as one.
		p.Approvals = []signer.Approval{}
	}
	s.payouts.Put(tx, p)
}

func payouts(tx *sqldb.Tx, query string, args ...any) ([]Payout, error) {
	return sqldb.Collect(tx, payoutTable.Scan, query, args...)
}

// History is a payout's timeline, oldest first.
func (s *Service) History(tx *sqldb.Tx, withdrawalID string) ([]Event, error) {
	return sqldb.Collect(tx, func(row *sqldb.Row) (Event, error) {
		e, err := eventTable.Scan(row)
		return e.Event, err
	}, selectEvents, withdrawalID, eventsMax)
}
