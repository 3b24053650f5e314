package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

const (
	entryRefType = "transfer"
	settleChunk  = 100
	// chainClassPrefix and a network's name are its class in the chart of accounts.
	chainClassPrefix = "A.CHAIN."
	// settleRetry is the pause before a transfer that could not be settled is
	// tried again.
	settleRetry = time.Minute
	// remindEvery is how often it is told of again in the log.
	remindEvery = time.Hour

	// Nothing is credited while a chain's history is in doubt.
	isDue           = `state = 'final' AND chain_id NOT IN (SELECT chain_id FROM payment_chain WHERE halt <> '')`
	selectUnsettled = `SELECT ` + transferColumns + ` FROM payment_transfer
		WHERE ` + isDue + ` AND retry_at <= $1 ORDER BY block_number, id LIMIT $2`
	selectDue          = `SELECT ` + transferColumns + ` FROM payment_transfer WHERE id = $1 AND ` + isDue
	putOff             = `UPDATE payment_transfer SET retry_at = $1 WHERE id = $2 AND state = 'final'`
	selectNewestIntent = `SELECT ` + intentColumns + ` FROM payment_intent
		WHERE user_id = $1 AND created_at < $2 ORDER BY created_at DESC, no DESC LIMIT 1`
)

// settleDue settles one chunk of the final transfers, each in a transaction of
// its own, and tells whether there is more. One that fails keeps its state, is
// logged as an error and tried again later; the others go on.
func (s *Service) settleDue(ctx context.Context) (more bool, err error) {
	var due []Transfer
	err = s.db.View(ctx, func(tx *sqldb.Tx) error {
		due = nil
		// While crediting is stopped nothing is due: otherwise there would be more
		// to do for ever.
		stopped, err := s.isStopped(tx)
		if err != nil || stopped {
			return err
		}
		due, err = transfers(tx, selectUnsettled, tx.Now(), settleChunk)
		return err
	})
	if err != nil {
		return false, err
	}
	for _, t := range due {
		if err := s.settleOne(ctx, t.ID); err != nil {
			return false, err
		}
	}
	return len(due) == settleChunk, nil
}

// settleOne settles a transfer, or puts it off. Its error is the database's.
func (s *Service) settleOne(ctx context.Context, id string) error {
	var t Transfer
	var now time.Time
	failure := s.db.Update(ctx, func(tx *sqldb.Tx) error {
		t, now = Transfer{}, tx.Now()
		// Only here does the stop count from its own transaction on. What waits is
		// not put off, so it is settled as soon as crediting runs again.
		stopped, err := s.isStopped(tx)
		if err != nil || stopped {
			return err
		}
		due, err := transfers(tx, selectDue, id)
		if err != nil || len(due) == 0 {
			// Another instance was faster, or the chain was halted meanwhile.
			return err
		}
		t = due[0]
		return s.settle(tx, t)
	})
	switch {
	case failure == nil && t.Reason == reasonTooLarge:
		s.log.Error("a transfer is above what the product handles and was not credited", "transfer", t.ID, "sender", t.Sender, "wei", t.Wei)
		return nil
	case failure == nil:
		return nil
	case errors.Is(failure, sqldb.ErrUnavailable) || ctx.Err() != nil:
		return failure
	}
	if isToBeTold(t, now) {
		s.log.Error("a final transfer could not be settled", "transfer", id, "error", failure)
	}
	return s.db.Update(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(putOff, tx.Now().Add(settleRetry), id)
		return err
	})
}

// isToBeTold says that a transfer's failure is its first, or the first in another
// hour since it was final: who got up for the first line needs no other a minute
// later.
func isToBeTold(t Transfer, now time.Time) bool {
	if t.RetryAt.IsZero() {
		return true
	}
	before := t.RetryAt.Add(-settleRetry)
	return now.Sub(t.FinalAt)/remindEvery != before.Sub(t.FinalAt)/remindEvery
}

// settle decides whose a final transfer is and posts it.
func (s *Service) settle(tx *sqldb.Tx, t Transfer) error {
	n, err := s.networkOf(uint64(t.ChainID))
	if err != nil {
		return err
	}
	sender := common.HexToAddress(t.Sender)
	if n.isOwn(sender) {
		s.close(tx, t, Internal, "", reasonOwn)
		return nil
	}
	userID, isUser, err := s.users.ByAddress(tx, t.Sender)
	if err != nil {
		return err
	}
	isCapital := n.isCapital(sender)
	if isUser && !isCapital {
		t.UserID = userID
	}
	switch {
	case t.Reason == reasonTooLarge:
		return s.closeUncredited(tx, t, Rejected, NoticeRejected)
	case t.Amount == 0:
		return s.closeUncredited(tx, t, Dust, NoticeDust)
	case isCapital:
		return s.book(tx, n, t, CapitalBooked, ledger.CapitalIn, ledger.Capital)
	case !isUser:
		return s.book(tx, n, t, Suspended, ledger.SuspenseIn, ledger.Suspense)
	}
	return s.settleForUser(tx, n, t)
}

// settleForUser gives a transfer to its sender: towards the open intent, or as
// a top-up.
func (s *Service) settleForUser(tx *sqldb.Tx, n *Network, t Transfer) error {
	i, exists, err := s.newestIntent(tx, t)
	if err != nil {
		return err
	}
	where := plainTopUp
	if exists {
		where = attribute(t, n.Name, i)
	}
	if where.holds {
		return s.hold(tx, t, i)
	}
	if err := s.credit(tx, n.Account, t, where.reason); err != nil {
		return err
	}
	more := map[string]string{"txHash": t.TxHash}
	if where.notice != NoticeTopUp {
		more["due"], more["intentNo"] = i.Amount.String(), i.No
	}
	return s.notify(tx, t.UserID, where.notice, t.Asset, t.Amount, more)
}

// newestIntent is the last intent its user had opened by the time of the
// block. Blocks know whole seconds only, hence the second on top.
func (s *Service) newestIntent(tx *sqldb.Tx, t Transfer) (i Intent, exists bool, err error) {
	err = tx.Query(func(row *sqldb.Row) error {
		exists = true
		i, err = scanIntent(row)
		return err
	}, selectNewestIntent, t.UserID, t.BlockTime.Add(time.Second))
	return i, exists, err
}

// hold counts a transfer towards an open intent, and completes that when the
// amount is reached.
func (s *Service) hold(tx *sqldb.Tx, t Transfer, i Intent) error {
	t.State, t.IntentNo, t.Reason = Held, i.No, reasonIntent
	s.store.saveTransfer(tx, t)
	held, err := s.store.heldFor(tx, i.No)
	if err != nil {
		return err
	}
	held = append(held[:len(held):len(held)], t)
	s.store.setHeld(tx, i.No, held)
	i.Paid += t.Amount
	if i.Paid >= i.Amount {
		return s.complete(tx, i, held)
	}
	s.store.saveIntent(tx, i)
	return s.notify(tx, i.UserID, NoticePart, i.Asset, t.Amount, map[string]string{
		"rest": (i.Amount - i.Paid).String(), "expireAt": i.ExpireAt.Format(time.RFC3339), "intentNo": i.No, "txHash": t.TxHash})
}

// complete credits all that was held and tells the purpose, in this order: the
// purpose spends the money.
func (s *Service) complete(tx *sqldb.Tx, i Intent, held []Transfer) error {
	for _, t := range held {
		if err := s.credit(tx, s.accountOfHeld(t, i), t, reasonPaid); err != nil {
			return err
		}
	}
	s.store.setHeld(tx, i.No, nil)
	i.State, i.ClosedAt = StatePaid, tx.Now()
	s.store.saveIntent(tx, i)
	more := map[string]string{"due": i.Amount.String(), "intentNo": i.No}
	if err := s.notify(tx, i.UserID, NoticePaid, i.Asset, i.Paid, more); err != nil {
		return err
	}
	if over := i.Paid - i.Amount; over > 0 {
		if err := s.notify(tx, i.UserID, NoticeOver, i.Asset, over, more); err != nil {
			return err
		}
	}
	purpose := s.purposes[i.Purpose]
	if purpose == nil {
		return fmt.Errorf("nobody handles the purpose %q of intent %s", i.Purpose, i.No)
	}
	return purpose.Paid(tx, i)
}

// book posts a transfer to an account of the house or of third parties.
func (s *Service) book(tx *sqldb.Tx, n *Network, t Transfer, state TransferState, sub ledger.SubType, class ledger.Class) error {
	entryID, err := s.post(tx, n.Account, t, ledger.InternalTransfer, sub, ledger.House(class, t.Asset))
	if err != nil {
		return err
	}
	s.close(tx, t, state, entryID, Reason(sub))
	return nil
}

// accountOfHeld is the ledger's class of the chain on which a transfer came that
// counts towards an intent: what was received is given back although its network
// is not configured any more. The ledger refuses a class that it does not know.
func (s *Service) accountOfHeld(t Transfer, i Intent) ledger.Class {
	if n, err := s.networkOf(uint64(t.ChainID)); err == nil {
		return n.Account
	}
	return chainClassPrefix + ledger.Class(i.Network)
}

// credit posts a transfer from a chain's account to its user's balance and
// records that.
func (s *Service) credit(tx *sqldb.Tx, from ledger.Class, t Transfer, reason Reason) error {
	entryID, err := s.post(tx, from, t, ledger.TopUp, ledger.Deposit, ledger.Of(t.UserID, ledger.Available, t.Asset))
	if err != nil {
		return err
	}
	s.close(tx, t, Credited, entryID, reason)
	return nil
}

// post moves a transfer's amount from the chain's account to another.
func (s *Service) post(tx *sqldb.Tx, from ledger.Class, t Transfer, kind ledger.Type, sub ledger.SubType, to ledger.Account) (string, error) {
	return s.ledger.Post(tx, ledger.Entry{RefType: entryRefType, RefID: t.TxHash, Transfers: []ledger.Transfer{
		{Type: kind, SubType: sub, Debit: ledger.House(from, t.Asset), Credit: to, Amount: t.Amount},
	}})
}

// close ends a transfer's way.
func (s *Service) close(tx *sqldb.Tx, t Transfer, state TransferState, entryID string, reason Reason) {
	t.State, t.EntryID, t.Reason, t.SettledAt = state, entryID, reason, tx.Now()
	s.store.saveTransfer(tx, t)
}

// closeUncredited records a transfer that no account can take.
func (s *Service) closeUncredited(tx *sqldb.Tx, t Transfer, state TransferState, notice string) error {
	reason := t.Reason
	if state == Dust {
		reason = reasonTooSmall
	}
	s.close(tx, t, state, "", reason)
	if t.UserID == "" {
		return nil
	}
	return s.notify(tx, t.UserID, notice, t.Asset, money.Amount(0), map[string]string{"wei": t.Wei, "txHash": t.TxHash})
}
