package vectors_test

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"etld/internal/features/solvency/sumtree"
)

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
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
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
	tree, err := sumtree.Grow(file.Snapshot, key, func(yield func(sumtree.Account, error) bool) {
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
	proof, err := sumtree.Prove(file.Snapshot, key, accounts[0], tree.BlockOf)
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
