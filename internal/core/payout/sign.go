package payout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/base/clock"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

// signSlot has the newest attempt signed and stores the bytes. The question is
// read from the database alone, so that asking again asks the same.
func (s *Service) signSlot(ctx context.Context, h hold, one slot) (more bool, err error) {
	p, _, err := s.read(ctx, one.WithdrawalID)
	if err != nil {
		return false, err
	}
	coin, err := h.wallet.coin(p.Asset)
	if err != nil {
		return false, err
	}
	request := signer.Request{Payout: subject(h.wallet, coin, p), Automatic: p.Automatic, Approvals: p.Approvals, Nonce: one.Nonce, Fee: one.newest().Fee}
	outside, cancel := context.WithTimeout(ctx, signTime)
	defer cancel()
	signed, err := h.wallet.Signer.SignPayout(outside, request)
	var refusal *signer.Refusal
	switch {
	case errors.As(err, &refusal):
		return false, s.refused(ctx, h, one, refusal)
	case err != nil:
		return false, h.wait(ctx, ReasonSignerUnavailable, err)
	}
	if err := checkSigned(h.wallet, request, signed); err != nil {
		return false, h.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
			return s.trip(tx, h.wallet.Network, BreakerSigner, shorten(err))
		})
	}
	return true, s.storeSigned(ctx, h, one, signed)
}

// checkSigned holds what the signer answers to what it was asked: bytes that pay
// somebody else would otherwise be found out by the chain alone.
func checkSigned(w *Wallet, request signer.Request, signed signer.Signed) error {
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(signed.Raw); err != nil {
		return fmt.Errorf("payout %s: the signer's bytes are no transaction: %w", request.WithdrawalID, err)
	}
	from, err := types.Sender(types.LatestSignerForChainID(tx.ChainId()), tx)
	if err != nil {
		return fmt.Errorf("payout %s: %w", request.WithdrawalID, err)
	}
	target, value, data, err := signer.Transfer(request.Payout)
	if err != nil {
		return err
	}
	isRight := from == w.Address && tx.ChainId().IsUint64() && tx.ChainId().Uint64() == w.ChainID && tx.Nonce() == request.Nonce &&
		tx.To() != nil && *tx.To() == target && tx.Value().Cmp(value) == 0 && bytes.Equal(tx.Data(), data) && tx.Hash() == signed.Hash &&
		signed.Hash != (common.Hash{})
	if !isRight {
		return fmt.Errorf("payout %s: the signer signed another transaction than it was asked to, from %s", request.WithdrawalID, from)
	}
	return nil
}

// passes lists the refusals that end by themselves at the end of the day.
func passes(refusal *signer.Refusal) bool {
	return slices.ContainsFunc([]error{signer.ErrDayCap, signer.ErrAutomaticDayCap}, func(one error) bool { return errors.Is(refusal, one) })
}

// isItsOwn says that a refusal tells nothing about other payouts: this one waited
// too long, or its wallet is a contract that takes its signature back. Such a
// wallet's owner must not be able to trip the breaker.
func isItsOwn(refusal *signer.Refusal) bool {
	return errors.Is(refusal, signer.ErrApprovalExpired) || errors.Is(refusal, signer.ErrStatementSignature)
}

// refused takes the unsigned attempt back. Nothing was signed for it, so the
// nonce, which is the newest, is free again.
func (s *Service) refused(ctx context.Context, h hold, one slot, refusal *signer.Refusal) error {
	a := one.newest()
	return h.update(ctx, func(tx *sqldb.Tx, state WalletState) error {
		forgotten, err := tx.Exec(forgetAttempt, a.ID)
		if err != nil {
			return err
		}
		if forgotten != 1 {
			return errLost
		}
		if a.Number > 1 {
			s.log.Error("the signer refuses to raise a payout's fee", "withdrawal", one.WithdrawalID, "error", refusal)
			_, err := tx.Exec(delayBump, tx.Now().Add(s.timing.StuckAfter), one.ID)
			return err
		}
		if err := s.freeNonce(tx, one, state); err != nil {
			return err
		}
		if passes(refusal) {
			_, err := s.change(tx, one, func(p *Payout) {
				p.Reason, p.retryAt, p.ExpectedAt = refusal.Code, tx.Now().Add(s.timing.RetryEvery), clock.DayOf(tx.Now()).End()
			})
			return err
		}
		s.log.Error("the signer refuses a payout", "withdrawal", one.WithdrawalID, "error", refusal)
		if _, err := s.change(tx, one, func(p *Payout) {
			p.State, p.Proof, p.Reason, p.ExpectedAt = NeedsAttention, ProofUnsigned, refusal.Code, time.Time{}
		}); err != nil {
			return err
		}
		if isItsOwn(refusal) {
			return nil
		}
		return s.strike(tx, state, "payout "+one.WithdrawalID+": "+refusal.Error())
	})
}

func (s *Service) freeNonce(tx *sqldb.Tx, one slot, state WalletState) error {
	forgotten, err := tx.Exec(forgetSlot, one.ID)
	if err != nil {
		return err
	}
	if forgotten != 1 {
		return errLost
	}
	if state.nextNonce == noNonce {
		return nil
	}
	freed, err := tx.Exec(setNonce, int64(one.Nonce), one.Network, int64(one.Nonce)+1)
	if err == nil && freed != 1 {
		err = fmt.Errorf("payout: nonce %d of %s is not the newest and cannot be freed", one.Nonce, one.Network)
	}
	return err
}
