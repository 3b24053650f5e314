package app

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// Nobody else reads the books, also where the folder lets everybody in.
func TestTheBooksAndTheirCopiesArePrivate(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "open")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	backup := filepath.Join(folder, "copy.db")
	for _, arguments := range [][]string{{"migrate", "--data-dir", folder}, {"backup", "--data-dir", folder, backup}} {
		if err := Run(t.Context(), arguments, io.Discard, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) < 2 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode&0o077 != 0 {
			t.Errorf("%s has the rights %o", filepath.Base(file), mode)
		}
	}
}
