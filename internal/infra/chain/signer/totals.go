package signer

import (
	"math/big"
	"time"

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
	// byStatement and byClock weigh what the wallet withdrew in 24 hours, by the times
	// of its statements and by the signer's clock: the application chooses the
	// former within the statements' age.
	byStatement, byClock walletSums
}

// walletSums weigh a wallet's withdrawals against TwoFrom and AutomaticMax.
type walletSums struct{ two, automatic weight }

func newWalletSums() walletSums { return walletSums{newWeight(), newWeight()} }

func (s walletSums) add(quantity money.Amount, c Currency) {
	s.two.add(quantity, c.TwoFrom)
	s.automatic.add(quantity, c.AutomaticMax)
}

// totalsFor sums what was signed and the request itself. Bumps do not add up, nor
// does an earlier issue of the same withdrawal, which has provably failed.
func (p Policy) totalsFor(r Request, w Withdrawal, c Currency, j *journal, now time.Time) (totals, error) {
	t := totals{day: w.Quantity, automatic: newWeight(), one: newWeight(), byStatement: newWalletSums(), byClock: newWalletSums()}
	t.automatic.add(w.Quantity, c.AutomaticDayMax)
	t.one.add(w.Quantity, c.OneDayMax)
	t.byStatement.add(w.Quantity, c)
	t.byClock.add(w.Quantity, c)
	earlier, err := j.withdrawal(r.WithdrawalID)
	if err != nil {
		return totals{}, err
	}
	for _, n := range p.Networks {
		for _, other := range n.Currencies {
			spent, err := j.spent(clock.DayOf(now), n.ChainID, other.Token, earlier)
			if err != nil {
				return totals{}, err
			}
			if n.ChainID == r.ChainID && other.Token == r.Token {
				t.day += spent.All
			}
			t.automatic.add(spent.Automatic, other.AutomaticDayMax)
			t.one.add(spent.One, other.OneDayMax)
		}
	}
	stated, err := j.paidAround(r.Recipient, byStatement, w.At)
	if err != nil {
		return totals{}, err
	}
	signed, err := j.paidAround(r.Recipient, bySigner, now)
	if err != nil {
		return totals{}, err
	}
	for _, one := range stated {
		if other, counts := p.counts(one, r); counts && w.At.Sub(one.StatedAt).Abs() < walletWindow {
			t.byStatement.add(one.Quantity, other)
		}
	}
	for _, one := range signed {
		if other, counts := p.counts(one, r); counts && now.Sub(one.At).Abs() < walletWindow {
			t.byClock.add(one.Quantity, other)
		}
	}
	return t, nil
}

// counts says whether what a wallet was paid adds up with a request.
func (p Policy) counts(one entry, r Request) (Currency, bool) {
	if one.Request.WithdrawalID == r.WithdrawalID {
		return Currency{}, false
	}
	return p.currencyOf(one.Request.ChainID, one.Request.Token)
}

// checkCaps judges what any payout is bound by.
func (t totals) checkCaps(w Withdrawal, c Currency) error {
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
	for _, sums := range []walletSums{t.byStatement, t.byClock} {
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
	if issue > 1 || t.byStatement.two.reaches(1) || t.byClock.two.reaches(1) || t.one.isAbove(1) {
		return approvalsMany
	}
	return approvalsFew
}

// checkGas bounds what the day's transactions of a network may cost: a payout of
// next to nothing burns as much as any other.
func (n Network) checkGas(r Request, j *journal, now time.Time) error {
	earlier, err := j.withdrawal(r.WithdrawalID)
	if err != nil {
		return err
	}
	sum, err := j.gas(clock.DayOf(now), r, earlier)
	if err != nil {
		return err
	}
	if sum.Cmp(new(big.Int).SetUint64(n.GasDayMax)) > 0 {
		return ErrGasDayCap.because("%s wei on %s, allowed are %d", sum, n.Name, n.GasDayMax)
	}
	return nil
}

func costMax(fee Fee) *big.Int {
	return new(big.Int).Mul(new(big.Int).SetUint64(fee.Gas), new(big.Int).SetUint64(fee.FeeCap))
}
