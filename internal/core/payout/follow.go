package payout

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// follow takes an open slot one step further and tells whether another step may
// follow at once.
func (s *sender) follow(ctx context.Context, l lease, one slot) (more bool, err error) {
	if !one.isOut() {
		return s.signSlot(ctx, l, one)
	}
	outside, cancel := context.WithTimeout(ctx, chainTime)
	defer cancel()
	outcome, err := l.wallet.Chain.Outcome(outside, l.wallet.Address, one.Nonce, one.hashes())
	if err != nil {
		// Nothing is known, so nothing changes. Only bytes that were never offered
		// are offered now: a first broadcast needs no answer.
		if one.newestSigned().SentAt.IsZero() {
			return false, s.send(ctx, l, one)
		}
		return false, l.waits(WaitChain, err)
	}
	if outcome.IsSuperseded && !l.isRead {
		// It may be a bump that was signed and forgotten.
		return false, l.waits(WaitSigner, ErrUnread)
	}
	p, now, err := s.read(ctx, one)
	if err != nil {
		return false, err
	}
	if !one.DoubtAt.IsZero() && !outcome.IsSuperseded {
		if err := l.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
			_, err := tx.Exec(doubtSlot, time.Time{}, one.ID)
			return err
		}); err != nil {
			return false, err
		}
		one.DoubtAt = time.Time{}
	}
	switch act := decide(one, p.State, outcome, now, l.wallet.Timing); act {
	case closePaid, closeReverted, closeSuperseded:
		return true, s.endSlot(ctx, l, one, act, outcome)
	case recordMined, recordReverted, recordDoubt, recordTakenBack:
		return act == recordTakenBack, s.recordOutcome(ctx, l, one, act, outcome)
	case sign:
		isSigned, err := s.signSlot(ctx, l, one)
		if err != nil || isSigned || now.Sub(one.newestSigned().SentAt) < l.wallet.Timing.ResendEvery {
			return isSigned, err
		}
		// What is signed is offered on while a bump waits.
		return false, s.send(ctx, l, one)
	case resend:
		return false, s.send(ctx, l, one)
	case bump:
		return s.bump(ctx, l, one)
	case stay:
	}
	return false, nil
}

// read is what a slot is for, and the time.
func (s *sender) read(ctx context.Context, one slot) (p Payout, now time.Time, err error) {
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		var found bool
		now = tx.Now()
		p, found, err = s.queues[one.Purpose].find(tx, one.Reference)
		if err == nil && !found {
			err = fmt.Errorf("%s %s: %w", one.Purpose, one.Reference, ErrUnknown)
		}
		return err
	})
	return p, now, err
}

// changePayout reads a slot's payout, lets body change it and stores it.
func (s *sender) changePayout(tx *sqldb.Tx, one slot, body func(p *Payout)) (Payout, error) {
	queue := s.queues[one.Purpose]
	p, found, err := queue.find(tx, one.Reference)
	if err != nil || !found {
		return p, errors.Join(err, fmt.Errorf("%s %s of slot %s is missing", one.Purpose, one.Reference, one.ID))
	}
	body(&p)
	return p, queue.save(tx, p)
}

// recordOutcome stores what the chain says now and may still change.
func (s *sender) recordOutcome(ctx context.Context, l lease, one slot, act action, o chain.Outcome) error {
	return l.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
		_, err := s.changePayout(tx, one, func(p *Payout) {
			switch act {
			case recordMined:
				p.State, p.Reason, p.TxHash, p.Block, p.BlockHash = Mined, "", o.Tx.Hex(), o.Block.Number, o.Block.Hash.Hex()
			case recordReverted:
				p.State, p.Reason, p.TxHash, p.Block, p.BlockHash = NeedsAttention, ReasonReverted, o.Tx.Hex(), o.Block.Number, o.Block.Hash.Hex()
			case recordTakenBack:
				p.State, p.Reason, p.Block, p.BlockHash = Broadcast, ReasonTakenBack, 0, ""
			default:
				p.State, p.Reason = Unknown, ReasonSuperseded
			}
		})
		if err != nil {
			return err
		}
		switch act {
		case recordTakenBack:
			newest := one.newestSigned()
			// The attempt counts as not sent: the same bytes go out next.
			if _, err = tx.Exec(recordSent, time.Time{}, time.Time{}, "", newest.ID); err == nil {
				// They have the time of new ones until they count as stuck.
				_, err = tx.Exec(delayBump, tx.Now().Add(l.wallet.Timing.StuckAfter), one.ID)
			}
		case recordDoubt:
			if _, err = tx.Exec(doubtSlot, tx.Now(), one.ID); err == nil {
				err = s.trip(tx, l.wallet.Network, BreakerNonce, fmt.Sprintf("nonce %d of %s %s", one.Nonce, one.Purpose, one.Reference))
			}
		default:
			// The other actions change the slot alone.
		}
		return err
	})
}

// endSlot ends a slot whose nonce is final: paid, reverted or superseded.
func (s *sender) endSlot(ctx context.Context, l lease, one slot, act action, o chain.Outcome) error {
	ends := map[action]string{closePaid: "paid", closeReverted: "reverted", closeSuperseded: "superseded"}
	return l.update(ctx, func(tx *sqldb.Tx, state WalletState) error {
		if err := changedOne(tx.Exec(closeSlot, ends[act], tx.Now(), one.ID)); err != nil {
			return err
		}
		if _, err := tx.Exec(forgetAttempt, one.newest().ID); err != nil {
			return err
		}
		if _, err := jobs.Unpark(tx, one.item()); err != nil {
			return err
		}
		p, err := s.changePayout(tx, one, func(p *Payout) {
			p.ExpectedAt = time.Time{}
			switch act {
			case closePaid:
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
		if err == nil && o.Tx != (common.Hash{}) {
			err = s.postGas(tx, l.wallet, p, o, act == closePaid)
		}
		if err != nil {
			return err
		}
		if act == closePaid {
			if _, err := tx.Exec(updateStrikes, 0, l.wallet.Network); err != nil {
				return err
			}
			return s.queues[one.Purpose].paid(tx, p)
		}
		s.Log.Error("a payout needs attention", "withdrawal", p.WithdrawalID, "reason", p.Reason, "tx", p.TxHash)
		if coin, err := l.wallet.coin(p.Asset); act == closeReverted && err == nil && coin.Token == emptyAddress {
			// The native coin is refused by its recipient alone, who must not be
			// able to trip the breaker.
			return nil
		}
		return s.strike(tx, state, string(one.Purpose)+" "+p.WithdrawalID+" "+p.Reason)
	})
}

// send offers the newest bytes and records whether a node took them. An error is no
// outcome: it may hide an acceptance.
func (s *sender) send(ctx context.Context, l lease, one slot) error {
	a := one.newestSigned()
	outside, cancel := context.WithTimeout(ctx, chainTime)
	defer cancel()
	problem := l.wallet.Chain.Broadcast(outside, a.Raw)
	return l.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
		text, accepted := "", tx.Now()
		if problem != nil {
			text, accepted = fault.Text(problem, problemBytesMax), a.AcceptedAt
		}
		if _, err := tx.Exec(recordSent, tx.Now(), accepted, text, a.ID); err != nil {
			return err
		}
		_, err := s.changePayout(tx, one, func(p *Payout) {
			isSilent := problem != nil && tx.Now().Sub(one.lastHeard()) >= l.wallet.Timing.UnknownAfter
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
func (s *sender) bump(ctx context.Context, l lease, one slot) (more bool, err error) {
	p, _, err := s.read(ctx, one)
	if err != nil {
		return false, err
	}
	quote, err := s.quote(ctx, l.wallet, p)
	if err != nil && !errors.Is(err, chain.ErrCallFailed) {
		return false, l.waits(WaitChain, err)
	}
	// A transfer that would fail now may still succeed when it is included. Only
	// its price is raised.
	fee, hasRoom := bumped(one.newest().Fee, quote, l.wallet.FeeCapMax)
	return hasRoom, l.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
		if !hasRoom {
			s.Log.Error("a payout is stuck and its fee is at the cap", "withdrawal", one.Reference, "fee", one.newest().Fee.FeeCap)
			if _, err := tx.Exec(delayBump, tx.Now().Add(l.wallet.Timing.StuckAfter), one.ID); err != nil {
				return err
			}
			_, err := s.changePayout(tx, one, func(p *Payout) { p.Reason = ReasonFeeTooHigh })
			return err
		}
		addAttempt(tx, one.ID, one.newest().Number+1, fee)
		return nil
	})
}

func attemptID(slotID string, number int) string { return fmt.Sprintf("%s|%03d", slotID, number) }

func addAttempt(tx sqldb.Command, slotID string, number int, fee signer.Fee) {
	insertAttempt.Add(tx, attempt{ID: attemptID(slotID, number), SlotID: slotID, Number: number, Fee: fee, CreatedAt: tx.Now()})
}

// storeSigned keeps the bytes. From here on they may be anywhere.
func (s *sender) storeSigned(ctx context.Context, l lease, one slot, signed signer.Signed) error {
	a := one.newest()
	return l.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
		if err := changedOne(tx.Exec(storeBytes, hex.EncodeToString(signed.Raw), signed.Hash.Hex(), tx.Now(), a.ID)); err != nil {
			return err
		}
		_, err := s.changePayout(tx, one, func(p *Payout) {
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
	problemBytesMax  = 300
	nativeDecimals   = 18
	gasFundingAtoms  = money.Amount(100_000)
	gasFundingPeriod = time.Minute
)
