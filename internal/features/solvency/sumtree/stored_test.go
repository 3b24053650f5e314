package sumtree

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"etld/internal/base/money"
)

// What is kept of a tree is read as it was, and leads to the root.
func TestAKeptTreeLeadsToItsRoot(t *testing.T) {
	tree, _ := grow(t, Key{3}, people(rand.New(rand.NewPCG(1, 9)), 900))
	nodes, err := DecodeNodes(EncodeNodes(tree.Blocks))
	if err != nil || !slices.Equal(nodes, tree.Blocks) {
		t.Fatalf("nodes: %v", err)
	}
	if root, err := Above(nodes); err != nil || root != tree.Root {
		t.Errorf("the nodes lead to %v instead of %v: %v", root, tree.Root, err)
	}
	var above []Node
	for block := range slices.Chunk(tree.Leaves, BlockSize) {
		leaves, err := DecodeLeaves(EncodeLeaves(block))
		if err != nil || !slices.Equal(leaves, block) {
			t.Fatalf("leaves: %v", err)
		}
		node, err := AboveLeaves(leaves)
		if err != nil {
			t.Fatal(err)
		}
		above = append(above, node)
	}
	if !slices.Equal(above, tree.Blocks) {
		t.Error("the leaves lead to other nodes")
	}
	leaves := tree.Leaves[:2]
	leaves[0].Atoms[1]++
	if node, err := AboveLeaves(leaves); err != nil || node == tree.Root {
		t.Errorf("another leaf leads to the same node: %v", err)
	}
	if _, err := Above([]Node{{Sums: Sums{{high: highMax}}}, {Sums: Sums{{high: highMax}}}}); !errors.Is(err, ErrSumRange) {
		t.Errorf("sums that are too large are joined: %v", err)
	}
	for _, text := range []string{"*", "AAAA"} {
		if _, err := DecodeLeaves(text); !errors.Is(err, ErrMalformed) {
			t.Errorf("%q is read as leaves: %v", text, err)
		}
		if _, err := DecodeNodes(text); !errors.Is(err, ErrMalformed) {
			t.Errorf("%q is read as nodes: %v", text, err)
		}
	}
}

// The signed text says all of a proof, in its order.
func TestTheSignedText(t *testing.T) {
	p := Proof{Snapshot: day, Address: "0xa", Leaves: []LeafPath{
		{Index: 3, Nonce: "n0", Sums: Sums{SumOf(1), SumOf(2), SumOf(3)}, Siblings: []Node{{Hash: Hash{1}, Sums: Sums{SumOf(4), SumOf(5), SumOf(6)}}}},
		{Index: 0, Nonce: "n1", Sums: Sums{SumOf(7), SumOf(8), SumOf(9)}}}}
	want := "ETLDSOL1 proof|" + day + "|0xa|3|n0|1|2|3|" + Hash{1}.String() + "|4|5|6|0|n1|7|8|9"
	if got := p.SignedText(); got != want {
		t.Errorf("%s instead of %s", got, want)
	}
}

// A sum is an amount as long as one can be so large.
func TestASumAsAnAmount(t *testing.T) {
	most := SumOf(uint64(money.Max))
	if amount, err := most.Amount(); err != nil || amount != money.Max {
		t.Errorf("%s is %s: %v", most, amount, err)
	}
	for _, text := range []string{"4000000000000000001", "39614081257132168796771975167"} {
		sum, err := ParseSum(text)
		if err != nil {
			t.Fatal(err)
		}
		if amount, err := sum.Amount(); !errors.Is(err, ErrSumRange) {
			t.Errorf("%s is %s: %v", text, amount, err)
		}
	}
}
