package app

import (
	"io"
	"strings"
	"testing"

	"etld/internal/features/transparency"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// The program's check writes the public line, and etld check finds one that was changed.
func TestTheCheckOfTheBooksWritesThePublicLine(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newBrakeWorld(t, engine)
		w.check()
		w.check()
		r := w.reserves()
		if r.Number != 1 || r.Hash != transparency.HashOf(r.Text) || r.Currencies[0].Owed == 0 || len(r.Findings) > 0 {
			t.Fatalf("the line of the first check: %+v", r)
		}
		run := func() string {
			var text strings.Builder
			_ = Run(t.Context(), []string{"check", "--database", w.p.settings.Config.Database, "--log-level", "error"}, &text, io.Discard)
			return text.String()
		}
		if text := run(); strings.Contains(text, "public line") {
			t.Errorf("untouched: %s", text)
		}
		w.exec(`UPDATE transparency_line SET text = REPLACE(text, 'sum|U.PRN', 'sum|U.AVL')`)
		if text := run(); !strings.Contains(text, "public line: line 1: its hash is not that of its text") {
			t.Errorf("a changed line: %s", text)
		}
	})
}

func (w *brakeWorld) reserves() (r transparency.Reserves) {
	w.t.Helper()
	if err := w.user.Must(w.t.Context(), "/api/open/reserves", nil, &r); err != nil {
		w.t.Fatal(err)
	}
	return r
}
