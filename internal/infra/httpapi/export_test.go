package httpapi

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"etld/internal/base/fault"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// numbersOf is a list of n rows, each with a text that makes a page larger than a
// chunk.
func numbersOf(n int, breaksAt int) func(*sqldb.Tx, Caller, Page) (List[string], error) {
	return func(_ *sqldb.Tx, c Caller, in Page) (List[string], error) {
		return Ordered[string, string]{Name: "numbers", First: "00000", ID: func(row string) string { return row[:5] },
			Read: func(position string, limit int) (rows []string, err error) {
				var last int
				if _, err := fmt.Sscanf(position, "%05d", &last); err != nil {
					return nil, err
				}
				for i := last + 1; i <= n && len(rows) < limit; i++ {
					if i == breaksAt {
						return nil, io.ErrUnexpectedEOF
					}
					rows = append(rows, fmt.Sprintf("%05d of %s %s", i, c.UserID, strings.Repeat("x", 2_000)))
				}
				return rows, nil
			},
			Row: func(row string) (string, error) { return row, nil }}.Page(in)
	}
}

func TestExport(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		w := newWorld(t, db, Limits{Export: meter.Limit{PerMinute: 1, Burst: 2}})
		View(w.api, Op{Path: "/api/test/numbers", Tag: "test", Personal: "numbers"}, numbersOf(205, 0))
		View(w.api, Op{Path: "/api/test/none", Tag: "test", Personal: "none"}, numbersOf(0, 0))
		Personal(w.api, "self", func(_ *sqldb.Tx, c Caller, _ None) (addOut, error) { return addOut{By: c.UserID}, nil })
		Export(w.api, Op{Path: "/api/test/export", Tag: "test"})
		if r := w.call("/api/test/export", ""); r.Code != fault.SignInAgain.Code {
			t.Errorf("nobody's data: %+v", r)
		}
		w.signIn("bob")
		r := w.call("/api/test/export", w.signIn("ann"))
		var out struct {
			Parts struct {
				Numbers, None []string
				Self          addOut
			}
		}
		if err := json.Unmarshal(r.Data, &out); err != nil || r.Code != codeOK {
			t.Fatalf("%d %s: %v", r.Code, r.Message, err)
		}
		if n := len(out.Parts.Numbers); n != 205 || out.Parts.None == nil || len(out.Parts.None) != 0 || out.Parts.Self.By != "ann" {
			t.Errorf("%d numbers, %v, %+v", n, out.Parts.None, out.Parts.Self)
		}
		for i, row := range out.Parts.Numbers {
			if !strings.HasPrefix(row, fmt.Sprintf("%05d of ann", i+1)) {
				t.Fatalf("row %d is %.20s", i, row)
			}
		}
		if got := r.header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("it may be cached: %q", got)
		}
		w.call("/api/test/export", "token-of-ann")
		if r := w.call("/api/test/export", "token-of-ann"); r.Code != fault.TooMany.Code {
			t.Errorf("the third within a minute: %d", r.Code)
		}
		if r := w.call("/api/test/export", "token-of-bob"); r.Code != codeOK {
			t.Errorf("somebody else: %d", r.Code)
		}
	})
}

// What fails before anything was sent is answered as any call's; what fails later
// leaves a text that is no JSON. Both give their turn back.
func TestAnExportThatFails(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		newWorld(t, db, Limits{}).signIn("ann")
		for name, breaksAt := range map[string]int{"at once": 1, "later": 150} {
			w := joinWorld(t, db, Limits{})
			Personal(w.api, "numbers", numbersOf(205, breaksAt))
			Export(w.api, Op{Path: "/api/test/export", Tag: "test"})
			for range 2 {
				recorder := httptest.NewRecorder()
				request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/test/export", nil)
				request.Header.Set(tokenHeader, "token-of-ann")
				w.api.ServeHTTP(recorder, request)
				var answer struct{ Code int }
				err := json.Unmarshal(recorder.Body.Bytes(), &answer)
				if isAnswered := err == nil && answer.Code == fault.System.Code; isAnswered != (name == "at once") || recorder.Body.Len() == 0 {
					t.Errorf("%s: %+v, %v, %d bytes", name, answer, err, recorder.Body.Len())
				}
			}
			if !strings.Contains(w.log.String(), "export numbers") {
				t.Errorf("%s: the log says %s", name, w.log)
			}
		}
	})
}

func TestPartsOfAPersonsDataAreChecked(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		w := newWorld(t, db, Limits{})
		Personal(w.api, "numbers", numbersOf(1, 0))
		for name, register := range map[string]func(){
			"the same name":        func() { Personal(w.api, "numbers", numbersOf(1, 0)) },
			"a required parameter": func() { Personal(w.api, "sums", addFree) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s was taken", name)
					}
				}()
				register()
			}()
		}
	})
}
