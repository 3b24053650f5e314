package verify

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"etld/internal/features/game"
)

// The command knows the rounds of the shared vectors: it accepts the right ones, and
// names what is wrong with the others.
func TestVerifyRound(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../test/vectors/game.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Beacon    struct{ LocalKey string }
		Documents []struct{ Document json.RawMessage }
		Rejected  []struct {
			Name, Step string
			Document   json.RawMessage
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	check := func(document json.RawMessage, more ...string) (string, error) {
		path := filepath.Join(t.TempDir(), "round.json")
		if err := os.WriteFile(path, document, 0o600); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err := Run(t.Context(), append(append([]string{"round"}, more...), path), &out)
		return out.String(), err
	}
	for _, d := range file.Documents {
		var told game.Document
		if err := json.Unmarshal(d.Document, &told); err != nil {
			t.Fatal(err)
		}
		if out, _ := check(d.Document, "--beacon-key", file.Beacon.LocalKey); (told.Mine != nil) != strings.Contains(out, "NOT LOOKED UP: receipt: nobody kept") {
			t.Errorf("whose entry it was: %s", out)
		}
		answered := slices.Concat(json.RawMessage(`{"code":200,"message":"","data":`), d.Document, json.RawMessage(`}`))
		if out, err := check(answered, "--beacon-key", file.Beacon.LocalKey); !errors.Is(err, ErrNotLookedUp) {
			t.Errorf("as it was answered: %v: %s", err, out)
		}
		if out, err := check(d.Document, "--beacon-key", file.Beacon.LocalKey); !errors.Is(err, ErrNotLookedUp) || !strings.Contains(out, "NOT LOOKED UP: anchor: ") || !strings.Contains(out, "everything recomputed") || !strings.HasPrefix(out, "NOTE: the beacon is one that you named") {
			t.Errorf("%v: %s", err, out)
		}
	}
	for _, d := range file.Rejected {
		if out, err := check(d.Document, "--beacon-key", file.Beacon.LocalKey); err == nil || errors.Is(err, ErrNotLookedUp) || !strings.Contains(out, "WRONG: "+d.Step+": ") {
			t.Errorf("%s: %v: %s", d.Name, err, out)
		}
	}
	// Without a word about a demo, only the public beacon counts.
	if out, err := check(file.Documents[0].Document); err == nil || !strings.Contains(out, "WRONG: signature: ") || strings.Contains(out, "NOTE") {
		t.Errorf("a local beacon's round: %v: %s", err, out)
	}
	if _, err := check(json.RawMessage(`"nothing"`)); err == nil {
		t.Error("a text is no round")
	}
}

// rounds are those of the shared vectors.
type rounds struct {
	Beacon    struct{ LocalKey string }
	Documents []struct{ Document game.Document }
}

func readRounds(t *testing.T) (file rounds) {
	t.Helper()
	raw, err := os.ReadFile("../../../test/vectors/game.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	return file
}

// A round that a player exported is held to what the player kept of the entry: a list
// without it fits by itself.
func TestVerifyRoundByAKeptReceipt(t *testing.T) {
	t.Parallel()
	file := readRounds(t)
	at := slices.IndexFunc(file.Documents, func(one struct{ Document game.Document }) bool { return one.Document.Mine != nil })
	d := file.Documents[at].Document
	without, err := json.Marshal(file.Documents[slices.IndexFunc(file.Documents, func(one struct{ Document game.Document }) bool { return one.Document.Mine == nil })].Document)
	if err != nil {
		t.Fatal(err)
	}
	whole := game.Held{Period: d.Period, Entry: d.Mine.Entry, Player: d.Mine.Player, Receipt: d.Mine.Receipt, ReceiptKey: d.Mine.ReceiptKey, Root: d.Root}
	for name, test := range map[string]struct {
		spoil func(*game.Document, *game.Held)
		wrong string
	}{
		"as it was made":       {spoil: func(*game.Document, *game.Held) {}},
		"without a root":       {spoil: func(_ *game.Document, h *game.Held) { h.Root = "" }},
		"nothing is told":      {spoil: func(d *game.Document, _ *game.Held) { d.Mine = nil }, wrong: "WRONG: receipt: the player kept a receipt of entry"},
		"another box":          {spoil: func(_ *game.Document, h *game.Held) { h.Box = h.Box%game.Boxes + 1 }, wrong: "is not among the entries"},
		"another period":       {spoil: func(_ *game.Document, h *game.Held) { h.Period = "20200101-001" }, wrong: "WRONG: receipt: the player kept a receipt of 20200101-001"},
		"a receipt of nobody":  {spoil: func(_ *game.Document, h *game.Held) { h.Receipt = d.RootSignature }, wrong: "WRONG: receipt: the receipt key did not sign this entry"},
		"another hash in time": {spoil: func(_ *game.Document, h *game.Held) { h.Root = h.Receipt }, wrong: "WRONG: root: the player saw the root"},
	} {
		d, held := d, whole
		test.spoil(&d, &held)
		document, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := json.Marshal(held)
		if err != nil {
			t.Fatal(err)
		}
		// A server may answer more than the document has: another round, as if this were an answer.
		for _, beside := range []string{"", `,"data":` + string(without)} {
			path := filepath.Join(t.TempDir(), "round.json")
			if err := os.WriteFile(path, slices.Concat(document[:len(document)-1], []byte(beside+`,"held":`), kept, []byte(`}`)), 0o600); err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			err = Run(t.Context(), []string{"round", "--beacon-key", file.Beacon.LocalKey, path}, &out)
			if test.wrong == "" && !errors.Is(err, ErrNotLookedUp) || test.wrong != "" && !(errors.Is(err, ErrRoundWrong) && strings.Contains(out.String(), test.wrong)) {
				t.Errorf("%s: %v: %s", name, err, out.String())
			}
		}
	}
}

// A round is held to the receipt keys that the site publishes, not to the one that it
// names itself.
func TestVerifyRoundByPublishedKeys(t *testing.T) {
	t.Parallel()
	file := readRounds(t)
	dir := t.TempDir()
	write := func(name string, content any) string {
		text, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	check := func(keys string, document any) (string, error) {
		var out strings.Builder
		err := Run(t.Context(), []string{"round", "--beacon-key", file.Beacon.LocalKey, "--receipt-keys", keys, write("round.json", document)}, &out)
		return out.String(), err
	}
	published := func(list ...string) (out game.ChainOut) {
		for _, key := range list {
			out.Keys = append(out.Keys, game.Key{Key: key})
		}
		return out
	}
	seen := 0
	for _, one := range file.Documents {
		d := one.Document
		if d.Mine == nil {
			continue
		}
		seen++
		for name, content := range map[string]any{"data": published("00", d.ReceiptKey, d.Mine.ReceiptKey),
			"answer": map[string]any{"code": 200, "data": published(d.ReceiptKey, d.Mine.ReceiptKey)}} {
			if out, err := check(write(name, content), d); !errors.Is(err, ErrNotLookedUp) || strings.Contains(out, "LOOKED UP: root") || strings.Contains(out, "LOOKED UP: receipt: no published") {
				t.Errorf("%s: %v: %s", name, err, out)
			}
		}
		if out, err := check(write("other", published("00")), d); err == nil || !strings.Contains(out, "WRONG: root: the key ") || !strings.Contains(out, "WRONG: receipt: the key ") {
			t.Errorf("signed by nobody known: %v: %s", err, out)
		}
		for name, content := range map[string]any{"empty": map[string]any{}, "a text": "nothing"} {
			if _, err := check(write("wrong", content), d); err == nil {
				t.Errorf("%s is taken for keys", name)
			}
		}
	}
	if seen == 0 {
		t.Error("no round of the vectors has a receipt")
	}
}

// No invented round ends with 0, whatever the reader names, and none that is true does
// where no chain was read.
func TestVerifyInventedRounds(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../test/vectors/game_rounds.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		BeaconKey, ReceiptKey, AnchorAddress string
		Rounds                               []struct {
			Name, Outcome string
			Document      json.RawMessage
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	keys, path := filepath.Join(dir, "keys.json"), filepath.Join(dir, "round.json")
	if err := os.WriteFile(keys, []byte(`{"receiptKeys":[{"key":"`+file.ReceiptKey+`"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, v := range file.Rounds {
		if err := os.WriteFile(path, v.Document, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, more := range [][]string{nil, {"--anchor-address", file.AnchorAddress}, {"--anchor-address", file.AnchorAddress, "--rpc-urls", "http://127.0.0.1:1"}} {
			var out strings.Builder
			err := Run(t.Context(), slices.Concat([]string{"round", "--beacon-key", file.BeaconKey, "--receipt-keys", keys}, more, []string{path}), &out)
			if err == nil || v.Outcome != "failed" && !errors.Is(err, ErrNotLookedUp) {
				t.Errorf("%s, with %v: ended with %v: %s", v.Name, more, err, out.String())
			}
		}
	}
}
