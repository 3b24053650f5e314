package payout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// signSlot has the newest attempt signed and stores the bytes. The question is
// read from the database alone, so that asking again asks the same.
func (s *sender) signSlot(ctx context.Context, l lease, one slot) (more bool, err error) {
	if !l.isRead {
		return false, l.waits(WaitSigner, ErrUnread)
	}
	p, _, err := s.read(ctx, one)
	if err != nil {
		return false, err
	}
	asked, err := s.queues[one.Purpose].subject(l.wallet, p)
	if err != nil {
		return false, err
	}
	request := signer.Request{Payout: asked, Automatic: p.Automatic, Approvals: p.Approvals, Nonce: one.Nonce, Fee: one.newest().Fee}
	outside, cancel := context.WithTimeout(ctx, signTime)
	defer cancel()
	signed, err := l.wallet.Signer.SignPayout(outside, request)
	var refusal *signer.Refusal
	switch {
	case errors.As(err, &refusal):
		return false, s.refused(ctx, l, one, refusal)
	case err != nil:
		return false, l.waits(WaitSigner, err)
	}
	if err := request.CheckSigned(signed, l.wallet.Address); err != nil {
		return false, l.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
			return s.trip(tx, l.wallet.Network, BreakerSigner, fault.Text(err, problemBytesMax))
		})
	}
	return true, s.storeSigned(ctx, l, one, signed)
}

// passes says whether a refusal ends by itself, and when it is expected to.
func passes(refusal *signer.Refusal, now time.Time) (expected time.Time, doesPass bool) {
	switch {
	case errors.Is(refusal, signer.ErrDayCap), errors.Is(refusal, signer.ErrAutomaticDayCap), errors.Is(refusal, signer.ErrGasDayCap):
		return clock.DayOf(now).End(), true
	case errors.Is(refusal, signer.ErrFeeTooHigh), errors.Is(refusal, signer.ErrNonceAhead), errors.Is(refusal, signer.ErrUndecided):
		// Prices fall, nonces become final, and a wallet that is a contract says yes or no at last.
		return time.Time{}, true
	}
	return time.Time{}, false
}

// isItsOwn says that a refusal tells nothing about other payouts: this payout waited
// too long (where it is the statement that is too old, by our clock as well: else the
// signer's is wrong), its approvals are of another version's text or too few, its wallet
// withdrew much in 24 hours, or its wallet is a contract that took its signature back. The
// signer counts those hours, and what one approval each moves on a day, by its own clock
// and limits. So neither a wallet's owner nor a reviewer can trip the breaker.
func isItsOwn(refusal *signer.Refusal, p Payout, now time.Time) bool {
	own := []*signer.Refusal{signer.ErrApprovalExpired, signer.ErrApprovalSignature, signer.ErrApprovalsMissing, signer.ErrAutomaticUserCap,
		signer.ErrStatementSignature}
	if p.Statement.IsOld(now) {
		own = append(own, signer.ErrStatementAge)
	}
	return slices.ContainsFunc(own, func(one *signer.Refusal) bool { return errors.Is(refusal, one) })
}

// isForgotten says that a refusal tells of a signature for the payout itself, which the
// books do not know: what was signed may be paid.
func isForgotten(refusal *signer.Refusal) bool {
	return errors.Is(refusal, signer.ErrWithdrawalUsed) || errors.Is(refusal, signer.ErrBumpTooSmall) || errors.Is(refusal, signer.ErrBumpsUsedUp)
}

// refused takes the unsigned attempt back. Nothing was signed for its nonce, which is the
// newest and free again, unless the books forgot what was.
func (s *sender) refused(ctx context.Context, l lease, one slot, refusal *signer.Refusal) error {
	a := one.newest()
	return l.update(ctx, func(tx *sqldb.Tx, state WalletState) error {
		if err := changedOne(tx.Exec(forgetAttempt, a.ID)); err != nil {
			return err
		}
		if a.Number > 1 {
			s.Log.Error("the signer refuses to raise a payout's fee", "withdrawal", one.Reference, "error", refusal)
			_, err := tx.Exec(delayBump, tx.Now().Add(l.wallet.Timing.StuckAfter), one.ID)
			return err
		}
		if err := s.freeNonce(tx, one, state); err != nil {
			return err
		}
		if errors.Is(refusal, signer.ErrNonceUsed) {
			// The books forgot what was signed for the nonce: nothing can be begun with it,
			// unless its journal has it for another payout that waits.
			return errors.Join(readAgain(tx, one.Network), s.setWait(tx, state, WaitNonce, refusal))
		}
		if doesWait, err := s.postpone(tx, l.wallet, one, refusal); err != nil || doesWait {
			return err
		}
		s.Log.Error("the signer refuses a payout", "withdrawal", one.Reference, "error", refusal)
		p, err := s.changePayout(tx, one, func(p *Payout) {
			p.State, p.Proof, p.Reason, p.ExpectedAt = NeedsAttention, ProofUnsigned, refusal.Code, time.Time{}
			if isForgotten(refusal) {
				p.Proof = NoProof
			}
		})
		if err != nil {
			return err
		}
		switch {
		case isForgotten(refusal):
			return s.trip(tx, l.wallet.Network, BreakerForgot, one.Reference+": "+refusal.Error())
		case isItsOwn(refusal, p, tx.Now()):
			return nil
		}
		return s.strike(tx, state, string(one.Purpose)+" "+one.Reference+": "+refusal.Error())
	})
}

// postpone lets a payout wait if its refusal ends by itself, and says whether it does.
func (s *sender) postpone(tx *sqldb.Tx, w *Wallet, one slot, refusal *signer.Refusal) (doesWait bool, err error) {
	queue := s.queues[one.Purpose]
	p, found, err := queue.find(tx, one.Reference)
	expected, doesPass := passes(refusal, tx.Now())
	if err != nil || !found || !doesPass {
		return false, err
	}
	// What has no expected end is said once: somebody may have to end it.
	if p.Reason != refusal.Code && expected.IsZero() {
		s.Log.Error("the signer does not sign a payout now", "withdrawal", one.Reference, "error", refusal)
	}
	p.Reason, p.ExpectedAt = refusal.Code, expected
	return true, queue.postpone(tx, w, p, refusal)
}

func (s *sender) freeNonce(tx *sqldb.Tx, one slot, state WalletState) error {
	if err := changedOne(tx.Exec(forgetSlot, one.ID)); err != nil {
		return err
	}
	if _, err := jobs.Unpark(tx, one.item()); err != nil || state.NextNonce == noNonce {
		return err
	}
	freed, err := tx.Exec(updateNonce, int64(one.Nonce), one.Network, int64(one.Nonce)+1)
	if err == nil && freed != 1 {
		err = fmt.Errorf("payout: nonce %d of %s is not the newest and cannot be freed", one.Nonce, one.Network)
	}
	return err
}
