package sumtree

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"etld/internal/base/long"
)

const day = "20261130"

func each(accounts []Account) iter.Seq2[Account, error] {
	return func(yield func(Account, error) bool) {
		for _, a := range accounts {
			if !yield(a, nil) {
				return
			}
		}
	}
}

// people are accounts with sums of every size, zero among them.
func people(draw *rand.Rand, count int) []Account {
	list := make([]Account, count)
	for i := range list {
		list[i].Address = fmt.Sprintf("0x%040x", i+1)
		for asset := range list[i].Atoms {
			list[i].Atoms[asset] = draw.Uint64N(4_000_000_000_000_000_000) >> draw.UintN(63)
		}
	}
	return list
}

func grow(t *testing.T, key Key, accounts []Account) (*Tree, Text) {
	t.Helper()
	tree, err := Grow(day, key, len(accounts), each(accounts))
	if err != nil {
		t.Fatal(err)
	}
	return tree, Text{Snapshot: day, Depth: tree.Depth, Totals: tree.Root.Sums, Root: tree.Root.Hash,
		Head: Head{Number: 7, Hash: strings.Repeat("ab", HashSize)}, Blocks: []BlockAt{{"BEP-20", 12, "0x" + strings.Repeat("cd", HashSize)}}}
}

func TestEverybodyIsInTheTreeWithWhatTheyAreOwed(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for _, count := range []int{0, 1, 2, 3, 5, 511, 513, long.Or(1500, 20_000)} {
		accounts, key := people(draw, count), Key{byte(count)}
		tree, text := grow(t, key, accounts)
		if least := max(2, 2*count); len(tree.Leaves) != 1<<tree.Depth || len(tree.Leaves) < least || tree.Depth > 1 && len(tree.Leaves)/2 >= least {
			t.Fatalf("%d people have %d leaves at depth %d", count, len(tree.Leaves), tree.Depth)
		}
		var whole Sums
		for i, account := range accounts {
			want := sumsOf(account)
			whole, _ = whole.plus(want)
			if i%(1+count/40) > 0 {
				continue
			}
			proof, err := Prove(day, key, account.Address, tree.BlockOf)
			if err != nil {
				t.Fatal(err)
			}
			owed, err := Verify(proof, text, account.Address)
			if err != nil || owed != want {
				t.Fatalf("%s is owed %v and proved %v: %v", account.Address, want, owed, err)
			}
		}
		if whole != text.Totals {
			t.Errorf("%d people are owed %v together, the text says %v", count, whole, text.Totals)
		}
	}
}

func sumsOf(a Account) (s Sums) {
	for i, atoms := range a.Atoms {
		s[i] = SumOf(atoms)
	}
	return s
}

func TestTheOrderOfAccountsDoesNotMatter(t *testing.T) {
	accounts := people(rand.New(rand.NewPCG(3, 4)), 40)
	_, forward := grow(t, Key{1}, accounts)
	slices.Reverse(accounts)
	if _, backward := grow(t, Key{1}, accounts); forward.Root != backward.Root {
		t.Error("two roots of the same accounts")
	}
	if _, other := grow(t, Key{2}, accounts); forward.Root == other.Root {
		t.Error("another key makes the same root")
	}
}

// Each way of deceiving a reader has a name of its own.
func TestAChangedProofIsRefused(t *testing.T) {
	accounts := people(rand.New(rand.NewPCG(5, 6)), 700)
	tree, text := grow(t, Key{9}, accounts)
	mine, theirs := accounts[3], accounts[4]
	for _, c := range []struct {
		name   string
		change func(p *Proof, text *Text)
		want   error
	}{
		{"nothing", func(*Proof, *Text) {}, nil},
		{"a leaf's sum", func(p *Proof, _ *Text) { p.Leaves[0].Sums[0].low++ }, ErrTotals},
		{"a sum moved from one leaf to the other", func(p *Proof, _ *Text) {
			p.Leaves[0].Sums, p.Leaves[1].Sums = p.Leaves[1].Sums, p.Leaves[0].Sums
		}, ErrTotals},
		{"a child's sum", func(p *Proof, _ *Text) { p.Leaves[1].Siblings[4].Sums[2].low++ }, ErrTotals},
		{"sums that are shifted between a leaf and its sibling", func(p *Proof, _ *Text) {
			leaf := &p.Leaves[0]
			leaf.Sums[1].low, leaf.Siblings[0].Sums[1].low = leaf.Siblings[0].Sums[1].low, leaf.Sums[1].low
		}, ErrRoot},
		{"a sum that is too large", func(p *Proof, _ *Text) { p.Leaves[0].Siblings[2].Sums[0].high = highMax }, ErrSumRange},
		{"a neighbour's hash", func(p *Proof, _ *Text) { p.Leaves[0].Siblings[0].Hash[5] ^= 1 }, ErrRoot},
		{"a path that is too short", func(p *Proof, _ *Text) { p.Leaves[0].Siblings = p.Leaves[0].Siblings[1:] }, ErrPathLength},
		{"a path that is too long", func(p *Proof, _ *Text) {
			p.Leaves[1].Siblings = append(slices.Clone(p.Leaves[1].Siblings), Node{})
		}, ErrPathLength},
		{"the same leaf twice", func(p *Proof, _ *Text) { p.Leaves[1] = p.Leaves[0] }, ErrSameLeaf},
		{"one leaf alone", func(p *Proof, _ *Text) { p.Leaves = p.Leaves[:1] }, ErrMalformed},
		{"a place outside the tree", func(p *Proof, _ *Text) { p.Leaves[0].Index += 1 << text.Depth }, ErrMalformed},
		{"another place", func(p *Proof, _ *Text) { p.Leaves[0].Index ^= 1 }, ErrRoot},
		{"a nonce", func(p *Proof, _ *Text) { p.Leaves[0].Nonce = p.Leaves[1].Nonce }, ErrRoot},
		{"another's proof", func(p *Proof, _ *Text) { *p, _ = Prove(day, Key{9}, theirs.Address, tree.BlockOf) }, ErrSomebody},
		{"another's leaves under my name", func(p *Proof, _ *Text) {
			other, _ := Prove(day, Key{9}, theirs.Address, tree.BlockOf)
			p.Leaves = other.Leaves
		}, ErrRoot},
		{"another day", func(p *Proof, _ *Text) { p.Snapshot = "20261129" }, ErrSnapshot},
		{"the text's totals", func(_ *Proof, text *Text) { text.Totals[0].low-- }, ErrTotals},
		{"the text's root", func(_ *Proof, text *Text) { text.Root[0] ^= 1 }, ErrRoot},
		{"the text's depth", func(_ *Proof, text *Text) { text.Depth++ }, ErrPathLength},
	} {
		t.Run(c.name, func(t *testing.T) {
			proof, err := Prove(day, Key{9}, mine.Address, tree.BlockOf)
			if err != nil {
				t.Fatal(err)
			}
			read := text
			c.change(&proof, &read)
			if _, err := Verify(proof, read, mine.Address); !errors.Is(err, c.want) {
				t.Errorf("%v instead of %v", err, c.want)
			}
		})
	}
}

func TestWhoIsLeftOutCannotBeProved(t *testing.T) {
	accounts := people(rand.New(rand.NewPCG(7, 8)), 30)
	tree, _ := grow(t, Key{9}, accounts[1:])
	if _, err := Prove(day, Key{9}, accounts[0].Address, tree.BlockOf); !errors.Is(err, ErrSomebody) {
		t.Errorf("somebody who is not in the tree has a proof: %v", err)
	}
}

func TestSumsAreBelowTheirBound(t *testing.T) {
	const most = "39614081257132168796771975167"
	top, err := ParseSum(most)
	if err != nil || top.String() != most {
		t.Fatalf("%s is read as %s: %v", most, top, err)
	}
	if _, err := (Sums{top}).plus(Sums{SumOf(1)}); !errors.Is(err, ErrSumRange) {
		t.Errorf("a sum beyond the bound: %v", err)
	}
	for _, text := range []string{"39614081257132168796771975168", "-1", "+1", "01", "1.0", "", "0x1", " 1"} {
		if _, err := ParseSum(text); !errors.Is(err, ErrSumRange) {
			t.Errorf("%q is read as a sum: %v", text, err)
		}
	}
}

func TestATextIsReadAsItIsWritten(t *testing.T) {
	_, text := grow(t, Key{1}, people(rand.New(rand.NewPCG(9, 9)), 5))
	written := text.String()
	read, err := ParseText(written)
	if err != nil || read.String() != written {
		t.Fatalf("%s is read as %s: %v", written, read, err)
	}
	for _, wrong := range []string{
		"", strings.Replace(written, "ETLDSOL1", "ETLDSOL2", 1), written + "|", strings.Replace(written, "|4|", "|04|", 1),
		strings.Replace(written, "|4|", "|41|", 1), strings.Replace(written, "|7|", "|-7|", 1), strings.ToUpper(written), strings.Replace(written, ":12:", ":12", 1),
	} {
		if _, err := ParseText(wrong); err == nil {
			t.Errorf("%q is read as a text", wrong)
		}
	}
}

func BenchmarkGrowAMillion(b *testing.B) {
	accounts := people(rand.New(rand.NewPCG(1, 1)), 1_000_000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Grow(day, Key{1}, len(accounts), each(accounts)); err != nil {
			b.Fatal(err)
		}
	}
}
