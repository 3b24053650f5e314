package life_test

import (
	"testing"

	"etld/internal/base/money"
	"etld/internal/core/life"
)

// A price is of a new part and of what a credit paid, to the last atom.
func TestAPriceHasTwoParts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ price, newPart, want money.Amount }{
		{money.Units(100), money.Units(100), 0},
		{money.Units(100), 0, money.Units(100)},
		{money.Units(100), money.Units(100) - 1, 1},
	} {
		m := life.Machine{Price: c.price, NewPart: c.newPart}
		if got := m.RepurchasePart(); got != c.want {
			t.Errorf("of %s with %s new: %s, want %s", c.price, c.newPart, got, c.want)
		}
	}
}
