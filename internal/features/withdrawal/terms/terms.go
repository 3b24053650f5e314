package terms

import (
	"etld/internal/base/money"
	"etld/internal/core/price"
)

// Arrival is what the wallet gets of a quantity; 0 when the fee takes it all.
func (t Terms) Arrival(quantity money.Amount) money.Amount { return max(0, quantity-t.Fee) }

// Maximum is the most that can be withdrawn at once.
func (t Terms) Maximum(available, dayRest money.Amount) money.Amount {
	return min(available, t.MaxRequest, dayRest)
}

// RestOf is what is left of the daily limit.
func (t Terms) RestOf(usedToday money.Amount) money.Amount { return max(0, t.DayMax-usedToday) }

// Room is what a user's balance and day leave.
type Room struct{ Available, DayRest money.Amount }

// Refuse judges a quantity, in the order of the public catalogue's numbers but
// with the balance last. It does not look at what the token can represent.
func (t Terms) Refuse(asset money.Asset, quantity money.Amount, r Room) error {
	currency := string(asset)
	switch {
	case quantity < t.Min:
		return ErrBelowMinimum.With("min", t.Min.String()).With("currency", currency)
	case quantity > t.MaxRequest:
		return ErrAboveMaximum.With("max", t.MaxRequest.String()).With("currency", currency)
	case quantity > r.DayRest:
		return ErrDayLimit.With("max", r.DayRest.String()).With("currency", currency)
	case quantity > r.Available:
		return TooLittle(asset)
	}
	return nil
}

// TooLittle is the refusal of a balance that is too small.
func TooLittle(asset money.Asset) error {
	if asset == money.USDT {
		return ErrInsufficient
	}
	return ErrNotEnough.With("currency", string(asset))
}

// WorthAt is what an amount is worth in USDT, rounded up, so that limits err towards
// a second look.
func WorthAt(amount, at money.Amount) money.Amount {
	if price.ValueAt(amount, at) >= money.Max-1 {
		return money.Max
	}
	return money.MulDivCeil(amount, int64(at), int64(money.Unit))
}
