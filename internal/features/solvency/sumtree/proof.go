package sumtree

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// What may be wrong with a proof. A verifier names the first that it meets.
var (
	ErrMalformed  = errors.New("the proof is not written as a proof is")
	ErrSurplus    = errors.New("the proof brings a root, totals or something else that the text alone may say")
	ErrSnapshot   = errors.New("the proof is of another snapshot than the text")
	ErrSomebody   = errors.New("the proof is of another address")
	ErrSameLeaf   = errors.New("both leaves are the same")
	ErrPathLength = errors.New("a path is not as long as the tree is deep")
	ErrTotals     = errors.New("the path adds up to other totals than the text's")
	ErrRoot       = errors.New("the path leads to another root than the text's")
)

// Proof shows one person's two leaves and their ways up. It carries no root: who
// checks it takes that from the published text.
type Proof struct {
	Snapshot string `json:"snapshot" doc:"The day that ended, YYYYMMDD"`
	// Address is the wallet's, in lower case.
	Address string     `json:"address"`
	Leaves  []LeafPath `json:"leaves" nullable:"false" minItems:"2" maxItems:"2"`
}

// LeafPath is one leaf and its neighbours on the way up, lowest first.
type LeafPath struct {
	Index    int    `json:"index"`
	Nonce    string `json:"nonce"`
	Sums     Sums   `json:"sums" nullable:"false"`
	Siblings []Node `json:"siblings" nullable:"false"`
}

// Block is the part of a tree that a proof of a leaf needs: the neighbouring leaves,
// the place of the first of them, and the nodes of all blocks.
type Block struct {
	First  int
	Leaves []Leaf
	Nodes  []Node
}

// Prove makes an address's proof from what is kept of a tree, or says ErrSomebody where
// the address has no leaves in it. blockOf finds the block in which an owner's leaf
// stands, if anywhere.
func Prove(snapshot string, key Key, address string, blockOf func(owner Hash) (Block, error)) (Proof, error) {
	s := newSecret(key)
	proof := Proof{Snapshot: snapshot, Address: strings.ToLower(address)}
	// Both leaves stand below the same nodes.
	var above [][]Node
	for p := range places {
		owner, nonce := s.owner(snapshot, proof.Address, p)
		block, err := blockOf(owner)
		if err != nil {
			return Proof{}, err
		}
		at := slices.IndexFunc(block.Leaves, func(l Leaf) bool { return l.Owner == owner })
		if at < 0 {
			return Proof{}, ErrSomebody
		}
		below, err := levels(nodesOf(block.Leaves))
		if err != nil {
			return Proof{}, err
		}
		if above == nil {
			if above, err = levels(block.Nodes); err != nil {
				return Proof{}, err
			}
		}
		proof.Leaves = append(proof.Leaves, LeafPath{
			Index: block.First + at, Nonce: nonce.String(), Sums: block.Leaves[at].node().Sums,
			Siblings: append(siblings(below, at), siblings(above, block.First/BlockSize)...),
		})
	}
	return proof, nil
}

// BlockOf finds a leaf's block in a whole tree.
func (t *Tree) BlockOf(owner Hash) (Block, error) {
	at, found := slices.BinarySearchFunc(t.Leaves, owner, func(l Leaf, o Hash) int { return slices.Compare(l.Owner[:], o[:]) })
	if !found {
		return Block{}, ErrSomebody
	}
	first := at - at%BlockSize
	return Block{First: first, Leaves: t.Leaves[first:min(first+BlockSize, len(t.Leaves))], Nodes: t.Blocks}, nil
}

// SignedText is what the platform signs of a proof: all that it says, in its order.
func (p Proof) SignedText() string {
	parts := []string{textHead + " proof", p.Snapshot, p.Address}
	for _, leaf := range p.Leaves {
		parts = append(parts, strconv.Itoa(leaf.Index), leaf.Nonce)
		parts = append(parts, leaf.Sums.texts()...)
		for _, sibling := range leaf.Siblings {
			parts = append(append(parts, sibling.Hash.String()), sibling.Sums.texts()...)
		}
	}
	return strings.Join(parts, "|")
}

// Verify says what the proof shows that an address is owed in a snapshot, or why it
// shows nothing. Root, depth and totals are the text's; every sum is added anew.
func Verify(p Proof, text Text, address string) (owed Sums, err error) {
	switch {
	case p.Snapshot != text.Snapshot:
		return owed, ErrSnapshot
	case p.Address != strings.ToLower(address):
		return owed, ErrSomebody
	case len(p.Leaves) != 2:
		return owed, ErrMalformed
	case p.Leaves[0].Index == p.Leaves[1].Index:
		return owed, ErrSameLeaf
	}
	for _, leaf := range p.Leaves {
		if err := leaf.climb(text, p.Address); err != nil {
			return Sums{}, err
		}
		if owed, err = owed.plus(leaf.Sums); err != nil {
			return Sums{}, err
		}
	}
	return owed, nil
}

// climb goes from a leaf to the root and compares both with the text.
func (l LeafPath) climb(text Text, address string) error {
	if len(l.Siblings) != text.Depth {
		return ErrPathLength
	}
	if l.Index < 0 || l.Index >= 1<<text.Depth {
		return ErrMalformed
	}
	node := leafNode(ownerOf(text.Snapshot, address, l.Nonce), l.Sums)
	for level, sibling := range l.Siblings {
		left, right := node, sibling
		if l.Index>>level&1 == 1 {
			left, right = sibling, node
		}
		var err error
		if node, err = join(left, right); err != nil {
			return err
		}
	}
	switch {
	case node.Sums != text.Totals:
		return ErrTotals
	case node.Hash != text.Root:
		return ErrRoot
	}
	return nil
}
