package app

import (
	"path/filepath"
	"strings"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/infra/receipt"
)

func TestReceiptsAreRotated(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, receiptFile)
	first, err := receipt.Open(path, entropy.System())
	if err != nil {
		t.Fatal(err)
	}
	var out, log strings.Builder
	if err := Run(t.Context(), []string{"receipts", "rotate", "--data-dir", dir}, &out, &log); err != nil {
		t.Fatal(err)
	}
	now, err := receipt.Open(path, entropy.System())
	if err != nil || now.Public() == first.Public() {
		t.Fatalf("the key is %s, before it was %s: %v", now.Public(), first.Public(), err)
	}
	if want := "the new key " + now.Public() + " in " + path + " signs from the next start on; "; !strings.HasPrefix(out.String(), want) {
		t.Errorf("it says %q, not %q", out.String(), want)
	}
	if err := Run(t.Context(), []string{"receipts"}, &out, &log); err == nil {
		t.Error("receipts alone does something")
	}
}
