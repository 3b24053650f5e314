package sumtree

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// An account that comes twice would be owed twice: no path shows it, and no tree is made.
func TestNobodyIsInTheTreeTwice(t *testing.T) {
	accounts := people(rand.New(rand.NewPCG(10, 1)), 20)
	if _, err := Grow(day, Key{3}, len(accounts), each(append(accounts, accounts[7]))); !errors.Is(err, ErrTwice) {
		t.Errorf("a user who comes twice: %v", err)
	}
}

// The leaves are looked through some after the others, as they are kept; what is wrong
// between two portions is found too.
func TestLeavesOutOfOrderAreFound(t *testing.T) {
	const count = 20
	tree, _ := grow(t, Key{3}, people(rand.New(rand.NewPCG(10, 2)), count))
	padding := newSecret(Key{3}).padding(2 * count).Owner
	nobody := slices.IndexFunc(tree.Leaves, func(l Leaf) bool { return l.Owner == padding })
	look := func(order *Order, leaves []Leaf) error {
		for some := range slices.Chunk(leaves, 8) {
			if err := order.Next(some); err != nil {
				return err
			}
		}
		return nil
	}
	for name, c := range map[string]struct {
		change func(leaves []Leaf)
		want   error
	}{
		"nothing":                          {func([]Leaf) {}, nil},
		"a leaf of nobody that is owed":    {func(leaves []Leaf) { leaves[nobody].Atoms[2] = 1 }, ErrPadding},
		"a leaf in two portions":           {func(leaves []Leaf) { leaves[8] = leaves[7] }, ErrTwice},
		"a leaf of nobody that is changed": {func(leaves []Leaf) { leaves[nobody].Owner[31] ^= 1 }, ErrPadding},
	} {
		leaves := slices.Clone(tree.Leaves)
		c.change(leaves)
		if err := look(NewOrder(tree.Depth, count, Key{3}), leaves); !errors.Is(err, c.want) {
			t.Errorf("%s: %v instead of %v", name, err, c.want)
		}
		// Without the key nobody knows which leaves are nobody's.
		if err := look(new(Order), leaves); errors.Is(err, ErrPadding) || errors.Is(err, ErrTwice) != errors.Is(c.want, ErrTwice) {
			t.Errorf("%s, without the key: %v", name, err)
		}
	}
}
