package receipt

import (
	"os"
	"path/filepath"
	"testing"

	"etld/internal/base/entropy"
)

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
