package payment

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	creditChunk = 100
	// chainClassPrefix and a network's name are its class in the chart of accounts.
	chainClassPrefix = "A.CHAIN."
	// retryAfter is the pause before a parked transfer or intent is tried again.
	retryAfter = time.Minute

	// Nothing is credited while a chain's history is in doubt.
	isDue = `state = 'final' AND chain_id NOT IN (SELECT chain_id FROM payment_chain WHERE halt <> '')`
)

var (
	selectDue          = transferTable.Select("WHERE id = $1 AND " + isDue)
	selectNewestIntent = intentTable.Select("WHERE user_id = $1 AND created_at < $2 ORDER BY created_at DESC, no DESC LIMIT 1")
	selectUncredited   = `SELECT id FROM payment_transfer
		WHERE ` + isDue + ` AND ` + jobs.NotParked(creditJob, "payment_transfer.id") + ` ORDER BY block_number, id LIMIT $1`
)

// creditDue credits one chunk of the final transfers and says whether there is more.
// A transfer that fails keeps its state and is parked; the others go on. Parked ones
// come first, as they are older.
func (s *incoming) creditDue(ctx context.Context) (more bool, err error) {
	final := jobs.Items{Job: creditJob, Max: creditChunk, RetryAfter: retryAfter, Do: s.credit, Read: func(tx *sqldb.Tx) ([]string, error) {
		return sqldb.Collect(tx, sqldb.One[string], selectUncredited, creditChunk)
	}}
	err = s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		more = false
		// The stop is read in this transaction, so that it counts from its own commit
		// on. A transfer that waits for it is not parked: it is credited as soon as
		// crediting runs again.
		stopped, err := s.isStopped(tx)
		if err != nil || stopped {
			return err
		}
		more, err = final.Next(ctx, tx)
		return err
	})
	return more && err == nil, err
}

// CreditNow credits what is final, as the job does by and by, and says whether a
// transaction's transfers lie in balances now. The demo gives money with it.
func (s *incoming) CreditNow(ctx context.Context, chainID uint64, transaction common.Hash) (isCredited bool, err error) {
	for more := true; more; {
		if more, err = s.creditDue(ctx); err != nil {
			return false, err
		}
	}
	return sqldb.Value(ctx, s.DB.View, func(tx *sqldb.Tx) (bool, error) {
		found, err := transfers(tx, selectByTx, transaction.Hex(), int64(chainID))
		isOther := func(t Transfer) bool { return t.State != Credited }
		return len(found) > 0 && !slices.ContainsFunc(found, isOther), err
	})
}

// credit credits a transfer, unless another instance was faster or the chain was
// halted meanwhile.
func (s *incoming) credit(tx *sqldb.Tx, id string) error {
	found, err := transfers(tx, selectDue, id)
	if err != nil || len(found) == 0 {
		return err
	}
	return s.creditFinal(tx, found[0])
}

// creditFinal decides whose money a final transfer is and posts it.
func (s *incoming) creditFinal(tx *sqldb.Tx, t Transfer) error {
	n, err := s.networkOf(uint64(t.ChainID))
	if err != nil {
		return err
	}
	sender := common.HexToAddress(t.Sender)
	if n.isOwn(sender) {
		s.endTransfer(tx, t, Internal, "", reasonOwn)
		return nil
	}
	owner, isUser, err := s.Users.ByAddress(tx, t.Sender)
	if err != nil {
		return err
	}
	// A contract at the same address on another chain may be somebody else's.
	isUser = isUser && owner.isOn(n.ChainID)
	isCapital := n.isCapital(sender)
	if isUser && !isCapital {
		t.UserID = owner.UserID
	}
	if t.Reason == reasonTooLarge {
		s.Log.Error("a transfer is above what the product handles and was not credited", "transfer", t.ID, "sender", t.Sender, "wei", t.Wei)
		return s.reject(tx, t)
	}
	if err := keepRemainder(tx, t); err != nil {
		return err
	}
	if isCapital && t.Amount > 0 {
		return s.creditHouse(tx, n, t, asCapital)
	}
	enough, err := s.enoughOf(tx, n, t)
	if err != nil {
		return err
	}
	if t.Amount < enough {
		return s.gatherDust(tx, n, t)
	}
	if err := s.creditSender(tx, n, t); err != nil {
		return err
	}
	_, err = s.creditWaiting(tx, n, t)
	return err
}

// creditSender gives a transfer to the user who sent it, or puts it into suspense.
func (s *incoming) creditSender(tx *sqldb.Tx, n *Network, t Transfer) error {
	if t.UserID == "" {
		return s.creditHouse(tx, n, t, inSuspense)
	}
	return s.creditForUser(tx, n, t)
}

// creditForUser gives a transfer to its sender: it counts towards the open intent,
// or it is a top-up.
func (s *incoming) creditForUser(tx *sqldb.Tx, n *Network, t Transfer) error {
	i, exists, err := s.newestIntent(tx, t)
	if err != nil {
		return err
	}
	where := plainTopUp
	if exists {
		where = attribute(t, n.Name, i)
	}
	if where.isForIntent {
		return s.intents.applyToIntent(tx, t, i)
	}
	if err := s.creditUser(tx, n.Account, t, where.reason); err != nil {
		return err
	}
	more := map[string]string{"txHash": t.TxHash}
	if where.notice != NoticeTopUp {
		more["due"], more["intentNo"] = i.Amount.String(), i.No
	}
	return s.notifyUser(tx, where.notice, Intent{UserID: t.UserID, No: i.No, Purpose: i.Purpose}, t.Asset, t.Amount, more)
}

// newestIntent is the last intent its user had opened by the time of the
// block. Blocks know whole seconds only, hence the second on top.
func (s *incoming) newestIntent(tx *sqldb.Tx, t Transfer) (i Intent, exists bool, err error) {
	return sqldb.Find(tx, intentTable.Scan, selectNewestIntent, t.UserID, t.BlockTime.Add(time.Second))
}

// applyToIntent counts a transfer towards an open intent, and completes the intent
// when its amount is reached.
func (s *intents) applyToIntent(tx sqldb.Command, t Transfer, i Intent) error {
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
	return s.notifyUser(tx, NoticePart, i, i.Asset, t.Amount, map[string]string{
		"rest": (i.Amount - i.Paid).String(), "expireAt": clock.Text(i.ExpireAt), "intentNo": i.No, "txHash": t.TxHash})
}

// complete credits all transfers of an intent and then tells its handler, which
// spends the money.
func (s *intents) complete(tx sqldb.Command, i Intent, held []Transfer) error {
	for _, t := range held {
		if err := s.creditUser(tx, s.accountOfApplied(t, i), t, reasonPaid); err != nil {
			return err
		}
	}
	s.store.setHeld(tx, i.No, nil)
	i.State, i.ClosedAt = StatePaid, tx.Now()
	s.store.saveIntent(tx, i)
	more := map[string]string{"due": i.Amount.String(), "intentNo": i.No}
	err := s.notifyUser(tx, NoticePaid, i, i.Asset, i.Paid, more)
	if over := i.Paid - i.Amount; err == nil && over > 0 {
		err = s.notifyUser(tx, NoticeOver, i, i.Asset, over, more)
	}
	if err != nil {
		return err
	}
	handler := s.handlers[i.Purpose]
	if handler == nil {
		return fmt.Errorf("nobody handles the purpose %q of intent %s", i.Purpose, i.No)
	}
	return handler.Paid(tx, i)
}

// houseEnd is how a transfer ends that is credited to no user.
type houseEnd struct {
	state  TransferState
	reason Reason
	sub    ledger.SubType
	class  ledger.Class
}

var (
	asCapital  = houseEnd{CapitalBooked, reasonCapital, ledger.CapitalIn, ledger.Capital}
	inSuspense = houseEnd{Suspended, reasonSuspense, ledger.SuspenseIn, ledger.Suspense}
)

// creditHouse posts a transfer to an account of the house or of third parties.
func (s *incoming) creditHouse(tx sqldb.Command, n *Network, t Transfer, end houseEnd) error {
	entryID, err := s.post(tx, n.Account, t, ledger.InternalTransfer, end.sub, ledger.House(end.class, t.Asset))
	if err != nil {
		return err
	}
	s.endTransfer(tx, t, end.state, entryID, end.reason)
	return nil
}

// accountOfApplied is the ledger's class of the chain by which a transfer of an
// intent came. It is known although the network is not configured any more, so that
// the money can be given back. The ledger refuses a class that it does not know.
func (s *shared) accountOfApplied(t Transfer, i Intent) ledger.Class {
	if n, err := s.networkOf(uint64(t.ChainID)); err == nil {
		return n.Account
	}
	return chainClassPrefix + ledger.Class(i.Network)
}

// creditUser posts a transfer from a chain's account to its user's balance and ends
// it.
func (s *shared) creditUser(tx sqldb.Command, from ledger.Class, t Transfer, reason Reason) error {
	entryID, err := s.post(tx, from, t, ledger.TopUp, ledger.Deposit, ledger.AvailableOf(t.UserID, t.Asset))
	if err != nil {
		return err
	}
	s.endTransfer(tx, t, Credited, entryID, reason)
	return nil
}

// post moves a transfer's amount from the chain's account to another.
func (s *shared) post(tx sqldb.Command, from ledger.Class, t Transfer, kind ledger.Type, sub ledger.SubType, to ledger.Account) (string, error) {
	return s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefTransfer, RefID: t.TxHash, Transfers: []ledger.Transfer{
		{Type: kind, SubType: sub, Debit: ledger.House(from, t.Asset), Credit: to, Amount: t.Amount},
	}})
}

// endTransfer stores the last state of a transfer.
func (s *shared) endTransfer(tx sqldb.Command, t Transfer, state TransferState, entryID string, reason Reason) {
	t.State, t.EntryID, t.Reason, t.SettledAt = state, entryID, reason, tx.Now()
	s.store.saveTransfer(tx, t)
}

// reject records a transfer that no account can take.
func (s *incoming) reject(tx sqldb.Command, t Transfer) error {
	s.endTransfer(tx, t, Rejected, "", t.Reason)
	if t.UserID == "" {
		return nil
	}
	return s.notifyUser(tx, NoticeRejected, Intent{UserID: t.UserID}, t.Asset, money.Amount(0), map[string]string{"wei": t.Wei, "txHash": t.TxHash})
}
