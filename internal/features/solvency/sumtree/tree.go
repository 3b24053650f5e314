package sumtree

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
)

// BlockSize is how many neighbouring leaves are kept together: a proof hashes one
// block anew and takes what stands above from the blocks' nodes.
const BlockSize = 1024

// Tree is a snapshot whole. Its leaves stand in the order of their owners.
type Tree struct {
	Depth  int
	Leaves []Leaf
	// Blocks are the nodes above each BlockSize leaves, or the root alone.
	Blocks []Node
	Root   Node
}

// DepthFor is how many levels a snapshot of so many people has.
func DepthFor(people int) int {
	return max(1, bits.Len(uint(max(0, 2*people-1))))
}

// Grow makes the tree of all who are owed anything, who may be about so many. The same
// accounts and key make the same tree in whatever order they come.
func Grow(snapshot string, key Key, about int, accounts iter.Seq2[Account, error]) (*Tree, error) {
	s := newSecret(key)
	t := &Tree{Leaves: make([]Leaf, 0, 1<<DepthFor(about))}
	people := 0
	for account, err := range accounts {
		if err != nil {
			return nil, err
		}
		pair := s.leaves(snapshot, account)
		t.Leaves = append(t.Leaves, pair[:]...)
		people++
	}
	t.Depth = DepthFor(people)
	t.Leaves = slices.Grow(t.Leaves, 1<<t.Depth-len(t.Leaves))
	for i := len(t.Leaves); i < 1<<t.Depth; i++ {
		t.Leaves = append(t.Leaves, s.padding(i))
	}
	slices.SortFunc(t.Leaves, byOwner)
	if err := new(Order).Next(t.Leaves); err != nil {
		return nil, err
	}
	row := make([]Node, 0, BlockSize)
	for block := range slices.Chunk(t.Leaves, BlockSize) {
		row = appendNodes(row[:0], block)
		top, err := fold(row)
		if err != nil {
			return nil, err
		}
		t.Blocks = append(t.Blocks, top)
	}
	var err error
	t.Root, err = fold(slices.Clone(t.Blocks))
	return t, err
}

// byOwner compares the first eight bytes alone as long as they tell, which is nearly always.
func byOwner(a, b Leaf) int {
	const firstBytes = 8
	if x, y := binary.BigEndian.Uint64(a.Owner[:firstBytes]), binary.BigEndian.Uint64(b.Owner[:firstBytes]); x != y {
		return cmp.Compare(x, y)
	}
	return bytes.Compare(a.Owner[:], b.Owner[:])
}

func nodesOf(leaves []Leaf) []Node { return appendNodes(make([]Node, 0, len(leaves)), leaves) }

func appendNodes(to []Node, leaves []Leaf) []Node {
	for _, leaf := range leaves {
		to = append(to, leaf.node())
	}
	return to
}

// fold is the node above a row whose length is a power of two; it spoils the row.
func fold(row []Node) (Node, error) {
	for ; len(row) > 1; row = row[:len(row)/2] {
		for i := range len(row) / 2 {
			var err error
			if row[i], err = join(row[2*i], row[2*i+1]); err != nil {
				return Node{}, err
			}
		}
	}
	return row[0], nil
}

// levels are a row of nodes and all rows above it, up to the one node that joins
// them; the row's length is a power of two.
func levels(row []Node) ([][]Node, error) {
	all := [][]Node{row}
	for len(row) > 1 {
		above := make([]Node, len(row)/2)
		for i := range above {
			var err error
			if above[i], err = join(row[2*i], row[2*i+1]); err != nil {
				return nil, err
			}
		}
		all, row = append(all, above), above
	}
	return all, nil
}

// siblings are the neighbours on the way from a place in the lowest row up.
func siblings(rows [][]Node, index int) []Node {
	path := make([]Node, 0, len(rows)-1)
	for _, row := range rows[:len(rows)-1] {
		path = append(path, row[index^1])
		index /= 2
	}
	return path
}
