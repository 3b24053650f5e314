package withdrawal

import (
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/sqldb"
)

var selectAll = requestTable.Select("WHERE id > $1 ORDER BY id LIMIT $2")

const sumOpen = `SELECT user_id, asset, CAST(SUM(quantity) AS BIGINT) FROM withdrawal_request
	WHERE status IN ('pending_review', 'approved') GROUP BY user_id, asset`

// checkPage bounds the withdrawals of one read.
const checkPage = 500

// Check holds withdrawals to the books and to the payouts: I8 (what is
// reserved is what is pending and approved, user by user), the transfers that its status
// calls for, an open payout exactly for each approved one, a final one exactly
// for each confirmed one, and a history that only takes steps that exist. That
// the sums per currency are claimed as well leaves nothing reserved for users
// without open withdrawals.
func (s *Service) Check(tx *sqldb.Tx, claims ledger.Claims) ([]ledger.Violation, error) {
	var found ledger.Findings
	total := make(map[money.Asset]money.Amount)
	for after := ""; ; {
		page, err := withdrawals(tx, selectAll, after, checkPage)
		if err != nil {
			return nil, err
		}
		for _, w := range page {
			if w.Status.isOpen() {
				total[w.Asset] += w.Quantity
			}
			if err := s.checkOne(tx, w, &found); err != nil {
				return nil, err
			}
		}
		if err := checkMovements(tx, after, page, &found); err != nil {
			return nil, err
		}
		if len(page) < checkPage {
			break
		}
		after = page[len(page)-1].ID
	}
	for _, asset := range terms.Assets() {
		claims.Add("I8", ledger.Withdraw, asset, total[asset])
	}
	books, err := s.checkAccounts(tx)
	return append(found, books...), err
}

// checkAccounts is I8, user by user.
func (s *Service) checkAccounts(tx *sqldb.Tx) (found ledger.Findings, err error) {
	type open struct {
		account ledger.Account
		sum     money.Amount
	}
	err = sqldb.Walk(tx, func(row *sqldb.Row) (o open, err error) {
		var userID string
		var asset money.Asset
		err = row.Scan(&userID, &asset, &o.sum)
		o.account = reserved(userID, asset)
		return o, err
	}, func(o open) error {
		holds, err := s.Ledger.Balance(tx, o.account)
		if err == nil && holds != o.sum {
			found.Add("I8", "%s holds %s, open withdrawals need %s", o.account.ID(), holds, o.sum)
		}
		return err
	}, sumOpen)
	return found, err
}

func (s *Service) checkOne(tx sqldb.Command, w Withdrawal, found *ledger.Findings) error {
	p, exists, err := s.Payouts.Orders.Find(tx, w.ID)
	if err != nil {
		return err
	}
	var isRight bool
	switch w.Status {
	case Pending, Cancelled:
		isRight = !exists
	case Approved:
		isRight = exists && p.State != payout.Final && p.State != payout.Failed
	case Confirmed:
		isRight = exists && p.State == payout.Final && p.TxHash == w.TxHash
	case Rejected:
		isRight = !exists || p.State == payout.Failed
	}
	if exists {
		isRight = isRight && p.Amount == w.Arrival && p.Recipient == w.Address && p.Asset == w.Asset && p.Network == w.Network
	}
	if !isRight {
		found.Add("withdrawal", "withdrawal %s is %s and its payout (there: %v) %s", w.ID, w.Status, exists, p.State)
	}
	history, err := s.store.history(tx, w.ID)
	if err != nil {
		return err
	}
	at := Status("")
	for _, e := range history {
		isStep := e.status == at || at == "" && e.status == Pending || at.mayBecome(e.status)
		if !isStep {
			found.Add("withdrawal", "withdrawal %s went from %q to %q", w.ID, at, e.status)
		}
		at = e.status
	}
	if at != w.Status || len(history) != w.steps {
		found.Add("withdrawal", "withdrawal %s is %s with %d lines of history; they end in %q and are %d", w.ID, w.Status, w.steps, at, len(history))
	}
	return nil
}
