package withdrawal

import (
	"etld/internal/base/money"
)

// arrival is what the wallet gets of a quantity; 0 when the fee takes it all.
func (t terms) arrival(quantity money.Amount) money.Amount { return max(0, quantity-t.fee) }

// maximum is the most that can be withdrawn at once.
func (t terms) maximum(available, dayRest money.Amount) money.Amount {
	return min(available, t.maxRequest, dayRest)
}

// dayRest is what is left of the daily limit.
func (t terms) dayRest(usedToday money.Amount) money.Amount { return max(0, t.dayMax-usedToday) }

// room is what limits a quantity besides the terms.
type room struct{ available, dayRest money.Amount }

// refuse judges a quantity, in the order of the public catalogue's numbers but
// with the balance last. It does not look at what the token can represent.
func (t terms) refuse(asset money.Asset, quantity money.Amount, r room) error {
	currency := string(asset)
	switch {
	case quantity < t.min:
		return ErrBelowMinimum.With("min", t.min.String()).With("currency", currency)
	case quantity > t.maxRequest:
		return ErrAboveMaximum.With("max", t.maxRequest.String()).With("currency", currency)
	case quantity > r.dayRest:
		return ErrDayLimit.With("max", r.dayRest.String()).With("currency", currency)
	case quantity > r.available:
		return tooLittle(asset)
	}
	return nil
}

// tooLittle is the refusal of a balance that is too small.
func tooLittle(asset money.Asset) error {
	if asset == money.USDT {
		return ErrInsufficient
	}
	return ErrNotEnough.With("currency", string(asset))
}
