package vectors_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"etld/internal/base/skip"
	"etld/test/player"
)

// leftToOthers are the cases that the document's lines leave to the other programs: they
// do not read the journal's head and the blocks at the end of a text.
var leftToOthers = map[string]bool{"a text without blocks' numbers": true, "a journal's number of 64 bits": true,
	"a block's number of 65 bits": true, "a journal's link in capital letters": true}

// TestTheDocumentsLinesJudgeAsTheVectorSays runs the Python of docs/verify.md over each
// proof of the vector.
func TestTheDocumentsLinesJudgeAsTheVectorSays(t *testing.T) {
	t.Parallel()
	skip.WhenQuick(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		skip.Because(t, "there is no python3: %v", err)
	}
	lines, err := player.Fenced("verify.md", "python")
	if err != nil || len(lines) != 1 {
		t.Fatalf("%d programs in the document: %v", len(lines), err)
	}
	raw, err := os.ReadFile("solvency.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []proofCase }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "proof.json")
	for _, c := range file.Cases {
		if leftToOthers[c.Name] {
			continue
		}
		if err := os.WriteFile(path, []byte(`{"code":200,"data":{"proof":`+string(c.Proof)+`}}`), 0o600); err != nil {
			t.Fatal(err)
		}
		output, err := exec.CommandContext(t.Context(), python, "-c", lines[0], path, c.Text, c.Address).CombinedOutput()
		if fits := strings.Contains(string(output), "owed: USDT 123456789, ETLD 0, ETH 5"); fits != (c.Reason == "") || fits != (err == nil) {
			t.Errorf("%s: %v, %s", c.Name, err, output)
		}
	}
}
