package terms

import (
	"errors"
	"slices"
	"testing"

	"etld/internal/base/fault"
	"etld/internal/base/money"
)

// Refusals come in the order of the public catalogue's numbers, with the balance last.
func TestRefusalsOfAQuantity(t *testing.T) {
	t.Parallel()
	at := Terms{Fee: amount("1"), Min: amount("10"), MaxRequest: amount("100"), DayMax: amount("200")}
	for _, test := range []struct {
		asset                        money.Asset
		quantity, available, dayRest string
		want                         error
		param, value                 string
	}{
		{money.USDT, "10", "10", "10", nil, "", ""},
		{money.USDT, "9.99999999", "0", "0", ErrBelowMinimum, "min", "10"},
		{money.USDT, "100.00000001", "0", "0", ErrAboveMaximum, "max", "100"},
		{money.USDT, "100", "0", "99.5", ErrDayLimit, "max", "99.5"},
		{money.USDT, "100", "99.99999999", "100", ErrInsufficient, "", ""},
		{money.ETLD, "100", "99.99999999", "100", ErrNotEnough, "currency", "ETLD"},
		{money.ETH, "100", "100", "100", nil, "", ""},
	} {
		err := at.Refuse(test.asset, amount(test.quantity), Room{Available: amount(test.available), DayRest: amount(test.dayRest)})
		if !errors.Is(err, test.want) {
			t.Errorf("%+v: %v", test, err)
			continue
		}
		if f, _ := fault.As(err); f.Params[test.param] != test.value {
			t.Errorf("%+v: it says %v", test, f.Params)
		}
	}
}

func TestEveryOfferIsFound(t *testing.T) {
	t.Parallel()
	for _, o := range Offers() {
		if found, isOffered := Find(o.Asset, o.Network); !isOffered || found.Account != o.Account || found.Decimals != o.Decimals {
			t.Errorf("%s on %s: %v, %+v", o.Asset, o.Network, isOffered, found)
		}
		// Without a limit nothing of it would be approved by itself.
		if !slices.Contains(Assets(), o.Asset) {
			t.Errorf("%s has no limits", o.Asset)
		}
	}
	for _, none := range []struct {
		asset   money.Asset
		network string
	}{{money.USDT, "TRC-20"}, {money.ETLD, ERC20}, {money.GP, BEP20}, {"", ""}} {
		if _, isOffered := Find(none.asset, none.network); isOffered {
			t.Errorf("%s on %s is offered", none.asset, none.network)
		}
	}
}

// One more withdrawal leaves the lists that it is added to as they were.
func TestInputsWithOneMore(t *testing.T) {
	t.Parallel()
	others := Inputs{User: append(make([]Taken, 0, 8), usdt("150")), Automatic: append(make([]Taken, 0, 8), usdt("4800"))}
	small, large := others.With(usdt("40")), others.With(usdt("60"))
	if len(others.User) != 1 || small.User[1] != usdt("40") || large.User[1] != usdt("60") || small.Automatic[1] != usdt("40") || large.Automatic[1] != usdt("60") {
		t.Errorf("%+v, %+v of %+v", small, large, others)
	}
	small.Age = defaults().accountAge + 1
	if reviewers, cause := defaults().Decide(small); reviewers != ReviewersNone || cause != CauseAutomatic {
		t.Errorf("%d must approve: %s", reviewers, cause)
	}
}
