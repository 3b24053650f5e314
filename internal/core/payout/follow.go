package payout

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

// follow takes an open slot one step further and tells whether another step may
// follow at once.
func (s *Service) follow(ctx context.Context, h hold, one slot) (more bool, err error) {
	if !one.newest().isSigned() {
		return s.signSlot(ctx, h, one)
	}
	outside, cancel := context.WithTimeout(ctx, chainTime)
	defer cancel()
	outcome, err := h.wallet.Chain.Outcome(outside, h.wallet.Address, one.Nonce, one.hashes())
	if err != nil {
		// Nothing is known, so nothing changes, but for offering what was not
		// offered yet: a first broadcast needs no answer.
		if one.newest().SentAt.IsZero() {
			return s.send(ctx, h, one)
		}
		return false, h.wait(ctx, ReasonChainUnavailable, err)
	}
	p, now, err := s.read(ctx, one.WithdrawalID)
	if err != nil {
		return false, err
	}
	if !one.DoubtAt.IsZero() && !outcome.IsSuperseded {
		if err := h.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
			_, err := tx.Exec(doubtSlot, time.Time{}, one.ID)
			return err
		}); err != nil {
			return false, err
		}
		one.DoubtAt = time.Time{}
	}
	switch act := decide(one, p.State, outcome, now, s.timing); act {
	case pay, closeReverted, closeSuperseded:
		return true, s.close(ctx, h, one, act, outcome)
	case noteMined, noteReverted, noteDoubt, noteTakenBack:
		return act == noteTakenBack, s.note(ctx, h, one, act, outcome)
	case resend:
		return s.send(ctx, h, one)
	case bump:
		return s.bump(ctx, h, one)
	case rest:
	}
	return false, nil
}

func (s *Service) read(ctx context.Context, withdrawalID string) (p Payout, now time.Time, err error) {
	err = s.db.View(ctx, func(tx *sqldb.Tx) error {
		var found bool
		now = tx.Now()
		p, found, err = s.store.payouts.Get(tx, withdrawalID)
		if err == nil && !found {
			err = fmt.Errorf("payout %s: %w", withdrawalID, ErrUnknown)
		}
		return err
	})
	return p, now, err
}

// change reads a slot's payout, lets body change it and stores it.
func (s *Service) change(tx *sqldb.Tx, one slot, body func(p *Payout)) (Payout, error) {
	p, found, err := s.store.payouts.Get(tx, one.WithdrawalID)
	if err != nil || !found {
		return p, errors.Join(err, fmt.Errorf("payout %s of slot %s is missing", one.WithdrawalID, one.ID))
	}
	body(&p)
	if err := s.save(tx, p); err != nil {
		return p, err
	}
	return p, nil
}

// note records what is true now and may still change.
func (s *Service) note(ctx context.Context, h hold, one slot, act action, o chain.Outcome) error {
	return h.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
		_, err := s.change(tx, one, func(p *Payout) {
			switch act {
			case noteMined:
				p.State, p.Reason, p.TxHash, p.Block, p.BlockHash = Mined, "", o.Tx.Hex(), o.Block.Number, o.Block.Hash.Hex()
			case noteReverted:
				p.State, p.Reason, p.TxHash, p.Block, p.BlockHash = NeedsAttention, ReasonReverted, o.Tx.Hex(), o.Block.Number, o.Block.Hash.Hex()
			case noteTakenBack:
				p.State, p.Reason, p.Block, p.BlockHash = Broadcast, ReasonTakenBack, 0, ""
			default:
				p.State, p.Reason = Unknown, ReasonSuperseded
			}
		})
		if err != nil {
			return err
		}
		switch act {
		case noteTakenBack:
			newest, _ := one.newestSigned()
			// Not sent, as far as anybody knows: the same bytes go out next.
			_, err = tx.Exec(noteSent, time.Time{}, time.Time{}, "", newest.ID)
		case noteDoubt:
			if _, err = tx.Exec(doubtSlot, tx.Now(), one.ID); err == nil {
				err = s.trip(tx, h.wallet.Network, BreakerNonce, fmt.Sprintf("nonce %d of payout %s", one.Nonce, one.WithdrawalID))
			}
		}
		return err
	})
}

// close ends a slot whose nonce is final, one way or another.
func (s *Service) close(ctx context.Context, h hold, one slot, act action, o chain.Outcome) error {
	ends := map[action]string{pay: "paid", closeReverted: "reverted", closeSuperseded: "superseded"}
	return h.update(ctx, func(tx *sqldb.Tx, state WalletState) error {
		closed, err := tx.Exec(closeSlot, ends[act], tx.Now(), one.ID)
		if err != nil {
			return err
		}
		if closed != 1 {
			return errLost
		}
		p, err := s.change(tx, one, func(p *Payout) {
			p.ExpectedAt = time.Time{}
			switch act {
			case pay:
				p.State, p.Reason = Final, ""
			case closeReverted:
				p.State, p.Reason, p.Proof = NeedsAttention, ReasonReverted, ProofReverted
			default:
				p.State, p.Reason, p.Proof, p.Block, p.BlockHash = NeedsAttention, ReasonSuperseded, ProofSuperseded, 0, ""
			}
			if o.Tx != (common.Hash{}) {
				p.TxHash, p.Block, p.BlockHash = o.Tx.Hex(), o.Block.Number, o.Block.Hash.Hex()
			}
		})
		if err != nil {
			return err
		}
		if o.Tx != (common.Hash{}) {
			if err := s.postGas(tx, h.wallet, p, o, act == pay); err != nil {
				return err
			}
		}
		if act == pay {
			if _, err := tx.Exec(setStrikes, 0, h.wallet.Network); err != nil {
				return err
			}
			return s.settlement.Paid(tx, p)
		}
		s.log.Error("a payout needs attention", "withdrawal", p.WithdrawalID, "reason", p.Reason, "tx", p.TxHash)
		if coin, err := h.wallet.coin(p.Asset); act == closeReverted && err == nil && coin.Token == emptyAddress {
			// The native coin is refused by its recipient alone, who must not be
			// able to trip the breaker.
			return nil
		}
		return s.strike(tx, state, "payout "+p.WithdrawalID+" "+p.Reason)
	})
}

// send offers the newest bytes and records who took them. What it answers is no
// outcome: an error may hide an acceptance.
func (s *Service) send(ctx context.Context, h hold, one slot) (more bool, err error) {
	a := one.newest()
	outside, cancel := context.WithTimeout(ctx, chainTime)
	defer cancel()
	problem := h.wallet.Chain.Broadcast(outside, a.Raw)
	return false, h.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
		text, accepted := "", tx.Now()
		if problem != nil {
			text, accepted = shorten(problem), a.AcceptedAt
		}
		if _, err := tx.Exec(noteSent, tx.Now(), accepted, text, a.ID); err != nil {
			return err
		}
		_, err := s.change(tx, one, func(p *Payout) {
			isSilent := problem != nil && tx.Now().Sub(one.lastHeard()) >= s.timing.UnknownAfter
			switch {
			case p.State == Broadcast && isSilent:
				p.State = Unknown
			case p.State == Unknown && problem == nil && one.DoubtAt.IsZero():
				p.State, p.Reason = Broadcast, ""
			}
		})
		return err
	})
}

// bump writes the next attempt of a slot; it is signed in the next step.
func (s *Service) bump(ctx context.Context, h hold, one slot) (more bool, err error) {
	p, _, err := s.read(ctx, one.WithdrawalID)
	if err != nil {
		return false, err
	}
	quote, err := s.quote(ctx, h.wallet, p)
	if err != nil && !errors.Is(err, chain.ErrCallFailed) {
		return false, h.wait(ctx, ReasonChainUnavailable, err)
	}
	// A transfer that would fail now may still be the one that goes through
	// when it is included; only its price is raised.
	fee, hasRoom := bumped(one.newest().Fee, quote, h.wallet.FeeCapMax)
	return hasRoom, h.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
		if !hasRoom {
			s.log.Error("a payout is stuck and its fee is at the cap", "withdrawal", one.WithdrawalID, "fee", one.newest().Fee.FeeCap)
			if _, err := tx.Exec(delayBump, tx.Now().Add(s.timing.StuckAfter), one.ID); err != nil {
				return err
			}
			_, err := s.change(tx, one, func(p *Payout) { p.Reason = ReasonFeeTooHigh })
			return err
		}
		return s.addAttempt(tx, one.ID, one.newest().Number+1, fee)
	})
}

func (s *Service) addAttempt(tx *sqldb.Tx, slotID string, number int, fee signer.Fee) error {
	_, err := tx.Exec(insertAttempt, fmt.Sprintf("%s|%03d", slotID, number), slotID, number,
		int64(fee.Gas), int64(fee.Tip), int64(fee.FeeCap), tx.Now())
	return err
}

func (s *Service) quote(ctx context.Context, w *Wallet, p Payout) (chain.Quote, error) {
	coin, err := w.coin(p.Asset)
	if err != nil {
		return chain.Quote{}, err
	}
	target, value, data, err := signer.Transfer(subject(w, coin, p))
	if err != nil {
		return chain.Quote{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, chainTime)
	defer cancel()
	return w.Chain.Quote(ctx, ethereum.CallMsg{From: w.Address, To: &target, Value: value, Data: data})
}

// storeSigned keeps the bytes; from here on they may be anywhere.
func (s *Service) storeSigned(ctx context.Context, h hold, one slot, signed signer.Signed) error {
	a := one.newest()
	return h.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
		stored, err := tx.Exec(storeBytes, hex.EncodeToString(signed.Raw), signed.Hash.Hex(), tx.Now(), a.ID)
		if err != nil {
			return err
		}
		if stored != 1 {
			return errLost
		}
		_, err = s.change(tx, one, func(p *Payout) {
			p.TxHash = signed.Hash.Hex()
			switch {
			case a.Number == 1:
				p.State, p.Reason = Broadcast, ""
			case p.State == Broadcast || p.State == Unknown:
				p.Reason = ReasonBumped
			}
		})
		return err
	})
}

const (
	entryRefType     = "payout"
	problemBytesMax  = 300
	nativeDecimals   = 18
	gasFundingAtoms  = money.Amount(100_000)
	gasFundingPeriod = time.Minute
)

// shorten is what a node said, as text that the database takes: PostgreSQL
// refuses bytes that are no UTF-8, and zero ones.
func shorten(problem error) string {
	text := problem.Error()
	text = text[:min(len(text), problemBytesMax)]
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
}
