package payout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// undecidedRetryMax is how long at most until the signer is asked again about a
// payout that it could not judge.
const undecidedRetryMax = 10 * time.Minute

// signSlot has the newest attempt signed and stores the bytes. The question is
// read from the database alone, so that asking again asks the same.
func (s *sender) signSlot(ctx context.Context, l lease, one slot) (more bool, err error) {
	p, _, err := s.read(ctx, one)
	if err != nil {
		return false, err
	}
	asked, err := l.wallet.subject(p)
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
		return false, l.setWaitReason(ctx, ReasonSignerUnavailable, err)
	}
	if err := request.CheckSigned(signed, l.wallet.Address); err != nil {
		return false, l.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
			return s.trip(tx, l.wallet.Network, BreakerSigner, fault.Text(err, problemBytesMax))
		})
	}
	return true, s.storeSigned(ctx, l, one, signed)
}

// retryOf says whether a refusal ends by itself, when it is expected to, and when
// the payout is tried again.
func (s *sender) retryOf(tx *sqldb.Tx, w *Wallet, p Payout, refusal *signer.Refusal) (expected, retryAt time.Time, passes bool, err error) {
	switch {
	case errors.Is(refusal, signer.ErrDayCap), errors.Is(refusal, signer.ErrAutomaticDayCap), errors.Is(refusal, signer.ErrGasDayCap):
		return clock.DayOf(tx.Now()).End(), tx.Now().Add(w.Timing.RetryEvery), true, nil
	case errors.Is(refusal, signer.ErrFeeTooHigh), errors.Is(refusal, signer.ErrNonceAhead):
		// Prices fall, and nonces become final.
		return time.Time{}, tx.Now().Add(w.Timing.RetryEvery), true, nil
	case !errors.Is(refusal, signer.ErrUndecided):
		return time.Time{}, time.Time{}, false, nil
	}
	// Each question costs the signer seconds. The pause is as long as the payout has
	// been parked already.
	pause := w.Timing.RetryEvery
	parked, found, err := jobs.FindParked(tx, parkedItem(p.WithdrawalID))
	if found {
		pause = min(max(pause, tx.Now().Sub(parked.Since)), undecidedRetryMax)
	}
	return time.Time{}, tx.Now().Add(pause), err == nil, err
}

// isItsOwn says that a refusal tells nothing about other payouts: this payout waited
// too long, its approvals are of another version's text, or its wallet is a contract
// that took its signature back. The owner of such a wallet must not be able to trip
// the breaker.
func isItsOwn(refusal *signer.Refusal) bool {
	return errors.Is(refusal, signer.ErrApprovalExpired) || errors.Is(refusal, signer.ErrApprovalSignature) || errors.Is(refusal, signer.ErrStatementSignature)
}

// refused takes the unsigned attempt back. Nothing was signed for it, so the
// nonce, which is the newest, is free again.
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
		if isParked, err := s.park(tx, l.wallet, one, refusal); err != nil || isParked {
			return err
		}
		s.Log.Error("the signer refuses a payout", "withdrawal", one.Reference, "error", refusal)
		if _, err := s.changePayout(tx, one, func(p *Payout) {
			p.State, p.Proof, p.Reason, p.ExpectedAt = NeedsAttention, ProofUnsigned, refusal.Code, time.Time{}
		}); err != nil {
			return err
		}
		if isItsOwn(refusal) {
			return nil
		}
		return s.strike(tx, state, string(one.Purpose)+" "+one.Reference+": "+refusal.Error())
	})
}

// park lets a payout wait if its refusal ends by itself, and says whether it does.
func (s *sender) park(tx *sqldb.Tx, w *Wallet, one slot, refusal *signer.Refusal) (isParked bool, err error) {
	queue := s.queues[one.Purpose]
	p, found, err := queue.find(tx, one.Reference)
	if err != nil || !found {
		return false, err
	}
	expected, retryAt, passes, err := s.retryOf(tx, w, p, refusal)
	if err != nil || !passes {
		return false, err
	}
	// What has no expected end is said once: somebody may have to end it.
	if p.Reason != refusal.Code && expected.IsZero() {
		s.Log.Error("the signer does not sign a payout now", "withdrawal", p.WithdrawalID, "error", refusal)
	}
	p.Reason, p.ExpectedAt = refusal.Code, expected
	return true, queue.postpone(tx, p, refusal, retryAt)
}

func (s *sender) freeNonce(tx *sqldb.Tx, one slot, state WalletState) error {
	if err := changedOne(tx.Exec(forgetSlot, one.ID)); err != nil {
		return err
	}
	if _, err := jobs.Unpark(tx, one.item()); err != nil {
		return err
	}
	if state.nextNonce == noNonce {
		return nil
	}
	freed, err := tx.Exec(updateNonce, int64(one.Nonce), one.Network, int64(one.Nonce)+1)
	if err == nil && freed != 1 {
		err = fmt.Errorf("payout: nonce %d of %s is not the newest and cannot be freed", one.Nonce, one.Network)
	}
	return err
}
