package payout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"etld/internal/infra/sqldb"
)

const selectHighest = `SELECT COALESCE(MAX(nonce), -1) FROM payout_slot WHERE network = $1 AND address = $2`

var errUnread = errors.New("what the signer signed before has not been read since the start")

// begin gives the next payout that can be paid a nonce. It reads the books, asks the
// chain, and carries out what follows from both in one transaction.
func (s *sender) begin(ctx context.Context, l lease) (begun bool, err error) {
	now, err := s.viewWallet(ctx, l.wallet)
	if err != nil || len(now.heads) == 0 {
		return false, err
	}
	next := s.nextStep(ctx, l.wallet, now)
	if next.isNothing(now) {
		return false, nil
	}
	err = l.update(ctx, func(tx *sqldb.Tx, state WalletState) error { return s.carryOut(tx, l.wallet, state, next) })
	return next.counter != noNonce || next.first != nil, err
}

func (s *sender) viewWallet(ctx context.Context, w *Wallet) (now walletView, err error) {
	err = s.DB.View(ctx, func(tx *sqldb.Tx) (err error) {
		now = walletView{now: tx.Now()}
		if now.state, _, err = walletState(tx, w.Network); err != nil {
			return err
		}
		if now.isStopped, err = s.queues[w.Purpose].isStopped(tx); err != nil {
			return err
		}
		if now.slots, err = openSlots(tx, w.Network); err != nil {
			return err
		}
		if _, err := tx.QueryOne(sqldb.Dest(&now.highest), selectHighest, w.Network, w.Address.Hex()); err != nil {
			return err
		}
		now.heads, err = s.queues[w.Purpose].heads(tx, w)
		return err
	})
	return now, err
}

// nextStep asks the chain what the books leave open.
func (s *sender) nextStep(ctx context.Context, w *Wallet, now walletView) step {
	isHeld := now.state.Breaker != "" || now.isStopped
	switch {
	case !isHeld && s.Halted != nil && s.Halted(w.Network) == ReasonFinality:
		return waits(ReasonFinality, nil)
	case now.isBusy():
		return step{wait: now.state.Wait, counter: noNonce}
	case isHeld:
		return now.stopped()
	case w.IsRecalled != nil && !w.IsRecalled():
		return waits(ReasonSignerUnavailable, errUnread)
	}
	outside, cancel := context.WithTimeout(ctx, chainTime)
	defer cancel()
	latest, final, err := w.Chain.Nonces(outside, w.Address)
	if err != nil {
		return waits(ReasonChainUnavailable, err)
	}
	next, isReady := now.agreeNonce(latest, final)
	if !isReady {
		return next
	}
	for _, one := range now.heads {
		if s.isPostponed(w.lookOf(one.coin), now.now) {
			continue
		}
		one.fee, one.cause = examine(w, now, one, s.ask(ctx, w, one))
		if one.cause.reason == "" {
			next.first, next.nonce = &one, now.state.nextNonce
			break
		}
		next.waits = append(next.waits, one)
		if !one.cause.isOwn {
			// The chain is not asked about a waiting coin every second.
			s.postpone(w.lookOf(one.coin), now.now.Add(w.Timing.RetryEvery))
		}
	}
	return next
}

// ask reads what the chain says of one payout.
func (s *sender) ask(ctx context.Context, w *Wallet, one head) (on chainView) {
	ctx, cancel := context.WithTimeout(ctx, chainTime)
	defer cancel()
	if on.held, on.heldErr = w.Chain.Balance(ctx, one.coin.Token, w.Address); on.heldErr != nil {
		return on
	}
	if on.quote, on.quoteErr = s.quote(ctx, w, one.payout); one.coin.Token == emptyAddress {
		on.native = on.held
		return on
	}
	on.native, on.nativeErr = w.Chain.Balance(ctx, emptyAddress, w.Address)
	return on
}

// carryOut stores a step.
func (s *sender) carryOut(tx *sqldb.Tx, w *Wallet, state WalletState, next step) error {
	if err := s.setWait(tx, state, next.wait, next.cause); err != nil {
		return err
	}
	if next.trip != "" {
		return s.trip(tx, w.Network, BreakerNonce, next.trip)
	}
	if next.counter != noNonce {
		_, err := tx.Exec(updateNonce, next.counter, w.Network, int64(noNonce))
		return err
	}
	for _, one := range next.waits {
		if err := s.queues[w.Purpose].wait(tx, w, one); err != nil {
			return err
		}
	}
	if next.first == nil {
		return nil
	}
	if state.Breaker != "" || state.nextNonce != next.nonce {
		return errLost
	}
	return s.reserve(tx, w, state.nextNonce, *next.first)
}

// reserve gives a payout a nonce and fixes every byte of its payload. A payout that
// changed while the chain was asked is lost; the next round sees it.
func (s *sender) reserve(tx *sqldb.Tx, w *Wallet, nonce int64, one head) error {
	queue := s.queues[w.Purpose]
	p, found, err := queue.find(tx, one.payout.WithdrawalID)
	if err != nil {
		return err
	}
	if !found || p.State != Queued || p.Issue != one.payout.Issue {
		return errLost
	}
	if isStopped, err := queue.isStopped(tx); err != nil || isStopped {
		return errors.Join(err, errLost)
	}
	slotID := fmt.Sprintf("%s|%d", p.WithdrawalID, p.Issue)
	insertSlot.Add(tx, slot{ID: slotID, Network: w.Network, Address: w.Address, Nonce: uint64(nonce), Purpose: w.Purpose, Reference: p.WithdrawalID,
		Asset: p.Asset, Amount: p.Amount, State: slotOpen, OpenedAt: tx.Now()})
	addAttempt(tx, slotID, 1, one.fee)
	if err := changedOne(tx.Exec(updateNonce, nonce+1, w.Network, nonce)); err != nil {
		return err
	}
	return queue.wait(tx, w, one)
}

// lookOf names a wallet's coin in what is looked at again later.
func (w *Wallet) lookOf(coin Coin) string { return w.Network + "|" + string(coin.Asset) }

func (s *sender) postpone(look string, until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lookAgain[look] = until
}

func (s *sender) isPostponed(look string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return now.Before(s.lookAgain[look])
}
