package withdrawal

import (
	"fmt"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

// StepCode names a line of a withdrawal's timeline.
type StepCode string

// The withdrawal's own lines, and those of its payout.
const (
	stepRequested StepCode = "requested"
	stepChecked   StepCode = "signature_confirmed"
	stepApproved  StepCode = "approved"
	stepAutomatic StepCode = "approved_automatically"
	stepOverdue   StepCode = "overdue"
	stepRejected  StepCode = "rejected"
	stepCancelled StepCode = "cancelled"
	stepConfirmed StepCode = "confirmed"

	stepQueued    StepCode = "payout_queued"
	stepWaiting   StepCode = "payout_waiting"
	stepSent      StepCode = "payout_sent"
	stepFeeRaised StepCode = "payout_fee_raised"
	stepInBlock   StepCode = "payout_in_block"
	stepTakenBack StepCode = "payout_taken_back"
	stepUnknown   StepCode = "payout_unknown"
	stepAttention StepCode = "payout_attention"
	stepAgain     StepCode = "payout_again"
	stepEnded     StepCode = "payout_ended"
)

func (StepCode) Values() []string {
	return each.Texts(stepRequested, stepChecked, stepApproved, stepAutomatic, stepOverdue, stepRejected, stepCancelled, stepConfirmed,
		stepQueued, stepWaiting, stepSent, stepFeeRaised, stepInBlock, stepTakenBack, stepUnknown, stepAttention, stepAgain, stepEnded)
}

// approver is who approves, and with which signatures.
type approver struct {
	actor     Actor
	actorID   string
	approvals []signer.Approval
}

// find is a withdrawal, or fault.NotFound.
func (s changes) find(tx sqldb.Command, id string) (Withdrawal, error) {
	return fault.Known(s.store.requests.Get(tx, id))
}

// changeStatus refuses a change that does not exist.
func changeStatus(w Withdrawal, next Status) (Withdrawal, error) {
	if !w.Status.mayBecome(next) {
		return w, ErrStatus.With("status", string(w.Status))
	}
	w.Status = next
	return w, nil
}

// approve orders the payout of a pending withdrawal.
func (s changes) approve(tx *sqldb.Tx, w Withdrawal, by approver) (Withdrawal, error) {
	w, err := changeStatus(w, Approved)
	if err != nil {
		return w, err
	}
	code, kind := stepApproved, noticeApproved
	o := w.order()
	o.Approvals = by.approvals
	if by.actor == actorPlatform {
		o.Automatic, w.IsAutomatic = true, true
		code, kind = stepAutomatic, noticeApprovedAtOnce
	}
	w.DecidedAt = tx.Now()
	if err := s.Payouts.Orders.Enqueue(tx, o); err != nil {
		return w, s.asFailure(w, err)
	}
	if w, err = s.store.appendHistory(tx, w, event{code: code, actor: by.actor, actorID: by.actorID, detail: w.Cause}); err != nil {
		return w, err
	}
	return w, s.notifyUser(tx, w, kind)
}

// Cancel takes a user's pending withdrawal back. The money returns, and for a while
// the user cannot buy game points. It refuses with fault.NotFound and
// ErrNotCancellable. It runs in a db.Update.
func (s *Service) Cancel(tx *sqldb.Tx, userID, id string) (w Withdrawal, lockedUntil time.Time, err error) {
	if w, err = s.Changes.find(tx, id); err != nil {
		return w, lockedUntil, err
	}
	if w.UserID != userID {
		return w, lockedUntil, fault.NotFound
	}
	if w, err = changeStatus(w, Cancelled); err != nil {
		return w, lockedUntil, ErrNotCancellable
	}
	l, err := terms.CurrentLimits(tx)
	if err != nil {
		return w, lockedUntil, err
	}
	before, err := s.GameLockedUntil(tx, userID)
	if err != nil {
		return w, lockedUntil, err
	}
	if lockedUntil = tx.Now().Add(l.GameLock); before.After(lockedUntil) {
		lockedUntil = before
	}
	s.store.locks.Set(tx, userID, lockedUntil)
	s.store.lock.Add(tx, lockRow{userID, lockedUntil})
	if w, err = s.Changes.returnMoney(tx, w, event{code: stepCancelled, actor: actorUser, actorID: userID}); err != nil {
		return w, lockedUntil, err
	}
	if err := s.Proposals.Withdraw(tx, kindReview, w.ID, "cancelled by the user"); err != nil {
		return w, lockedUntil, err
	}
	return w, lockedUntil, s.Changes.notifyUser(tx, w, noticeCancelled)
}

// rejection is why a withdrawal is rejected, and by whom.
type rejection struct {
	actor         Actor
	reason        ReasonCode
	actorID, note string
}

// reject returns the money with a reason.
func (s changes) reject(tx *sqldb.Tx, w Withdrawal, r rejection) (Withdrawal, error) {
	w, err := changeStatus(w, Rejected)
	if err != nil {
		return w, err
	}
	w.Reason, w.Note, w.DecidedAt = r.reason, r.note, tx.Now()
	if w, err = s.returnMoney(tx, w, event{code: stepRejected, actor: r.actor, actorID: r.actorID, detail: string(r.reason)}); err != nil {
		return w, err
	}
	return w, s.notifyUser(tx, w, noticeRejected)
}

// returnMoney returns the reserved money and ends a withdrawal that is not paid.
func (s changes) returnMoney(tx *sqldb.Tx, w Withdrawal, e event) (Withdrawal, error) {
	if err := s.Payouts.Orders.Remembered(tx, w.Network, w.ID); err != nil {
		return w, err
	}
	w.EndedAt, w.ReviewUntil = tx.Now(), time.Time{}
	_, err := s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefWithdrawal, RefID: w.ID, Transfers: []ledger.Transfer{
		{Type: ledger.WithdrawalRefund, Debit: reserved(w.UserID, w.Asset), Credit: ledger.AvailableOf(w.UserID, w.Asset), Amount: w.Quantity}}})
	if err != nil {
		return w, err
	}
	return s.store.appendHistory(tx, w, e)
}

// Stepped tells the open apps of a withdrawal's user that its payout went on, and
// leaves a notice once it was sent and once it is in a block; of each issue once, however
// often its blocks are taken back.
func (s changes) Stepped(tx sqldb.Command, from payout.State, p payout.Payout) error {
	w, err := s.find(tx, p.WithdrawalID)
	if err != nil {
		return err
	}
	kind, hasNotice := map[payout.State]string{payout.Broadcast: noticeSent, payout.Mined: noticeInBlock}[p.State]
	if hasNotice && p.State != from {
		was, err := s.Payouts.Orders.Was(tx, p.WithdrawalID, p.State)
		if err == nil && !was {
			err = s.notifyUser(tx, w, kind)
		}
		if err != nil {
			return err
		}
	}
	return s.Notices.Tell(tx, w.UserID, eventStep, map[string]string{"withdrawNo": w.ID})
}

// Paid confirms a withdrawal whose transfer is final.
func (s changes) Paid(tx *sqldb.Tx, p payout.Payout) error {
	w, err := s.find(tx, p.WithdrawalID)
	if err != nil {
		return err
	}
	o, found := terms.Find(w.Asset, w.Network)
	if !found {
		return fmt.Errorf("withdrawal %s: %s on %s is no terms.Offer", w.ID, w.Asset, w.Network)
	}
	if w, err = changeStatus(w, Confirmed); err != nil {
		return err
	}
	w.TxHash, w.Block, w.BlockHash, w.EndedAt = p.TxHash, p.Block, p.BlockHash, tx.Now()
	from := reserved(w.UserID, w.Asset)
	transfers := []ledger.Transfer{{Type: ledger.InternalTransfer, SubType: ledger.WithdrawalPaid, Debit: from, Credit: ledger.House(o.Account, w.Asset), Amount: w.Arrival}}
	if w.Fee > 0 {
		transfers = append(transfers, ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.WithdrawalFee, Debit: from, Credit: feeRevenue(w.Asset), Amount: w.Fee})
	}
	if _, err := s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefWithdrawal, RefID: w.ID, Note: p.TxHash, Transfers: transfers}); err != nil {
		return err
	}
	if w, err = s.store.appendHistory(tx, w, event{code: stepConfirmed, actor: actorPlatform, detail: p.TxHash}); err != nil {
		return err
	}
	return s.notifyUser(tx, w, noticeConfirmed)
}

func feeRevenue(asset money.Asset) ledger.Account { return ledger.House(ledger.RevenueWithdraw, asset) }

// Failed returns the money of a withdrawal whose payout was given up; reason is
// a code and a note, as joinReason writes them.
func (s changes) Failed(tx *sqldb.Tx, p payout.Payout, reason string) error {
	w, err := s.find(tx, p.WithdrawalID)
	if err != nil {
		return err
	}
	code, note := splitReason(reason)
	_, err = s.reject(tx, w, rejection{actor: actorReviewer, reason: code, note: note})
	return err
}
