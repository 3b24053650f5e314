package sumtree

import (
	"bytes"
	"errors"
	"slices"
)

// What only whoever has all leaves and the key can find: no path shows it.
var (
	ErrTwice   = errors.New("a leaf stands in the tree twice, or in another order than that of owners")
	ErrPadding = errors.New("a leaf of nobody is owed something, or somebody stands in its place")
)

// Order looks through the leaves of a tree, some after the others. Without a key it knows
// no leaf of nobody.
type Order struct {
	// padding are the owners of the leaves of nobody that are still to come, in their order.
	padding []Hash
	last    *Hash
}

// NewOrder begins to look through the leaves of so many people.
func NewOrder(depth, people int, key Key) *Order {
	s, o := newSecret(key), &Order{}
	for i := 2 * people; i < 1<<depth; i++ {
		o.padding = append(o.padding, s.padding(i).Owner)
	}
	slices.SortFunc(o.padding, func(a, b Hash) int { return bytes.Compare(a[:], b[:]) })
	return o
}

// Next looks at the next leaves.
func (o *Order) Next(leaves []Leaf) error {
	for i := range leaves {
		leaf := &leaves[i]
		if o.last != nil && bytes.Compare(o.last[:], leaf.Owner[:]) >= 0 {
			return ErrTwice
		}
		o.last = &leaf.Owner
		if len(o.padding) == 0 {
			continue
		}
		switch bytes.Compare(o.padding[0][:], leaf.Owner[:]) {
		case 0:
			if o.padding = o.padding[1:]; leaf.Atoms != [Assets]uint64{} {
				return ErrPadding
			}
		case -1:
			return ErrPadding
		}
	}
	return nil
}
