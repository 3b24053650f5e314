package payout

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

const selectHighest = `SELECT COALESCE(MAX(nonce), -1) FROM payout_slot WHERE network = $1 AND address = $2`

var errUnread = errors.New("what the signer signed before has not been read since the start")

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

// begin gives the next payout that can be paid a nonce.
func (s *sender) begin(ctx context.Context, l lease) (begun bool, err error) {
	now, err := s.viewWallet(ctx, l.wallet)
	if err != nil {
		return false, err
	}
	if s.isLookDue(l.wallet, now.now) {
		isIdle := len(now.slots) == 0 && now.state.Breaker == ""
		if err := s.lookAtWallet(ctx, l, isIdle); err != nil {
			return false, err
		}
	}
	if len(now.heads) == 0 || len(now.slots) >= slotsMax {
		return false, err
	}
	for _, one := range now.slots {
		if !one.newest().isSigned() {
			return false, nil
		}
	}
	if now.state.Breaker != "" || now.isStopped {
		for _, one := range now.heads {
			if err := s.setReason(ctx, l, one, waitCause{reason: ReasonStopped}); err != nil {
				return false, err
			}
		}
		return false, nil
	}
	if is := l.wallet.IsRecalled; is != nil && !is() {
		return false, l.setWaitReason(ctx, ReasonSignerUnavailable, errUnread)
	}
	isReady, isMoved, err := s.agreeNonce(ctx, l, now)
	if err != nil || !isReady {
		return isMoved, err
	}
	for _, one := range now.heads {
		if s.isPostponed(l.wallet, one.coin.Asset, now.now) {
			continue
		}
		fee, problem := s.examine(ctx, l.wallet, now, one)
		if problem == nil {
			return true, s.reserve(ctx, l, now, one, fee)
		}
		s.postponeCoin(l.wallet, one.coin.Asset, now.now, *problem)
		if err := s.setReason(ctx, l, one, *problem); err != nil {
			return false, err
		}
	}
	return false, nil
}

func (s *sender) viewWallet(ctx context.Context, w *Wallet) (now walletView, err error) {
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		now = walletView{now: tx.Now()}
		var err error
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

// agreeNonce compares our counter with the chain, or takes it from there
// (isMoved). The chain being ahead means that somebody else signs with the
// wallet's key: everything stops.
func (s *sender) agreeNonce(ctx context.Context, l lease, now walletView) (isReady, isMoved bool, err error) {
	outside, cancel := context.WithTimeout(ctx, chainTime)
	defer cancel()
	latest, final, err := l.wallet.Chain.Nonces(outside, l.wallet.Address)
	if err != nil {
		return false, false, l.setWaitReason(ctx, ReasonChainUnavailable, err)
	}
	next := now.state.nextNonce
	switch {
	case next == noNonce && (latest != final || len(now.slots) > 0):
		// Only when all is final can it be known where to begin.
		return false, false, nil
	case next == noNonce:
		first := max(int64(latest), now.highest+1)
		return false, true, l.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
			_, err := tx.Exec(updateNonce, first, l.wallet.Network, int64(noNonce))
			return err
		})
	case int64(latest) > next:
		return false, false, l.update(ctx, func(tx *sqldb.Tx, _ WalletState) error {
			return s.trip(tx, l.wallet.Network, BreakerNonce, fmt.Sprintf("the chain's next nonce is %d, ours %d", latest, next))
		})
	case len(now.slots) == 0 && int64(latest) < next:
		// A provider that lags, or a chain that lost what was final.
		return false, false, l.setWaitReason(ctx, ReasonChainUnavailable, fmt.Errorf("the chain's next nonce is %d, ours %d, and nothing is on its way", latest, next))
	}
	if now.state.Wait != "" {
		return true, false, l.setWaitReason(ctx, "", nil)
	}
	return true, false, nil
}

// examine finds the fee of a payout, or why it cannot be begun now.
func (s *sender) examine(ctx context.Context, w *Wallet, now walletView, one head) (signer.Fee, *waitCause) {
	p, coin := one.payout, one.coin
	if coin.DayMax > 0 && one.begun+p.Amount > coin.DayMax {
		return signer.Fee{}, &waitCause{reason: ReasonDayCap, expectedAt: clock.DayOf(now.now).End()}
	}
	need, err := money.ToBaseUnits(p.Amount, coin.Decimals)
	if err != nil {
		return signer.Fee{}, &waitCause{reason: ReasonWouldFail, isOwn: true, err: err}
	}
	ctx, cancel := context.WithTimeout(ctx, chainTime)
	defer cancel()
	held, err := w.Chain.Balance(ctx, coin.Token, w.Address)
	if err != nil {
		return signer.Fee{}, &waitCause{reason: ReasonChainUnavailable, err: err}
	}
	if rest := new(big.Int).Sub(held, onTheWay(now.slots, coin)); rest.Cmp(need) < 0 {
		return signer.Fee{}, &waitCause{reason: ReasonShort, expectedAt: now.now.Add(w.RefillWithin)}
	}
	quote, err := s.quote(ctx, w, p)
	switch {
	case errors.Is(err, chain.ErrCallFailed):
		return signer.Fee{}, &waitCause{reason: ReasonWouldFail, isOwn: true, err: err}
	case err != nil:
		return signer.Fee{}, &waitCause{reason: ReasonChainUnavailable, err: err}
	case quote.Gas > gasMax(coin):
		// The recipient's code burns it; others' payouts have nothing to do with it.
		return signer.Fee{}, &waitCause{reason: ReasonWouldFail, isOwn: true, err: fmt.Errorf("it takes %d gas, at most %d are offered", quote.Gas, gasMax(coin))}
	case quote.FeeCap > w.FeeCapMax:
		return signer.Fee{}, &waitCause{reason: ReasonFeeTooHigh}
	}
	fee := signer.Fee{Gas: quote.Gas, Tip: min(quote.Tip, quote.FeeCap), FeeCap: max(quote.FeeCap, 1)}
	if coin.Token != emptyAddress {
		if held, err = w.Chain.Balance(ctx, emptyAddress, w.Address); err != nil {
			return signer.Fee{}, &waitCause{reason: ReasonChainUnavailable, err: err}
		}
		need = new(big.Int)
	}
	need = new(big.Int).Add(need, gasCost(fee))
	for _, other := range now.slots {
		need.Add(need, other.costMax())
	}
	if held.Cmp(need.Add(need, nativeOnTheWay(w, now.slots))) < 0 {
		return signer.Fee{}, &waitCause{reason: ReasonLowGas, expectedAt: now.now.Add(w.RefillWithin)}
	}
	return fee, nil
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

// reserve gives a payout the next nonce and fixes every byte of its payload.
func (s *sender) reserve(ctx context.Context, l lease, now walletView, one head, fee signer.Fee) error {
	return l.update(ctx, func(tx *sqldb.Tx, state WalletState) error {
		queue := s.queues[l.wallet.Purpose]
		p, found, err := queue.find(tx, one.payout.WithdrawalID)
		if err != nil {
			return err
		}
		if !found || p.State != Queued || p.Issue != one.payout.Issue || state.Breaker != "" || state.nextNonce != now.state.nextNonce {
			// The payout changed while the chain was asked. The next round sees it.
			return errLost
		}
		if isStopped, err := queue.isStopped(tx); err != nil || isStopped {
			return errors.Join(err, errLost)
		}
		nonce := state.nextNonce
		slotID := fmt.Sprintf("%s|%d", p.WithdrawalID, p.Issue)
		insertSlot.Add(tx, slot{ID: slotID, Network: l.wallet.Network, Address: l.wallet.Address, Nonce: uint64(nonce), Purpose: l.wallet.Purpose, Reference: p.WithdrawalID,
			Asset: p.Asset, Amount: p.Amount, State: slotOpen, OpenedAt: tx.Now()})
		addAttempt(tx, slotID, 1, fee)
		taken, err := tx.Exec(updateNonce, nonce+1, l.wallet.Network, nonce)
		if err != nil {
			return err
		}
		if taken != 1 {
			return errLost
		}
		return queue.wait(tx, l.wallet, one, waitCause{})
	})
}

// setReason records why payouts wait.
func (s *sender) setReason(ctx context.Context, l lease, one head, o waitCause) error {
	return l.update(ctx, func(tx *sqldb.Tx, _ WalletState) error { return s.queues[l.wallet.Purpose].wait(tx, l.wallet, one, o) })
}

// postponeCoin keeps the program from asking about a waiting coin every second.
func (s *sender) postponeCoin(w *Wallet, asset money.Asset, now time.Time, o waitCause) {
	if o.isOwn {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lookAgain[w.Network+"|"+string(asset)] = now.Add(w.Timing.RetryEvery)
}

func (s *sender) isPostponed(w *Wallet, asset money.Asset, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return now.Before(s.lookAgain[w.Network+"|"+string(asset)])
}
