package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The command knows the rounds of the shared vectors: it accepts the right ones, and
// names what is wrong with the others.
func TestVerifyRound(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../test/vectors/game.json")
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
		var out, log strings.Builder
		err := Run(t.Context(), append(append([]string{"verify", "round"}, more...), path), &out, &log)
		return out.String(), err
	}
	for _, d := range file.Documents {
		if out, err := check(d.Document, "--beacon-key", file.Beacon.LocalKey); err != nil || !strings.Contains(out, "everything recomputed") || !strings.HasPrefix(out, "NOTE: the beacon is one that you named") {
			t.Errorf("%v: %s", err, out)
		}
	}
	for _, d := range file.Rejected {
		if out, err := check(d.Document, "--beacon-key", file.Beacon.LocalKey); err == nil || !strings.Contains(out, "WRONG: "+d.Step+": ") {
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

func TestReceiptsAreRotated(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var first, second, log strings.Builder
	for _, out := range []*strings.Builder{&first, &second} {
		if err := Run(t.Context(), []string{"receipts", "rotate", "--data-dir", dir}, out, &log); err != nil {
			t.Fatal(err)
		}
	}
	if first.String() == second.String() || !strings.Contains(second.String(), "signs from the next start on") {
		t.Errorf("%s%s", first.String(), second.String())
	}
	if err := Run(t.Context(), []string{"receipts"}, &first, &log); err == nil {
		t.Error("receipts alone does something")
	}
}
