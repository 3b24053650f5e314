package ledger

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// Claims add up what the parts of the product must find in the account classes
// that they share. Each part states its own claims while it checks its rows.
type Claims map[Claimed]Claim

// Claimed is a class of accounts and an asset.
type Claimed struct {
	Class Class
	Asset money.Asset
}

// Claim is what a class must hold, and the invariant that says so.
type Claim struct {
	Invariant string
	Amount    money.Amount
}

// Add states a claim beside those of others. A claim of nothing counts too: the
// class must then hold no more than the others claim.
func (c Claims) Add(invariant string, class Class, asset money.Asset, amount money.Amount) {
	key := Claimed{class, asset}
	c[key] = Claim{Invariant: invariant, Amount: c[key].Amount + amount}
}

// Compare holds each claimed class to the sum of its claims: the accounts must
// hold exactly that.
func (c Claims) Compare(tx *sqldb.Tx, books interface {
	ClassTotal(tx *sqldb.Tx, class Class, asset money.Asset) (money.Amount, error)
}) (found []Violation, err error) {
	keys := slices.SortedFunc(maps.Keys(c), func(a, b Claimed) int {
		return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Asset, b.Asset))
	})
	for _, key := range keys {
		holds, err := books.ClassTotal(tx, key.Class, key.Asset)
		if err != nil {
			return found, err
		}
		if want := c[key]; holds != want.Amount {
			found = append(found, Violation{want.Invariant, fmt.Sprintf("%s/%s holds %s, the claims to it add up to %s", key.Class, key.Asset, holds, want.Amount)})
		}
	}
	return found, nil
}
