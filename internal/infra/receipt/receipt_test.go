package receipt

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"etld/internal/base/entropy"
)

// Whoever rotates as root leaves a key that the program's user can read, and nothing is
// made where no program will look.
func TestARotationKeepsTheFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "receipt.key")
	if _, err := Rotate(path, entropy.Seeded(1)); !errors.Is(err, ErrNoKey) || !strings.Contains(err.Error(), path) {
		t.Errorf("without a file: %v", err)
	}
	if list, err := os.ReadDir(filepath.Dir(path)); err != nil || len(list) != 0 {
		t.Errorf("left behind: %v, %v", list, err)
	}
	if _, err := Open(path, entropy.Seeded(2)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	// Root alone can give a file away; anybody else sees that the own one stays so.
	owner := os.Geteuid()
	if owner == 0 {
		owner = 7001
		if err := os.Chown(path, owner, owner); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Rotate(path, entropy.Seeded(3)); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if of := info.Sys().(*syscall.Stat_t); int(of.Uid) != owner || info.Mode().Perm() != 0o640 {
		t.Errorf("the file belongs to %d with the rights %o, not to %d with 640", of.Uid, info.Mode().Perm(), owner)
	}
}

// The folder is the service's: whoever took it over must not have root write to a file
// of its own choice, or give that file away.
func TestARotationFollowsNoLink(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path, other := filepath.Join(folder, "receipt.key"), filepath.Join(folder, "other")
	if _, err := Open(path, entropy.Seeded(1)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, []byte("somebody's"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other, path+".new"); err != nil {
		t.Fatal(err)
	}
	if _, err := Rotate(path, entropy.Seeded(2)); err != nil {
		t.Errorf("beside a link: %v", err)
	}
	if text, err := os.ReadFile(other); err != nil || string(text) != "somebody's" {
		t.Errorf("the other file has %q, %v", text, err)
	}
}

func TestTheKeyFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "receipt.key")
	first, err := Open(path, entropy.Seeded(1))
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v %v", info, err)
	}
	again, err := Open(path, entropy.Seeded(2))
	if err != nil || again.Public() != first.Public() {
		t.Errorf("opened again: %s and %s, %v", again.Public(), first.Public(), err)
	}
	signature := first.Sign("a text")
	rotated, err := Rotate(path, entropy.Seeded(3))
	if err != nil || rotated.Public() == first.Public() {
		t.Errorf("rotated: %v", err)
	}
	now, err := Open(path, entropy.Seeded(4))
	if err != nil || now.Public() != rotated.Public() {
		t.Errorf("after the rotation: %v", err)
	}
	if !Verify(first.Public(), "a text", signature) || Verify(rotated.Public(), "a text", signature) || Verify(first.Public(), "another text", signature) ||
		Verify("", "a text", signature) || Verify(first.Public(), "a text", "xx") {
		t.Error("signatures are told apart by key, text and form")
	}
	if err := os.WriteFile(path, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, entropy.Seeded(5)); err == nil {
		t.Error("a spoilt file was opened")
	}
}
