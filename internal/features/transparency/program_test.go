package transparency

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"etld/internal/base/skip"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// printed finds the program on the page.
var printed = regexp.MustCompile(`(?s)<pre tabindex="0">(.*?)</pre>`)

// TestThePagesProgramReadsTheLog runs the Python that the page prints, as a reader would
// copy it, against the log that the page is of: it follows all lines over several
// answers, and stops at one that was changed and at one that is missing.
func TestThePagesProgramReadsTheLog(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		skip.Because(t, "python3 is missing: the program that the page prints was not run")
	}
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		api := apitest.New(t, db)
		mux := http.NewServeMux()
		server := httptest.NewServer(mux)
		defer server.Close()
		w.service.Origin = server.URL
		w.service.Register(api.API)
		mux.Handle("/api/", api.API)
		mux.Handle(PagePath, w.service)
		w.User(1, "100.00000001 USDT")
		w.onChain("100.5", "40")
		const lines = linesPage + 4
		for range lines {
			w.check()
			w.Clock.Advance(LineEvery)
		}
		found := printed.FindStringSubmatch(w.get(PagePath + "?lang=en").Body.String())
		if found == nil {
			t.Fatal("the page prints no program")
		}
		run := func(want string) {
			t.Helper()
			output, err := exec.CommandContext(t.Context(), python, "-c", html.UnescapeString(found[1])).CombinedOutput()
			if !strings.Contains(string(output), want) {
				t.Errorf("%q instead of %q: %v", output, want, err)
			}
		}
		newest := w.newestLine()
		run(fmt.Sprintf("%d lines, the last hash is %s\n", lines, newest.Hash))
		for _, change := range []string{
			`UPDATE transparency_line SET text = REPLACE(text, 'sum|U.AVL', 'sum|U.PRN') WHERE number = 98`,
			`DELETE FROM transparency_line WHERE number = 98`,
		} {
			w.Update(func(tx *sqldb.Tx) error {
				_, err := tx.Exec(change)
				return err
			})
			run("AssertionError")
		}
	})
}

func (w *world) newestLine() (r Reserves) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		r, err = newestReserves(tx)
		return err
	})
	return r
}
