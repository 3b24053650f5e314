package calendar

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestTablesNameTheirColumns(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, linkTable)
}

func (w *world) get(method, url string) *httptest.ResponseRecorder {
	w.T.Helper()
	answer := httptest.NewRecorder()
	w.calendar.ServeHTTP(answer, httptest.NewRequest(method, strings.TrimPrefix(url, "https://etld.example"), nil))
	return answer
}

func (w *world) makeLink(userID string, params ...string) (url string) {
	w.T.Helper()
	return apitest.Data[MadeLink](w.T, w.client.Call("/api/miner/makeCalendarLink", userID, params...)).URL
}

// A link is read by whoever has it, without a session, until it ends: by its maker, by a
// newer one, or with the maker's personal data.
func TestALinkIsReadUntilItEnds(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann, bob := w.User(1, "20000 USDT"), w.User(2)
		w.running(ann, "machineMedium")
		w.owners[ann], w.breaks[ann] = true, w.Clock.Now().Add(2*day)
		is := func(what, url string, status int) {
			t.Helper()
			if got := w.get(http.MethodGet, url).Code; got != status {
				t.Errorf("%s: %d, want %d", what, got, status)
			}
		}
		first := w.makeLink(ann)
		is("a link", first, http.StatusOK)
		second := w.makeLink(ann, "withAmounts", "true")
		is("the link before the newest", first, http.StatusNotFound)
		others := w.makeLink(bob)
		w.client.Call("/api/miner/endCalendarLink", ann)
		is("an ended link", second, http.StatusNotFound)
		is("another's link", others, http.StatusOK)
		w.Update(func(tx *sqldb.Tx) error { return w.calendar.Erase(tx, bob) })
		is("a link of erased data", others, http.StatusNotFound)
		is("no key", PagePath+fileName, http.StatusNotFound)
		is("another file", strings.Replace(w.makeLink(ann), fileName, "other.ics", 1), http.StatusNotFound)
		if got := w.get(http.MethodPost, first).Code; got != http.StatusMethodNotAllowed {
			t.Errorf("POST: %d", got)
		}
		last := w.makeLink(ann)
		w.View(func(tx *sqldb.Tx) error {
			var hash string
			_, err := tx.QueryOne(sqldb.Dest(&hash), `SELECT token_hash FROM machine_calendar_link WHERE id = $1`, ann)
			if key := last[strings.Index(last, "=")+1:]; hash != httpapi.HashToken(key) || hash == key {
				t.Errorf("of the key %s %s is kept", key, hash)
			}
			return err
		})
	})
}

// Whoever has an account hears of each link that is made, as it outlives the session that
// made it; ending one is no news.
func TestALinkIsTold(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann := w.User(1)
		w.makeLink(ann)
		w.client.Call("/api/miner/endCalendarLink", ann)
		w.makeLink(ann, "withAmounts", "true")
		if told := ann + " calendar_link_made /myMiner?view=calendar"; !slices.Equal(w.told, []string{told, told}) {
			t.Errorf("told %q", w.told)
		}
	})
}

// A file names what is certain, nobody, and no amount unless its maker wanted that.
func TestAFileSaysWhatIsCertain(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann := w.User(1, "20000 USDT")
		no := w.running(ann, "machineMedium")
		w.owners[ann], w.breaks[ann] = true, w.Clock.Now().Add(2*day)
		answer := w.get(http.MethodGet, w.makeLink(ann))
		text := answer.Body.String()
		for name, want := range map[string]string{"Content-Type": "text/calendar; charset=utf-8", "Cache-Control": "private, no-store", "Set-Cookie": ""} {
			if got := answer.Header().Get(name); got != want {
				t.Errorf("%s: %q", name, got)
			}
		}
		end := w.Clock.Now().Add(40 * day).UTC().Format(stamp)
		for _, want := range []string{"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", "SUMMARY:ETLD: a machine's first interest\r\n", "DTSTART:" + end + "\r\n",
			"SUMMARY:ETLD: the break from the game ends\r\n", "END:VCALENDAR\r\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("the file lacks %q:\n%s", want, text)
			}
		}
		if n := strings.Count(text, "BEGIN:VEVENT"); n != 3+dividendMonths {
			t.Errorf("%d events", n)
		}
		for _, secret := range []string{ann, no, "USDT", "1000"} {
			if strings.Contains(text, secret) {
				t.Errorf("the file says %s:\n%s", secret, text)
			}
		}
		if again := w.get(http.MethodGet, w.makeLink(ann)).Body.String(); again != text {
			t.Errorf("the same events have other ids:\n%s", again)
		}
		if amounts := w.get(http.MethodGet, w.makeLink(ann, "withAmounts", "true")).Body.String(); !strings.Contains(amounts, "principal returns: 1000 USDT\r\n") {
			t.Errorf("with amounts:\n%s", amounts)
		}
		w.pass(2*day, 6*time.Hour)
		if later := w.get(http.MethodGet, w.makeLink(ann)).Body.String(); strings.Contains(later, "first interest") {
			t.Errorf("the first interest was paid:\n%s", later)
		}
	})
}

// Whoever asks too often waits; who is not asked for is not told of others.
func TestTooManyRequestsWait(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	for range servedLimit.Burst {
		w.get(http.MethodGet, PagePath)
	}
	if answer := w.get(http.MethodGet, PagePath); answer.Code != http.StatusTooManyRequests || answer.Header().Get("Retry-After") == "" {
		t.Errorf("%d %v", answer.Code, answer.Header())
	}
}

// Values are escaped and lines folded as RFC 5545 wants it, and read back whole.
func TestLinesAreFoldedAndEscaped(t *testing.T) {
	t.Parallel()
	if got := escaped("a;b,c\\d\r\ne"); got != `a\;b\,c\\d\ne` {
		t.Errorf("escaped: %s", got)
	}
	for _, text := range []string{"", strings.Repeat("a", 75), strings.Repeat("a", 76), strings.Repeat("發", 60), strings.Repeat("ж😀", 99)} {
		got := folded("SUMMARY:" + text)
		if strings.ReplaceAll(strings.TrimSuffix(got, "\r\n"), "\r\n ", "") != "SUMMARY:"+text {
			t.Errorf("%q does not read back: %q", text, got)
		}
		for _, line := range strings.Split(got, "\r\n") {
			if len(line) > lineOctets || !utf8.ValidString(line) {
				t.Errorf("a line of %d octets: %q", len(line), line)
			}
		}
	}
	loaded, err := wording.Load[httpapi.Language, map[string]string](localeFiles)
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range httpapi.Languages {
		for _, kind := range []string{"name", firstInterest, "principal", Dividend, BreakEnds} {
			if loaded[language][kind] == "" {
				t.Errorf("%s lacks %s", language, kind)
			}
		}
	}
}

// A machine's days, months and years each come to what its log says.
func TestStatementsAddUp(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann, bob := w.User(1, "20000 USDT"), w.User(2)
		no := w.running(ann, "machineMedium")
		w.pass(45*day, 6*time.Hour)
		journal := w.ofJournal(ann)
		statement := func(params ...string) Statement {
			return apitest.Data[Statement](t, w.client.Call("/api/miner/statement", ann, append([]string{"minerNo", no}, params...)...))
		}
		years := statement("by", "year")
		months := statement("by", "month")
		var whole Figures
		for _, year := range years.Years {
			days := statement("by", "day", "year", year)
			var sum Figures
			for _, row := range days.List {
				if row.Interest+row.Principal != journal[row.Period+" USDT income"]+journal[row.Period+" USDT principal"] || row.Output != journal[row.Period+" ETLD income"] {
					t.Errorf("%+v, the journal has %s", row, journal[row.Period+" USDT income"])
				}
				sum.Interest, sum.Output, sum.Principal = sum.Interest+row.Interest, sum.Output+row.Output, sum.Principal+row.Principal
			}
			if sum != days.Total || days.Year != year {
				t.Errorf("%s: the days come to %+v, the total is %+v", year, sum, days.Total)
			}
			whole.Interest, whole.Output, whole.Principal = whole.Interest+sum.Interest, whole.Output+sum.Output, whole.Principal+sum.Principal
		}
		if years.Total != whole || months.Total != whole || whole.Principal != money.Units(1000) || whole.Output == 0 {
			t.Errorf("by year %+v, by month %+v, by day %+v", years.Total, months.Total, whole)
		}
		if got, want := months.List[0].Period, clock.MonthOf(w.Clock.Now().Add(-44*day)).String(); got != want || len(months.List) < 2 {
			t.Errorf("months from %s, want %s", got, want)
		}
		if days := statement("by", "day"); fmt.Sprint(days.Year) != years.Years[len(years.Years)-1] {
			t.Errorf("without a year the days are those of %s", days.Year)
		}
		w.client.Refused("another's machine", 1005, [3]string{"Not found", "查無資料", "Не найдено"},
			func(client *apitest.Client) apitest.Reply {
				return client.Call("/api/miner/statement", bob, "minerNo", no, "by", "day")
			})
	})
}
