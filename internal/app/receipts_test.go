package app

import (
	"strings"
	"testing"
)

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
