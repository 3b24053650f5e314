package payout

import (
	"encoding/json"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

const (
	payoutColumns = `withdrawal_id, network, asset, recipient, amount, units, statement, statement_signature, approvals, automatic,
		issue, state, proof, reason, expected_at, retry_at, tx_hash, block_number, block_hash, created_at, updated_at, steps`

	selectEvents = `SELECT state, reason, tx_hash, at FROM payout_event WHERE withdrawal_id = $1 ORDER BY id LIMIT $2`
	selectState  = `SELECT ` + payoutColumns + ` FROM payout_payout WHERE state = $1 AND created_at >= $2 ORDER BY created_at, withdrawal_id LIMIT $3`

	eventsMax = 200
)

// store is what several files read and write; statements of one file stand there.
type store struct {
	payouts *sqldb.Lookup[Payout]
	payout  *sqldb.Write
	event   *sqldb.Write
}

func newStore() *store {
	return &store{
		payouts: sqldb.NewLookup("payouts", `SELECT `+payoutColumns+` FROM payout_payout WHERE withdrawal_id`,
			sqldb.Single(func(row *sqldb.Row) (string, Payout, error) {
				p, err := scanPayout(row)
				return p.WithdrawalID, p, err
			})),
		payout: sqldb.NewUpsert("payout_payout", sqldb.Text("withdrawal_id"),
			sqldb.Text("network"), sqldb.Text("asset"), sqldb.Text("recipient"), sqldb.Integer("amount"), sqldb.Text("units"),
			sqldb.Text("statement"), sqldb.Text("statement_signature"), sqldb.Text("approvals"), sqldb.Integer("automatic"),
			sqldb.Integer("issue"), sqldb.Text("state"), sqldb.Text("proof"), sqldb.Text("reason"), sqldb.Integer("expected_at"), sqldb.Integer("retry_at"),
			sqldb.Text("tx_hash"), sqldb.Integer("block_number"), sqldb.Text("block_hash"), sqldb.Integer("created_at"), sqldb.Integer("updated_at"), sqldb.Integer("steps")),
		event: sqldb.NewInsert("payout_event", sqldb.Text("id"), sqldb.Text("withdrawal_id"), sqldb.Text("state"), sqldb.Text("reason"),
			sqldb.Text("tx_hash"), sqldb.Integer("at")),
	}
}

func scanPayout(row *sqldb.Row) (Payout, error) {
	var p Payout
	var recipient, approvals string
	var block int64
	err := row.Scan(&p.WithdrawalID, &p.Network, &p.Asset, &recipient, &p.Amount, &p.Units, &p.Statement.Text, &p.Statement.Signature, &approvals, &p.Automatic,
		&p.Issue, &p.State, &p.Proof, &p.Reason, &p.ExpectedAt, &p.retryAt, &p.TxHash, &block, &p.BlockHash, &p.CreatedAt, &p.UpdatedAt, &p.steps)
	if err != nil {
		return Payout{}, err
	}
	p.Recipient, p.Block = common.HexToAddress(recipient), uint64(block)
	if err := json.Unmarshal([]byte(approvals), &p.Approvals); err != nil {
		return Payout{}, fmt.Errorf("approvals of payout %s: %w", p.WithdrawalID, err)
	}
	return p, nil
}

func (s *store) savePayout(tx *sqldb.Tx, p Payout) error {
	list := p.Approvals
	if list == nil {
		list = []signer.Approval{}
	}
	approvals, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("approvals of payout %s: %w", p.WithdrawalID, err)
	}
	s.payouts.Set(tx, p.WithdrawalID, p)
	s.payout.Add(tx, p.WithdrawalID, p.Network, p.Asset, p.Recipient.Hex(), p.Amount, p.Units, p.Statement.Text, p.Statement.Signature, string(approvals), p.Automatic,
		p.Issue, p.State, p.Proof, p.Reason, p.ExpectedAt, p.retryAt, p.TxHash, int64(p.Block), p.BlockHash, p.CreatedAt, p.UpdatedAt, p.steps)
	return nil
}

func payouts(tx *sqldb.Tx, query string, args ...any) ([]Payout, error) {
	var list []Payout
	err := tx.Query(func(row *sqldb.Row) error {
		p, err := scanPayout(row)
		list = append(list, p)
		return err
	}, query, args...)
	return list, err
}

// History is a payout's timeline, oldest first.
func (s *Service) History(tx *sqldb.Tx, withdrawalID string) ([]Event, error) {
	var list []Event
	err := tx.Query(func(row *sqldb.Row) error {
		var e Event
		err := row.Scan(&e.State, &e.Reason, &e.TxHash, &e.At)
		list = append(list, e)
		return err
	}, selectEvents, withdrawalID, eventsMax)
	return list, err
}
