package payout

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
)

// walletView is everything that decides whether a wallet can begin a payout.
type walletView struct {
	state WalletState
	// isStopped: somebody stopped all payouts.
	isStopped bool
	slots     []slot
	heads     []head
	highest   int64
	now       time.Time
}

// isBusy says that nothing can begin, whatever the chain says.
func (v walletView) isBusy() bool {
	return len(v.slots) >= slotsMax || slices.ContainsFunc(v.slots, func(s slot) bool { return !s.newest().isSigned() })
}

// step is what follows from what the books and the chain say of a wallet. Whatever keeps
// a payout waiting is decided in this file.
type step struct {
	// wait is why the wallet begins nothing now, and cause what happened; "" ends the
	// waiting.
	wait  string
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
func waits(reason string, cause error) step {
	return step{wait: reason, cause: cause, counter: noNonce}
}

func (v walletView) stopped() step {
	next := step{wait: v.state.Wait, counter: noNonce}
	for _, one := range v.heads {
		one.cause.reason = ReasonStopped
		next.waits = append(next.waits, one)
	}
	return next
}

// agreeNonce compares our counter with the chain, or takes it from there. The chain
// being ahead means that somebody else signs with the wallet's key: everything stops.
func (v walletView) agreeNonce(latest, final uint64) (next step, isReady bool) {
	next = step{wait: v.state.Wait, counter: noNonce}
	switch ours := v.state.nextNonce; {
	case ours == noNonce && (latest != final || len(v.slots) > 0):
		// Only when all is final can it be known where to begin.
	case ours == noNonce:
		next.counter = max(int64(latest), v.highest+1)
	case int64(latest) > ours:
		next.trip = fmt.Sprintf("the chain's next nonce is %d, ours %d", latest, ours)
	case len(v.slots) == 0 && int64(latest) < ours:
		// A provider that lags, or a chain that lost what was final.
		next = waits(ReasonChainUnavailable, fmt.Errorf("the chain's next nonce is %d, ours %d, and nothing is on its way", latest, ours))
	default:
		next.wait = ""
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
