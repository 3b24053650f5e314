package payment

import (
	"fmt"

	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

var selectSuspense = transferTable.Select("WHERE state = 'suspense' AND sender = $1 ORDER BY settled_at, id LIMIT $2")

// ClaimPhrase begins the text with which a sending wallet gives its deposits
// in suspense to an account; the time in milliseconds ends it.
func (s *Service) ClaimPhrase(sender, account string) string {
	return fmt.Sprintf("Claim deposits at %s sent from %s for account %s. This costs nothing and moves no funds out of your wallet. Time: ", s.Host, sender, account)
}

// Assign credits a user with a transfer in suspense: one that the user claimed, or for
// which nobody can sign. It refuses with fault.Maintenance while crediting is stopped or
// the transfer's chain halted.
func (s *Service) Assign(tx *sqldb.Tx, t Transfer, userID string) error {
	if err := s.refuseCredit(tx, t); err != nil {
		return err
	}
	t.UserID = userID
	entryID, err := s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, RefID: t.TxHash, Transfers: []ledger.Transfer{{
		Type: ledger.InternalTransfer, SubType: ledger.SuspenseClaimed, Debit: ledger.House(ledger.Suspense, t.Asset),
		Credit: ledger.AvailableOf(userID, t.Asset), Amount: t.Amount}}})
	if err != nil {
		return fmt.Errorf("credit transfer %s: %w", t.ID, err)
	}
	s.endTransfer(tx, t, Claimed, entryID, reasonClaimed)
	return nil
}
