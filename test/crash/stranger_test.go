package crash

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"etld/test/player"
)

// stranger follows docs/verify.md to the letter, in a folder of his own.
type stranger struct {
	t        testing.TB
	dir      string
	commands []string
	names    *strings.Replacer
}

// newStranger reads the document and keeps its Python. What the document leaves to the
// reader is put in by names.
func newStranger(t testing.TB, names *strings.Replacer) *stranger {
	t.Helper()
	s := &stranger{t: t, dir: t.TempDir(), names: names}
	blocks, err := player.Fenced("verify.md", "")
	programs, more := player.Fenced("verify.md", "python")
	if err != nil || more != nil || len(programs) != 1 {
		t.Fatalf("%d programs in the document: %v, %v", len(programs), err, more)
	}
	for _, block := range blocks {
		s.commands = append(s.commands, strings.Split(strings.TrimSpace(block), "\n")...)
	}
	s.keep("proof.py", programs[0])
	if err := os.Symlink(program, filepath.Join(s.dir, "etld")); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *stranger) keep(name, content string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(content), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// lines are the document's commands of a kind; where the machine lacks the program, there
// are none to run.
func (s *stranger) lines(prefix string) (list []string) {
	s.t.Helper()
	for _, command := range s.commands {
		if strings.HasPrefix(command, prefix) {
			list = append(list, s.names.Replace(command))
		}
	}
	if len(list) == 0 {
		s.t.Errorf("the document has no line with %s", prefix)
	}
	name, _, _ := strings.Cut(prefix, " ")
	if _, err := exec.LookPath(name); err != nil && name != "etld" {
		s.t.Logf("%s is missing: %d lines of the document were not run", name, len(list))
		return nil
	}
	return list
}

// run runs a line in the stranger's folder.
func (s *stranger) run(line string, want int, says string) {
	s.t.Helper()
	command := exec.CommandContext(s.t.Context(), "sh", "-c", line)
	command.Dir, command.Env = s.dir, append(os.Environ(), "PATH="+s.dir+":"+os.Getenv("PATH"))
	output, err := command.CombinedOutput()
	if command.ProcessState == nil {
		s.t.Fatal(err)
	}
	if code := command.ProcessState.ExitCode(); code != want || !strings.Contains(string(output), says) {
		s.t.Errorf("%s: ended with %d instead of %d: %s", line, code, want, output)
	}
}

// TestTheDocumentsCommandsAreRead gives each verifying command of the document a file that
// is missing: that alone is complained of.
func TestTheDocumentsCommandsAreRead(t *testing.T) {
	t.Parallel()
	address := "0x00000000000000000000000000000000000000A1"
	s := newStranger(t, strings.NewReplacer("ADDRESSES", address, "ADDRESS", address, "0xYOURWALLET", address, "--hash HASH", "--hash "+strings.Repeat("ab", 32), "NUMBER", "1",
		"round.json", "missing.json", "statement.json", "missing.json", "proof.json", "missing.json", "proposal.json", "missing.json"))
	for _, line := range s.lines("etld verify ") {
		s.run(line, 1, "missing.json: no such file")
	}
}
