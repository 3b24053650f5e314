package sumtree

import (
	"bytes"
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

// Grow makes the tree of all who are owed anything. The same accounts and key make
// the same tree in whatever order they come.
func Grow(snapshot string, key Key, accounts iter.Seq2[Account, error]) (*Tree, error) {
	s := newSecret(key)
	t := &Tree{}
	people := 0
	for account, err := range accounts {
		if err != nil {
			return nil, err
		}
		pair, _ := s.leaves(snapshot, account)
		t.Leaves = append(t.Leaves, pair[:]...)
		people++
	}
	t.Depth = DepthFor(people)
	t.Leaves = slices.Grow(t.Leaves, 1<<t.Depth-len(t.Leaves))
	for i := len(t.Leaves); i < 1<<t.Depth; i++ {
		t.Leaves = append(t.Leaves, s.padding(i))
	}
	slices.SortFunc(t.Leaves, func(a, b Leaf) int { return bytes.Compare(a.Owner[:], b.Owner[:]) })
	for block := range slices.Chunk(t.Leaves, BlockSize) {
		level, err := levels(nodesOf(block))
		if err != nil {
			return nil, err
		}
		t.Blocks = append(t.Blocks, level[len(level)-1][0])
	}
	above, err := levels(t.Blocks)
	if err != nil {
		return nil, err
	}
	t.Root = above[len(above)-1][0]
	return t, nil
}

func nodesOf(leaves []Leaf) []Node {
	nodes := make([]Node, len(leaves))
	for i, leaf := range leaves {
		nodes[i] = leaf.node()
	}
	return nodes
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
