package transparency

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func (w *world) get(path string, headers ...string) *httptest.ResponseRecorder {
	w.T.Helper()
	r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	w.service.ServeHTTP(recorder, r)
	return recorder
}

// The page is there without a line, without a chain and with both, in every language
// and with no text left out; what it says is what the file beside it says.
func TestThePage(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		if page := w.get(PagePath, "Accept-Language", "en-GB,en;q=0.9"); page.Code != http.StatusOK || !strings.Contains(page.Body.String(), "The first count is still to come") {
			t.Errorf("before the first line: %d", page.Code)
		}
		w = newWorld(t, db, c)
		w.User(1, "1234567.12345678 USDT", "5 ETLD")
		w.Capital("40 USDT")
		w.onChain("1234567.5", "40")
		w.check()
		w.Clock.Advance(30 * time.Hour)
		w.check(ledger.Violation{Invariant: "I3"})
		for _, test := range []struct{ path, accept, lang, want, figure string }{
			{"", "en-GB,en;q=0.9", "en", "We owe", "1,234,567.12345678"},
			{"", "ru", "ru", "Мы должны", "1\u00a0234\u00a0567,12345678"},
			{"", "fr", "zh-Hant", "我們欠", "1,234,567.12345678"},
			{"?lang=ru", "en", "ru", "Мы должны", "1\u00a0234\u00a0567,12345678"},
		} {
			page := w.get(PagePath+test.path, "Accept-Language", test.accept)
			body := page.Body.String()
			if page.Code != http.StatusOK || !strings.Contains(body, `<html lang="`+test.lang+`"`) || !strings.Contains(body, test.want) || !strings.Contains(body, test.figure) {
				t.Errorf("%s %s: %d, lacks %s, %s or %s", test.path, test.accept, page.Code, test.lang, test.want, test.figure)
			}
			if empty := regexp.MustCompile(`<(h1|h2|h3|dt|dd|th|td|summary)[^>]*>\s*</`).FindString(body); empty != "" || strings.Contains(body, "{amount}") || strings.Contains(body, "ZgotmplZ") {
				t.Errorf("%s: something is empty: %s", test.lang, empty)
			}
			if policy := page.Header().Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; style-src 'sha256-") || strings.Contains(body, "<script") || strings.Contains(body, "style=") {
				t.Errorf("%s: the policy %s", test.lang, policy)
			}
			if !strings.Contains(body, "I3: ") {
				t.Errorf("%s: the finding is not told", test.lang)
			}
		}
		var file Reserves
		w.Must(json.Unmarshal(w.get(PagePath+"reserves.json").Body.Bytes(), &file))
		if file.Number != 2 || file.Currencies[0].Owed != money.MustParse("1234567.12345678") {
			t.Errorf("the file: %+v", file.Currencies)
		}
		again := w.get(PagePath+"?lang=en", "If-None-Match", w.get(PagePath+"?lang=en").Header().Get("Etag"))
		if again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("unchanged: %d with %d bytes", again.Code, again.Body.Len())
		}
		if other := w.get(PagePath + "nothing"); other.Code != http.StatusFound || other.Header().Get("Location") != PagePath {
			t.Errorf("another path: %d", other.Code)
		}
	})
}

// A parameter that changed is called by its words, beside the name that the calls have.
func TestAChangedParameterHasWords(t *testing.T) {
	t.Parallel()
	s, err := newSite()
	if err != nil {
		t.Fatal(err)
	}
	for language, want := range map[httpapi.Language]string{"en": "Days a repurchase credit is valid", "zhtw": "復購額度有效天數", "ru": "Дней действует право повторной покупки"} {
		p := &page{site: s, Language: language, changes: Changelog{Parameters: []Change{{Name: "machine.credit_days", Old: "90", New: "30"}, {Name: "of.no_words"}}}}
		if list := p.Changes(); list[0].Called != want || list[0].Name != "machine.credit_days" || list[1].Called != "of.no_words" {
			t.Errorf("%s: %+v", language, list)
		}
	}
}

// Every text is there in all languages, and takes the same parameters.
func TestTextsAreComplete(t *testing.T) {
	t.Parallel()
	s, err := newSite()
	if err != nil {
		t.Fatal(err)
	}
	params := regexp.MustCompile(`\{\w+\}`)
	count := func(text string) (n int) { return len(params.FindAllString(text, -1)) }
	for key, text := range s.texts[httpapi.English] {
		for _, l := range httpapi.Languages {
			if s.texts[l][key] == "" || count(s.texts[l][key]) != count(text) {
				t.Errorf("%s: %s is %q", l, key, s.texts[l][key])
			}
		}
	}
	for _, l := range httpapi.Languages {
		if len(s.texts[l]) != len(s.texts[httpapi.English]) {
			t.Errorf("%s has %d texts, English %d", l, len(s.texts[l]), len(s.texts[httpapi.English]))
		}
	}
}

// Thousands who ask at once read one answer, and one that cannot be made anew stays.
func TestAnAnswerIsMadeOnceForAll(t *testing.T) {
	t.Parallel()
	var c cached[int]
	made := 0
	ask := func(err error) (int, error) {
		return c.get(func() (int, error) { made++; return made, err })
	}
	if _, err := ask(errors.New("away")); err == nil {
		t.Error("an answer out of nothing")
	}
	for range 1000 {
		if got, err := ask(nil); got != 2 || err != nil {
			t.Fatalf("got %d, %v", got, err)
		}
	}
	c.at = time.Time{}
	if got, err := ask(errors.New("away")); got != 2 || err != nil {
		t.Errorf("while the database is away: %d, %v", got, err)
	}
	if got, _ := ask(nil); got != 2 || made != 3 {
		t.Errorf("asked again at once: %d, made %d", got, made)
	}
}

func BenchmarkThePage(b *testing.B) {
	d, err := newDocument("text/html", "", briefly, []byte(strings.Repeat("x", 40_000)))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		d.serve(httptest.NewRecorder(), httptest.NewRequestWithContext(context.Background(), http.MethodGet, PagePath, nil))
	}
}
