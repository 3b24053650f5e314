package payment

import (
	"fmt"

	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

const entryRefType = "transfer"

// credit posts a transfer to its user's balance and records that.
func (s *Service) credit(tx *sqldb.Tx, t Transfer, reason string) error {
	entryID, err := s.post(tx, t, ledger.TopUp, ledger.Deposit, ledger.Of(t.UserID, ledger.Available, t.Asset))
	if err != nil {
		return err
	}
	t.State, t.EntryID, t.Reason, t.SettledAt = Credited, entryID, reason, tx.Now()
	s.store.saveTransfer(tx, t)
	return nil
}

// post moves a transfer's amount from the chain's account to another.
func (s *Service) post(tx *sqldb.Tx, t Transfer, kind ledger.Type, sub ledger.SubType, to ledger.Account) (string, error) {
	n, err := s.networkOf(uint64(t.ChainID))
	if err != nil {
		return "", err
	}
	entryID, err := s.ledger.Post(tx, ledger.Entry{RefType: entryRefType, RefID: t.TxHash, Transfers: []ledger.Transfer{
		{Type: kind, SubType: sub, Debit: ledger.House(n.Account, t.Asset), Credit: to, Amount: t.Amount},
	}})
	if err != nil {
		return "", fmt.Errorf("post transfer %s: %w", t.ID, err)
	}
	return entryID, nil
}
