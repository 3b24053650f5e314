package vectors_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"testing"

	"etld/internal/features/solvency/sumtree"
)

// proofCase is a proof as somebody may show it beside an anchored text, and why it
// is refused.
type proofCase struct {
	Name, Reason, Address, Text string
	Proof                       json.RawMessage
}

var proofReasons = map[string]error{
	"":            nil,
	"malformed":   sumtree.ErrMalformed,
	"surplus":     sumtree.ErrSurplus,
	"sum_range":   sumtree.ErrSumRange,
	"snapshot":    sumtree.ErrSnapshot,
	"somebody":    sumtree.ErrSomebody,
	"same_leaf":   sumtree.ErrSameLeaf,
	"path_length": sumtree.ErrPathLength,
	"totals":      sumtree.ErrTotals,
	"root":        sumtree.ErrRoot,
}

func (c proofCase) verify() error {
	text, err := sumtree.ParseText(c.Text)
	if err != nil {
		return err
	}
	proof, err := sumtree.ReadProof(c.Proof)
	if err != nil {
		return err
	}
	_, err = sumtree.Verify(proof, text, c.Address)
	return err
}

func TestTheSnapshotIsTheVector(t *testing.T) {
	raw, err := os.ReadFile("solvency.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Snapshot, Key, Text string
		Accounts            []struct {
			Address string
			Atoms   [sumtree.Assets]string
		}
		ProofOfTheFirst sumtree.Proof
		Cases           []proofCase
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			if err := c.verify(); !errors.Is(err, proofReasons[c.Reason]) {
				t.Errorf("%v instead of %q", err, c.Reason)
			}
		})
	}
	var key sumtree.Key
	if _, err := hex.Decode(key[:], []byte(file.Key)); err != nil {
		t.Fatal(err)
	}
	var accounts []sumtree.Account
	for _, a := range file.Accounts {
		account := sumtree.Account{Address: a.Address}
		for i, text := range a.Atoms {
			if account.Atoms[i], err = strconv.ParseUint(text, 10, 64); err != nil {
				t.Fatal(err)
			}
		}
		accounts = append(accounts, account)
	}
	tree, err := sumtree.Grow(file.Snapshot, key, 0, func(yield func(sumtree.Account, error) bool) {
		for _, a := range accounts {
			if !yield(a, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	text := sumtree.Text{Snapshot: file.Snapshot, Depth: tree.Depth, Totals: tree.Root.Sums, Root: tree.Root.Hash}
	if text.String() != file.Text {
		t.Errorf("the text is %s instead of %s", text, file.Text)
	}
	proof, err := sumtree.Prove(file.Snapshot, key, accounts[0].Address, tree.BlockOf)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range file.ProofOfTheFirst.Leaves {
		if got := proof.Leaves[i]; got.Index != want.Index || got.Nonce != want.Nonce || got.Sums != want.Sums {
			t.Errorf("leaf %d is %+v instead of %+v", i, got, want)
		}
	}
	if owed, err := sumtree.Verify(proof, text, accounts[0].Address); err != nil || owed[0].String() != file.Accounts[0].Atoms[0] {
		t.Errorf("the proof shows %v: %v", owed, err)
	}
}
