package ledger

import (
	"fmt"
	"testing"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// classTotals are books that hold these sums.
type classTotals map[Claimed]money.Amount

func (c classTotals) ClassTotal(_ *sqldb.Tx, class Class, asset money.Asset) (money.Amount, error) {
	return c[Claimed{class, asset}], nil
}

func TestClaimsAddUpAndMustBeMetExactly(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		cooling money.Amount
		want    string
	}{
		"what both claim":      {money.Units(7), "[]"},
		"less than both claim": {money.Units(4), "[I6: U.COO/USDT holds 4, the claims to it add up to 7]"},
		"more than both claim": {money.Units(8), "[I6: U.COO/USDT holds 8, the claims to it add up to 7]"},
	} {
		claims := make(Claims)
		claims.Add("I6", Cooling, money.USDT, money.Units(4))
		claims.Add("I6", Cooling, money.USDT, money.Units(3))
		claims.Add("I8", Withdraw, money.ETH, 0)
		found, err := claims.Compare(nil, classTotals{{Cooling, money.USDT}: test.cooling})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(found); got != test.want {
			t.Errorf("%s: found %s, want %s", name, got, test.want)
		}
	}
	claims := make(Claims)
	claims.Add("I8", Withdraw, money.ETH, 0)
	if found, err := claims.Compare(nil, classTotals{{Withdraw, money.ETH}: 1}); err != nil || len(found) != 1 {
		t.Errorf("a class that nobody claims and that is not empty: %v, %v", found, err)
	}
}
