package signer

import (
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

// totals are what was signed before, as far as caps look at it.
type totals struct {
	// day is this currency's sum of the platform day; automatic weighs all
	// currencies' automatic payouts of the day, one those that one operator
	// approved alone.
	day            money.Amount
	automatic, one weight
	// byWish and byClock weigh what the wallet withdrew in 24 hours, by the times
	// of its statements and by the signer's clock: the application chooses the
	// former within the statements' age.
	byWish, byClock walletSums
}

// walletSums weigh a wallet's withdrawals against TwoFrom and AutomaticMax.
type walletSums struct{ two, automatic weight }

func newWalletSums() walletSums { return walletSums{newWeight(), newWeight()} }

func (s walletSums) add(quantity money.Amount, c Currency) {
	s.two.add(quantity, c.TwoFrom)
	s.automatic.add(quantity, c.AutomaticMax)
}

// totalsFor sums what was signed and the request itself.
func (p Policy) totalsFor(r Request, w Wish, c Currency, m *memory, now time.Time) totals {
	t := totals{day: w.Quantity, automatic: newWeight(), one: newWeight(), byWish: newWalletSums(), byClock: newWalletSums()}
	t.automatic.add(w.Quantity, c.AutomaticDayMax)
	t.one.add(w.Quantity, c.OneDayMax)
	t.byWish.add(w.Quantity, c)
	t.byClock.add(w.Quantity, c)
	today := clock.DayOf(now)
	for _, one := range m.recent {
		other, counts := p.counts(one, r)
		if !counts || clock.DayOf(one.at) != today {
			continue
		}
		if one.chainID == r.ChainID && one.token == r.Token {
			t.day += one.quantity
		}
		switch one.approvals {
		case 0:
			t.automatic.add(one.quantity, other.AutomaticDayMax)
		case approvalsFew:
			t.one.add(one.quantity, other.OneDayMax)
		}
	}
	for _, one := range m.byRecipient[r.Recipient] {
		other, counts := p.counts(one, r)
		if !counts {
			continue
		}
		if w.At.Sub(one.wishAt).Abs() < walletWindow {
			t.byWish.add(one.quantity, other)
		}
		if now.Sub(one.at).Abs() < walletWindow {
			t.byClock.add(one.quantity, other)
		}
	}
	return t
}

// counts says whether something signed adds up with a request: bumps do not, nor
// does an earlier issue of the same withdrawal, which has provably failed.
func (p Policy) counts(one signedBefore, r Request) (Currency, bool) {
	if one.isBump || one.withdrawalID == r.WithdrawalID {
		return Currency{}, false
	}
	return p.currencyOf(one.chainID, one.token)
}

// checkCaps judges what any payout is bound by.
func (t totals) checkCaps(w Wish, c Currency) error {
	switch {
	case w.Arrival < c.PayoutMin:
		return ErrPayoutTooSmall.because("%s %s, the least is %s", w.Arrival, w.Currency, c.PayoutMin)
	case w.Quantity > c.PayoutMax:
		return ErrPayoutCap.because("%s %s, allowed are %s", w.Quantity, w.Currency, c.PayoutMax)
	case t.day > c.DayMax:
		return ErrDayCap.because("%s %s, allowed are %s", t.day, w.Currency, c.DayMax)
	}
	return nil
}

// checkAutomatic judges a payout that no operator looked at.
func (t totals) checkAutomatic() error {
	for _, sums := range []walletSums{t.byWish, t.byClock} {
		if sums.automatic.isAbove(1) {
			return ErrAutomaticUserCap.because("%s of the limit", sums.automatic.sum.FloatString(2))
		}
	}
	if t.automatic.isAbove(1) {
		return ErrAutomaticDayCap.because("%s of the limit", t.automatic.sum.FloatString(2))
	}
	return nil
}

// approvalsNeeded is how many operators must have signed.
func (t totals) approvalsNeeded(issue int) int {
	if issue > 1 || t.byWish.two.reaches(1) || t.byClock.two.reaches(1) || t.one.isAbove(1) {
		return approvalsMany
	}
	return approvalsFew
}

// checkGas bounds what the day's transactions of a network may cost: a payout of
// next to nothing burns as much as any other.
func (n Network) checkGas(r Request, m *memory, now time.Time) error {
	dearest := map[slotKey]*big.Int{{r.WithdrawalID, r.Issue}: costMax(r.Fee)}
	today := clock.DayOf(now)
	for _, one := range m.recent {
		if one.chainID != n.ChainID || clock.DayOf(one.at) != today {
			continue
		}
		slot := slotKey{one.withdrawalID, one.issue}
		if cost := costMax(one.fee); dearest[slot] == nil || dearest[slot].Cmp(cost) < 0 {
			dearest[slot] = cost
		}
	}
	sum := new(big.Int)
	for _, cost := range dearest {
		sum.Add(sum, cost)
	}
	if sum.Cmp(new(big.Int).SetUint64(n.GasDayMax)) > 0 {
		return ErrGasDayCap.because("%s wei on %s, allowed are %d", sum, n.Name, n.GasDayMax)
	}
	return nil
}

func costMax(fee Fee) *big.Int {
	return new(big.Int).Mul(new(big.Int).SetUint64(fee.Gas), new(big.Int).SetUint64(fee.FeeCap))
}

// signedBefore is what sums need of an entry.
type signedBefore struct {
	at, wishAt   time.Time
	chainID      uint64
	token        common.Address
	withdrawalID string
	issue        int
	quantity     money.Amount
	fee          Fee
	// approvals is how many operators signed; none for an automatic payout.
	approvals int
	isBump    bool
}
