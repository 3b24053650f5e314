package payout

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

const selectHighest = `SELECT COALESCE(MAX(nonce), -1) FROM payout_slot WHERE network = $1 AND address = $2`

// begin gives the next payout that can be paid a nonce. It reads the books, asks the
// chain, and carries out what follows from both, and from what the work met before, in one
// transaction.
func (s *sender) begin(ctx context.Context, l lease) (begun bool, err error) {
	now, err := s.viewWallet(ctx, l.wallet)
	if err != nil {
		return false, err
	}
	next := s.nextStep(ctx, l, now)
	if next.cause != nil {
		// What another instance met is no reason to give the wallet back.
		l.met.wait = cmp.Or(l.met.wait, next.wait)
	}
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
		if now.halt, err = s.haltOf(tx, w); err != nil {
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

// haltOf is why nothing new is sent into a wallet's chain; empty while it can be relied on.
func (s *sender) haltOf(tx sqldb.Command, w *Wallet) (Wait, error) {
	if s.Halted == nil {
		return "", nil
	}
	reason, err := s.Halted(tx, w.Network)
	switch state := chain.State(reason); {
	case state == chain.StateFinalityStalled:
		return WaitFinality, err
	case state.NeedsPerson():
		return WaitHalted, err
	}
	return "", err
}

// nextStep asks the chain what the books leave open.
func (s *sender) nextStep(ctx context.Context, l lease, now walletView) step {
	w, isStopped := l.wallet, now.state.Breaker != "" || now.isStopped
	switch {
	case len(now.heads) > 0 && !isStopped && now.halt != "":
		return waits(now.halt, nil)
	case len(now.heads) == 0 || now.isBusy():
		return now.stays(*l.met)
	case isStopped:
		return now.stopped()
	case !l.isRead:
		return waits(WaitSigner, ErrUnread)
	case l.met.wait == WaitSigner:
		return waits(WaitSigner, l.met.cause)
	}
	outside, cancel := context.WithTimeout(ctx, chainTime)
	defer cancel()
	latest, final, err := w.Chain.Nonces(outside, w.Address)
	if err != nil {
		return waits(WaitChain, err)
	}
	next, isReady := now.agreeNonce(latest, final)
	if !isReady {
		return next
	}
	for _, one := range now.heads {
		if s.isLookedAtLater(w.lookOf(one.coin), now.now) {
			continue
		}
		one.fee, one.cause = examine(w, now, one, s.ask(ctx, w, one))
		if one.cause.reason == "" {
			next.first, next.nonce = &one, now.state.NextNonce
			break
		}
		next.waits = append(next.waits, one)
		if !one.cause.isOwn {
			// The chain is not asked about a waiting coin every second.
			s.lookAgain.Store(w.lookOf(one.coin), now.now.Add(w.Timing.RetryEvery))
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

// walletView is everything that decides whether a wallet can begin a payout.
type walletView struct {
	state WalletState
	// isStopped: somebody stopped all payouts.
	isStopped bool
	// halt is why nothing new is sent into the chain.
	halt    Wait
	slots   []slot
	heads   []head
	highest int64
	now     time.Time
}

// isBusy says that nothing can begin, whatever the chain says.
func (v walletView) isBusy() bool {
	return len(v.slots) >= slotsMax || slices.ContainsFunc(v.slots, func(s slot) bool { return !s.isOut() })
}

// step is what follows from what the books and the chain say of a wallet.
type step struct {
	// wait is why the wallet begins nothing now, and cause what happened; "" ends the
	// waiting.
	wait  Wait
	cause error
	// trip is what the breaker is opened for.
	trip string
	// counter is the wallet's first nonce, or noNonce.
	counter int64
	// waits are the heads that cannot begin, and first the one that does with nonce.
	waits []head
	first *head
	nonce int64
}

func (n step) isNothing(v walletView) bool {
	return n.wait == v.state.Wait && n.trip == "" && n.counter == noNonce && len(n.waits) == 0 && n.first == nil
}

// waits lets the wallet wait.
func waits(reason Wait, cause error) step {
	return step{wait: reason, cause: cause, counter: noNonce}
}

// stays lets the wallet wait for what the round met, or for what has not ended: who reads
// what the wallet holds says when the chain is back.
func (v walletView) stays(m met) step {
	if last := v.state.Wait; m.wait == "" && (last == WaitChain && !m.hasLooked || last == WaitNonce && len(v.heads) > 0) {
		return waits(last, nil)
	}
	return waits(m.wait, m.cause)
}

// stopped lets the payouts wait for who stopped them, and for nothing else.
func (v walletView) stopped() step {
	next := waits("", nil)
	for _, one := range v.heads {
		one.cause.reason = ReasonStopped
		next.waits = append(next.waits, one)
	}
	return next
}

// agreeNonce compares our counter with the chain, or takes it from there. The chain
// being ahead means that somebody else signs with the wallet's key: everything stops.
func (v walletView) agreeNonce(latest, final uint64) (next step, isReady bool) {
	next = waits("", nil)
	switch ours := v.state.NextNonce; {
	case ours == noNonce && len(v.slots) > 0 && latest < v.slots[0].Nonce:
		// Something was signed for a nonce below them that was not sent.
		next = waits(WaitNonce, fmt.Errorf("nonce %d is used by nobody, and %d waits for it", latest, v.slots[0].Nonce))
	case ours == noNonce && (latest != final || len(v.slots) > 0):
		// Only when all is final can it be known where to begin.
	case ours == noNonce:
		next.counter = max(int64(latest), v.highest+1)
	case int64(latest) > ours:
		next.trip = fmt.Sprintf("the chain's next nonce is %d, ours %d", latest, ours)
	case v.state.Wait == WaitNonce:
		// It ends when the nonce is used, or somebody restarts the wallet.
		next.wait = WaitNonce
	case len(v.slots) == 0 && int64(latest) < ours:
		// A provider that lags, or a chain that lost what was final.
		next = waits(WaitChain, fmt.Errorf("the chain's next nonce is %d, ours %d, and nothing is on its way", latest, ours))
	default:
		return next, true
	}
	return next, false
}

// chainView is what the chain says of one payout: what the wallet holds of its coin
// and of the chain's own, and what the transfer costs.
type chainView struct {
	held, native                 *big.Int
	quote                        chain.Quote
	heldErr, nativeErr, quoteErr error
}

// examine finds the fee of a payout, or why it cannot be begun now.
func examine(w *Wallet, now walletView, one head, on chainView) (signer.Fee, waitCause) {
	p, coin, quote := one.payout, one.coin, on.quote
	need, err := money.ToBaseUnits(p.Amount, coin.Decimals)
	switch {
	case coin.DayMax > 0 && p.Amount > coin.DayMax:
		return signer.Fee{}, waitCause{reason: ReasonWouldFail, isOwn: true, err: fmt.Errorf("%s %s is more than a day's cap of %s", p.Amount, p.Asset, coin.DayMax)}
	case coin.DayMax > 0 && one.begun+p.Amount > coin.DayMax:
		return signer.Fee{}, waitCause{reason: ReasonDayCap, expectedAt: clock.DayOf(now.now).End()}
	case err != nil:
		return signer.Fee{}, waitCause{reason: ReasonWouldFail, isOwn: true, err: err}
	case on.heldErr != nil:
		return signer.Fee{}, waitCause{reason: ReasonChainUnavailable, err: on.heldErr}
	case new(big.Int).Sub(on.held, onTheWay(now.slots, coin)).Cmp(need) < 0:
		return signer.Fee{}, waitCause{reason: ReasonShort, expectedAt: now.now.Add(w.RefillWithin)}
	case errors.Is(on.quoteErr, chain.ErrCallFailed):
		return signer.Fee{}, waitCause{reason: ReasonWouldFail, isOwn: true, err: on.quoteErr}
	case on.quoteErr != nil:
		return signer.Fee{}, waitCause{reason: ReasonChainUnavailable, err: on.quoteErr}
	case quote.Gas > gasMax(coin):
		// The recipient's code burns it; others' payouts have nothing to do with it.
		return signer.Fee{}, waitCause{reason: ReasonWouldFail, isOwn: true, err: fmt.Errorf("it takes %d gas, at most %d are offered", quote.Gas, gasMax(coin))}
	case quote.FeeCap > w.FeeCapMax:
		return signer.Fee{}, waitCause{reason: ReasonFeeTooHigh}
	case on.nativeErr != nil:
		return signer.Fee{}, waitCause{reason: ReasonChainUnavailable, err: on.nativeErr}
	}
	fee := signer.Fee{Gas: quote.Gas, Tip: min(quote.Tip, quote.FeeCap), FeeCap: max(quote.FeeCap, 1)}
	if coin.Token != emptyAddress {
		need = new(big.Int)
	}
	need.Add(need, gasCost(fee))
	for _, other := range now.slots {
		need.Add(need, gasCost(other.newest().Fee))
	}
	if on.native.Cmp(need.Add(need, nativeOnTheWay(w, now.slots))) < 0 {
		return signer.Fee{}, waitCause{reason: ReasonLowGas, expectedAt: now.now.Add(w.RefillWithin)}
	}
	return fee, waitCause{}
}

// Gas that is offered for one payout, headroom included. A token's own code uses
// the first. The chain's own coin runs the recipient's code, a contract wallet's
// or whatever a plain wallet has delegated to: it gets about 50,000 beyond the
// transfer itself. Both stay below what the signer is told to allow.
const (
	gasMaxToken  = 150_000
	gasMaxNative = 90_000
)

func gasMax(coin Coin) uint64 {
	if coin.Token == emptyAddress {
		return gasMaxNative
	}
	return gasMaxToken
}

// onTheWay is what open slots may still take of a coin. One that is mined has
// taken it already and is counted twice until it is final: that errs towards
// waiting.
func onTheWay(slots []slot, coin Coin) *big.Int {
	sum := new(big.Int)
	for _, one := range slots {
		if one.Asset != coin.Asset {
			continue
		}
		if units, err := money.ToBaseUnits(one.Amount, coin.Decimals); err == nil {
			sum.Add(sum, units)
		}
	}
	return sum
}

func nativeOnTheWay(w *Wallet, slots []slot) *big.Int {
	for _, coin := range w.Coins {
		if coin.Token == emptyAddress {
			return onTheWay(slots, coin)
		}
	}
	return new(big.Int)
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
	if state.Breaker != "" || state.NextNonce != next.nonce {
		return errLost
	}
	return s.reserve(tx, w, state.NextNonce, *next.first)
}

// reserve gives a payout a nonce and fixes every byte of its payload. A payout that
// changed while the chain was asked is lost; the next round sees it.
func (s *sender) reserve(tx *sqldb.Tx, w *Wallet, nonce int64, one head) error {
	queue := s.queues[w.Purpose]
	p, found, err := queue.find(tx, one.payout.WithdrawalID)
	if err != nil || !found || p.State != Queued || p.Issue != one.payout.Issue {
		return cmp.Or(err, errLost)
	}
	if isStopped, err := queue.isStopped(tx); err != nil || isStopped {
		return errors.Join(err, errLost)
	}
	if halt, err := s.haltOf(tx, w); err != nil || halt != "" {
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

func (s *sender) isLookedAtLater(look string, now time.Time) bool {
	until, isSet := s.lookAgain.Load(look)
	return isSet && now.Before(until.(time.Time))
}
