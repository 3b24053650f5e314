package ledger_test

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	balancePath   = "/api/userAccount/balance"
	detailPath    = "/api/userAccount/balanceDetail"
	statementPath = "/api/userAccount/statement"
)

// lines is a page of movements.
type lines = ledger.Movements

// priceList has a price of some coins.
type priceList map[money.Asset]money.Amount

var pricedAt = time.Date(2026, 3, 2, 3, 59, 30, 0, time.UTC)

func (p priceList) Value(asset money.Asset, amount money.Amount) (money.Amount, time.Time) {
	if price, ok := p[asset]; ok {
		return money.MulDivFloor(amount, int64(price), int64(money.Unit)), pricedAt
	}
	return 0, time.Time{}
}

// callWorld is a ledger with its calls and two users.
type callWorld struct {
	*apitest.Client
	t     *testing.T
	db    *sqldb.DB
	clock dbtest.Clock
	books *ledger.Ledger
}

func newCallWorld(t *testing.T, db *sqldb.DB, c dbtest.Clock) *callWorld {
	t.Helper()
	w := &callWorld{Client: apitest.New(t, db), t: t, db: db, clock: c, books: ledger.New(entropy.System())}
	keptBack := func(*sqldb.Tx, string) (money.Amount, error) { return 3 * money.Unit, nil }
	w.books.Register(w.API, priceList{money.USDT: money.Unit, money.ETLD: money.Unit / 2}, keptBack)
	return w
}

func (w *callWorld) post(e ledger.Entry) (entryID string) {
	w.t.Helper()
	if err := w.db.Update(context.Background(), func(tx *sqldb.Tx) (err error) {
		entryID, err = w.books.Post(tx, e)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return entryID
}

// at posts one transfer at a moment, which is not before the last one.
func (w *callWorld) at(when time.Time, refType ledger.RefType, refID string, transfers ...ledger.Transfer) (entryID string) {
	w.t.Helper()
	w.clock.Set(when)
	return w.post(ledger.Entry{RefType: refType, RefID: refID, Transfers: transfers})
}

func (w *callWorld) detail(user string, params ...string) lines {
	w.t.Helper()
	return apitest.Data[lines](w.t, w.Call(detailPath, user, params...))
}

// all reads every page.
func (w *callWorld) all(user string, params ...string) (rows []ledger.LineRow) {
	w.t.Helper()
	rows = []ledger.LineRow{}
	page := w.detail(user, params...)
	for ; page.HasMore; page = w.detail(user, append(params, "cursor", page.NextCursor)...) {
		rows = append(rows, page.List.List...)
	}
	return append(rows, page.List.List...)
}

// count is how many rows the journal has.
func (w *callWorld) count() (n int64) {
	w.t.Helper()
	if err := w.db.View(context.Background(), func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&n), `SELECT COUNT(*) FROM ledger_transfer`)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func output(user string, amount money.Amount) ledger.Transfer {
	return ledger.Transfer{Type: ledger.MiningIncome, Debit: ledger.House(ledger.Emission, money.ETLD), Credit: ledger.AvailableOf(user, money.ETLD), Amount: amount}
}

// fundEmission lets the emission pool pay.
func (w *callWorld) fundEmission() {
	w.t.Helper()
	w.post(ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{
		{Type: ledger.InternalTransfer, SubType: ledger.CapitalIn, Debit: ledger.House(ledger.ChainBEP20, money.ETLD), Credit: ledger.House(ledger.Capital, money.ETLD), Amount: money.Units(1_000)},
		{Type: ledger.InternalTransfer, SubType: ledger.PoolFunding, Debit: ledger.House(ledger.Capital, money.ETLD), Credit: ledger.House(ledger.Emission, money.ETLD), Amount: money.Units(1_000)},
	}})
}

func moment(day string, of time.Duration) time.Time {
	d, err := clock.ParseDay(day)
	if err != nil {
		panic(err)
	}
	return d.Start().Add(of)
}

// week is the movements that the filters are tried on, newest first as calls
// answer; each is named by its reference.
var week = []string{"hold", "midnight", "lastMoment", "output", "bought", "deposit"}

// liveWeek posts the week of ann, and what bob does between.
func (w *callWorld) liveWeek() (entries map[string]string) {
	w.t.Helper()
	w.fundEmission()
	usdt := func(class ledger.Class) ledger.Account { return ledger.Of("ann", class, money.USDT) }
	entries = make(map[string]string)
	for _, m := range []struct {
		when time.Time
		kind ledger.RefType
		id   string
		what ledger.Transfer
	}{
		{moment("2026-03-02", 13*time.Hour), ledger.RefTransfer, "deposit", deposit("ann", money.Units(1_500))},
		{moment("2026-03-02", 14*time.Hour), "machine_order", "bought", purchase("ann", money.Units(1_038))},
		{moment("2026-03-03", time.Hour), "machine_output", "output", output("ann", money.MustParse("3.96"))},
		{moment("2026-03-04", 24*time.Hour-time.Microsecond), ledger.RefTransfer, "lastMoment", deposit("ann", 1)},
		{moment("2026-03-05", 0), ledger.RefTransfer, "midnight", deposit("ann", money.Units(8))},
		{moment("2026-03-06", time.Hour), "withdrawal", "hold", ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.WithdrawalHold,
			Debit: usdt(ledger.Available), Credit: usdt(ledger.Withdraw), Amount: money.Units(249)}},
	} {
		entries[m.id] = w.at(m.when, m.kind, m.id, m.what)
		w.post(ledger.Entry{RefType: ledger.RefTransfer, RefID: "bobs", Transfers: []ledger.Transfer{deposit("bob", money.Units(5))}})
	}
	return entries
}

func names(rows []ledger.LineRow) []string {
	list := []string{}
	for _, r := range rows {
		list = append(list, r.RefID)
	}
	return list
}

func TestBalanceCall(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newCallWorld(t, db, c)
		if got := w.Call(balancePath, "zoe").Data; string(got) != `{"list":[`+
			`{"currency":"USDT","available":"0","frozen":"0","locked":"0","escrow":"0","total":"0","delayed":"3","usdtValue":"0","priceAt":"2026-03-02T03:59:30Z"},`+
			`{"currency":"ETLD","available":"0","frozen":"0","locked":"0","escrow":"0","total":"0","delayed":"0","usdtValue":"0","priceAt":"2026-03-02T03:59:30Z"},`+
			`{"currency":"ETH","available":"0","frozen":"0","locked":"0","escrow":"0","total":"0","delayed":"0","usdtValue":null,"priceAt":null}],"gamePoints":0}` {
			t.Errorf("of somebody who owns nothing: %s", got)
		}
		w.liveWeek()
		order, cooling := ledger.Of("ann", ledger.Order, money.USDT), ledger.Of("ann", ledger.Cooling, money.USDT)
		w.post(ledger.Entry{RefType: ledger.RefTransfer, Transfers: []ledger.Transfer{
			{Type: ledger.PurchaseProduct, Debit: ledger.AvailableOf("ann", money.USDT), Credit: order, Amount: money.Units(21)},
			{Type: ledger.InternalTransfer, SubType: ledger.MachineStarted, Debit: cooling, Credit: ledger.Of("ann", ledger.Principal, money.USDT), Amount: money.Units(1_000)},
		}})
		got := apitest.Data[ledger.Balances](t, w.Call(balancePath, "ann"))
		value, etldValue := money.MustParse("1508.00000001"), money.MustParse("1.98")
		want := []ledger.BalanceRow{
			{Currency: money.USDT, Available: money.MustParse("200.00000001"), Frozen: money.Units(249), Locked: money.Units(1_000), Escrow: money.Units(59), Total: value, Delayed: money.Units(3), USDTValue: &value, PriceAt: &pricedAt},
			{Currency: money.ETLD, Available: money.MustParse("3.96"), Total: money.MustParse("3.96"), USDTValue: &etldValue, PriceAt: &pricedAt},
			{Currency: money.ETH},
		}
		if text, wanted := asJSON(t, got.List), asJSON(t, want); text != wanted || got.GamePoints != 0 {
			t.Errorf("balances %s, want %s", text, wanted)
		}
	})
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestBalanceDetailShowsEveryField(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newCallWorld(t, db, c)
		entries := w.liveWeek()
		reply := w.Call(detailPath, "ann", "size", "2")
		var raw struct{ List []map[string]any }
		if err := json.Unmarshal(reply.Data, &raw); err != nil || len(raw.List) != 2 {
			t.Fatalf("%s, %v", reply.Body, err)
		}
		fields := slices.Sorted(maps.Keys(raw.List[0]))
		if want := []string{"amount", "balanceAfter", "createdAt", "currency", "entryHash", "id", "note", "postedAt", "refId", "refType", "subType", "txNo", "type"}; !slices.Equal(fields, want) {
			t.Errorf("fields %q", fields)
		}
		rows := apitest.Data[lines](t, reply).List.List
		if !regexp.MustCompile(`^[0-9A-Za-z]{6,26}$`).MatchString(rows[0].ID) || rows[0].ID == rows[1].ID {
			t.Errorf("ids %q and %q", rows[0].ID, rows[1].ID)
		}
		for i, want := range []ledger.LineRow{
			{TxNo: entries["hold"], Currency: money.USDT, Type: ledger.InternalTransfer, SubType: ledger.WithdrawalHold, Amount: "-249", BalanceAfter: "221.00000001",
				RefType: "withdrawal", RefID: "hold", CreatedAt: moment("2026-03-06", time.Hour), PostedAt: moment("2026-03-06", time.Hour)},
			{TxNo: entries["midnight"], Currency: money.USDT, Type: ledger.TopUp, SubType: ledger.Deposit, Amount: "8", BalanceAfter: "470.00000001",
				RefType: ledger.RefTransfer, RefID: "midnight", CreatedAt: moment("2026-03-05", 0), PostedAt: moment("2026-03-05", 0)},
		} {
			want.ID = rows[i].ID
			if text, wanted := asJSON(t, rows[i]), asJSON(t, want); text != wanted {
				t.Errorf("row %d: %s, want %s", i, text, wanted)
			}
		}
		c.Advance(time.Minute)
		extend(t, db)
		var hash string
		if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&hash), `SELECT hash FROM ledger_chain WHERE entry_id = $1`, entries["hold"])
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if row := w.detail("ann").List.List[0]; row.EntryHash == nil || *row.EntryHash != hash || len(hash) != 64 {
			t.Errorf("the chained row %+v, want hash %s", row, hash)
		}
	})
}

// A day of a filter is the platform's, from its first moment to its last.
func TestBalanceDetailFilters(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newCallWorld(t, db, c)
		w.liveWeek()
		for _, test := range []struct {
			params []string
			want   []string
		}{
			{nil, week},
			{[]string{"currency", "USDT"}, []string{"hold", "midnight", "lastMoment", "bought", "deposit"}},
			{[]string{"currency", "ETLD"}, []string{"output"}},
			{[]string{"currency", "ETH"}, nil},
			{[]string{"currency", "GP"}, nil},
			{[]string{"type", "top_up"}, []string{"midnight", "lastMoment", "deposit"}},
			{[]string{"type", "internal_transfer"}, []string{"hold"}},
			{[]string{"type", "purchase_product"}, []string{"bought"}},
			{[]string{"type", "mining_income"}, []string{"output"}},
			{[]string{"type", "node_dividends"}, nil},
			{[]string{"type", "mining_income", "currency", "USDT"}, nil},
			{[]string{"from", "2026-03-05"}, []string{"hold", "midnight"}},
			{[]string{"to", "2026-03-04"}, []string{"lastMoment", "output", "bought", "deposit"}},
			{[]string{"from", "2026-03-04", "to", "2026-03-04"}, []string{"lastMoment"}},
			{[]string{"from", "2026-03-05", "to", "2026-03-05"}, []string{"midnight"}},
			{[]string{"from", "2026-03-03", "to", "2026-03-05", "currency", "USDT", "type", "top_up"}, []string{"midnight", "lastMoment"}},
			{[]string{"from", "2030-01-01"}, nil},
			{[]string{"currency", "", "type", "", "from", "", "to", ""}, week},
			{[]string{"unknown", "parameter"}, week},
		} {
			for _, size := range []string{"1", "2", "50"} {
				if got := names(w.all("ann", append(test.params, "size", size)...)); !slices.Equal(got, append([]string{}, test.want...)) {
					t.Errorf("%q in pages of %s: %q, want %q", test.params, size, got, test.want)
				}
			}
		}
		for _, kind := range ledger.Types() {
			if got := w.Call(detailPath, "ann", "type", string(kind)); got.Code != 200 {
				t.Errorf("filter %s: %s", kind, got.Body)
			}
		}
	})
}

// Pages go on below what was shown, whatever comes meanwhile: on top, or among
// what was shown because it took effect then.
func TestBalanceDetailPagesNeitherRepeatNorSkip(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newCallWorld(t, db, c)
		w.fundEmission()
		for i := range 23 {
			c.Advance(time.Duration(i%3) * time.Second)
			// Two lines of one entry, so that a page may end between them.
			w.post(ledger.Entry{RefType: ledger.RefTransfer, RefID: fmt.Sprint("old", i), Transfers: []ledger.Transfer{deposit("ann", money.Units(1)), output("ann", 1), deposit("bob", 1)}})
		}
		for _, filter := range [][]string{nil, {"currency", "USDT"}, {"type", "mining_income"}, {"from", "2026-03-02", "to", "2026-03-02"}} {
			there := w.all("ann", append(filter, "size", "50")...)
			if len(there) < 23 {
				t.Fatalf("%q: %d rows are there", filter, len(there))
			}
			var seen []ledger.LineRow
			params := append(filter, "size", "7")
			for page := w.detail("ann", params...); ; page = w.detail("ann", append(params, "cursor", page.NextCursor)...) {
				if len(page.List.List) > 7 || page.HasMore != (page.NextCursor != "") {
					t.Errorf("%q: a page of %d rows, more %v, cursor %q", filter, len(page.List.List), page.HasMore, page.NextCursor)
				}
				seen = append(seen, page.List.List...)
				if !page.HasMore {
					break
				}
				c.Advance(time.Second)
				w.post(ledger.Entry{RefType: ledger.RefTransfer, RefID: "new", Transfers: []ledger.Transfer{deposit("ann", money.Units(2)), output("ann", 2)}})
				w.post(ledger.Entry{RefType: ledger.RefTransfer, RefID: "late", At: seen[len(seen)-1].CreatedAt.Add(time.Microsecond), Transfers: []ledger.Transfer{deposit("ann", money.Units(3)), output("ann", 3)}})
			}
			if text, want := asJSON(t, seen), asJSON(t, there); text != want {
				t.Errorf("%q: pages show %q, there was %q", filter, names(seen), names(there))
			}
			if !slices.IsSortedFunc(seen, func(a, b ledger.LineRow) int {
				return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), strings.Compare(b.ID, a.ID))
			}) {
				t.Errorf("%q: not newest first: %q", filter, names(seen))
			}
		}
	})
}

func TestStatementCall(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newCallWorld(t, db, c)
		entries := w.liveWeek()
		c.Advance(time.Minute)
		extend(t, db)
		header := []string{"time (UTC+8)", "transaction", "currency", "type", "subtype", "amount", "balance after", "reference", "hash", "posted (UTC+8)"}
		for _, test := range []struct {
			from, to string
			want     []string
		}{
			{"2026-03-02", "2026-03-06", week},
			{"2026-03-04", "2026-03-04", []string{"lastMoment"}},
			{"2026-03-05", "2026-03-05", []string{"midnight"}},
			{"2025-03-06", "2026-03-06", week},
			{"2020-01-01", "2020-12-31", nil},
		} {
			shown := w.all("ann", "from", test.from, "to", test.to)
			if got := names(shown); !slices.Equal(got, append([]string{}, test.want...)) {
				t.Errorf("%s to %s: the screen shows %q", test.from, test.to, got)
			}
			file, content := w.statement("ann", test.from, test.to, "json")
			var rows []ledger.LineRow
			if err := json.Unmarshal(content, &rows); err != nil {
				t.Fatal(err)
			}
			if text, want := asJSON(t, rows), asJSON(t, shown); text != want || file.ContentType != "application/json" {
				t.Errorf("%s to %s: the %s holds %s, the screen shows %s", test.from, test.to, file.ContentType, text, want)
			}
			file, content = w.statement("ann", test.from, test.to, "csv")
			text, marked := strings.CutPrefix(string(content), "\ufeff")
			records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
			if err != nil || !marked || file.ContentType != "text/csv; charset=utf-8" || len(records) != 1+len(shown) || !slices.Equal(records[0], header) {
				t.Fatalf("%s to %s: %s, marked %v, %q, %v", test.from, test.to, file.ContentType, marked, records, err)
			}
			for i, r := range shown {
				// Types and sub-types have names for people; texts_test.go has those.
				want := []string{r.CreatedAt.Add(8 * time.Hour).Format(time.DateTime), r.TxNo, string(r.Currency), records[i+1][3], records[i+1][4],
					r.Amount, r.BalanceAfter, r.RefID, *r.EntryHash, r.PostedAt.Add(8 * time.Hour).Format(time.DateTime)}
				if !slices.Equal(records[i+1], want) {
					t.Errorf("line %d is %q, want %q", i+1, records[i+1], want)
				}
			}
		}
		_, content := w.statement("ann", "2026-03-06", "2026-03-06", "csv")
		if want := "2026-03-06 01:00:00," + entries["hold"] + ",USDT,Internal transfer,Held for a withdrawal,-249,221.00000001,hold,"; !strings.Contains(string(content), want) {
			t.Errorf("%s, want %s", content, want)
		}
		if _, content := w.statement("zoe", "2026-03-02", "2026-03-06", "json"); string(content) != "[]" {
			t.Errorf("of somebody without movements: %s", content)
		}
	})
}

// statement downloads a file.
func (w *callWorld) statement(user, from, to, format string) (file ledger.Statement, content []byte) {
	w.t.Helper()
	file = apitest.Data[ledger.Statement](w.t, w.Call(statementPath, user, "from", from, "to", to, "format", format))
	content, err := base64.StdEncoding.DecodeString(file.Content)
	if err != nil || file.FileName != fmt.Sprintf("etld-%s-%s.%s", from, to, format) {
		w.t.Fatalf("%s: %v", file.FileName, err)
	}
	if !file.Complete {
		w.t.Errorf("%s says that it was cut", file.FileName)
	}
	return file, content
}

// A file takes more than any page, and says so where even it is too short.
func TestStatementIsWholeOrSaysSo(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newCallWorld(t, db, c)
		for i := range 120 {
			w.post(ledger.Entry{RefType: ledger.RefTransfer, RefID: fmt.Sprint("n", i), Transfers: []ledger.Transfer{deposit("ann", money.Units(1))}})
		}
		shown := w.all("ann")
		_, content := w.statement("ann", "2026-03-02", "2026-03-02", "json")
		var rows []ledger.LineRow
		if err := json.Unmarshal(content, &rows); err != nil || len(rows) != 120 || asJSON(t, rows) != asJSON(t, shown) {
			t.Errorf("%d rows of 120 in the file, %d on the pages, %v", len(rows), len(shown), err)
		}
		// Newest first, so it is the oldest that is left out.
		const file, lines = 50_000, 50_003
		if err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
				INSERT INTO ledger_transfer (id, entry_id, type, sub_type, asset, debit, credit, amount, ref_type, ref_id, note, at, posted_at, line_user, line_after)
				SELECT 'Z' || CAST(1000000 + i AS TEXT), 'Z' || CAST(1000000 + i AS TEXT), 'top_up', 'deposit', 'USDT', 'A.CHAIN.BEP-20/USDT', 'U.AVL/USDT/cyd', 1,
				'test', CAST(i AS TEXT), '', $2, $2, 'cyd', i FROM n`, int64(lines), c.Now())
			return err
		}); err != nil {
			t.Fatal(err)
		}
		cut := apitest.Data[ledger.Statement](t, w.Call(statementPath, "cyd", "from", "2026-03-02", "to", "2026-03-02", "format", "csv"))
		content, err := base64.StdEncoding.DecodeString(cut.Content)
		records := strings.Split(strings.TrimSpace(string(content)), "\n")
		if err != nil || cut.Complete || len(records) != 1+file || !strings.Contains(records[1], ",50003,") || !strings.Contains(records[file], ",4,") {
			t.Errorf("complete %v, %d records, from %s to %s, %v", cut.Complete, len(records), records[1], records[len(records)-1], err)
		}
	})
}

func TestAccountCallsRefuse(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newCallWorld(t, db, c)
		w.liveWeek()
		before, had := w.count(), w.Call(balancePath, "ann").Body
		other := httpapi.NewList(httpapi.Page{Size: 1}, "notices", []string{"a", "b"}, func(s string) []string { return []string{s} }).NextCursor
		own := w.detail("ann", "size", "1").NextCursor
		for _, test := range []struct {
			path   string
			params []string
			field  string
		}{
			{detailPath, []string{"currency", "BTC"}, "currency"},
			{detailPath, []string{"currency", "usdt"}, "currency"},
			{detailPath, []string{"type", "gift"}, "type"},
			{detailPath, []string{"type", "TOP_UP"}, "type"},
			{detailPath, []string{"from", "2026-02-29"}, "from"},
			{detailPath, []string{"from", "yesterday"}, "from"},
			{detailPath, []string{"to", "2026-3-5"}, "to"},
			{detailPath, []string{"from", "2026-03-05", "to", "2026-03-04"}, "to"},
			{detailPath, []string{"size", "0"}, "size"},
			{detailPath, []string{"size", "51"}, "size"},
			{detailPath, []string{"size", "ten"}, "size"},
			{detailPath, []string{"cursor", "AAAA"}, "cursor"},
			{detailPath, []string{"cursor", other}, "cursor"},
			{detailPath, []string{"cursor", own + "A"}, "cursor"},
			{detailPath, []string{"cursor", strings.Repeat("A", 129)}, "cursor"},
			{statementPath, nil, "from"},
			{statementPath, []string{"from", "2026-03-02", "format", "csv"}, "to"},
			{statementPath, []string{"from", "2026-03-02", "to", "2026-03-03"}, "format"},
			{statementPath, []string{"from", "2026-03-02", "to", "2026-03-03", "format", "pdf"}, "format"},
			{statementPath, []string{"from", "2026-03-03", "to", "2026-03-02", "format", "csv"}, "to"},
			{statementPath, []string{"from", "2025-03-06", "to", "2026-03-07", "format", "csv"}, "to"},
			{statementPath, []string{"from", "2024-01-01", "to", "2025-01-01", "format", "csv"}, "to"},
			{statementPath, []string{"from", "2026-03-00", "to", "2026-03-03", "format", "csv"}, "from"},
		} {
			reply := w.Call(test.path, "ann", test.params...)
			var data struct{ Field string }
			if err := json.Unmarshal(reply.Data, &data); err != nil || reply.Code != 1002 || data.Field != test.field || reply.Message != "Invalid parameter: "+test.field {
				t.Errorf("%s %q: %s, want 1002 of %s", test.path, test.params, reply.Body, test.field)
			}
		}
		for _, path := range []string{balancePath, detailPath, statementPath} {
			for _, token := range []string{"", apitest.Nobody} {
				if got := w.Call(path, token, "from", "2026-03-02", "to", "2026-03-03", "format", "csv"); got.Code != 1001 {
					t.Errorf("%s with token %q: %s", path, token, got.Body)
				}
			}
		}
		// The longest range is a leap year's.
		if got := w.Call(statementPath, "ann", "from", "2024-01-01", "to", "2024-12-31", "format", "csv"); got.Code != 200 {
			t.Errorf("366 days: %s", got.Body)
		}
		if after := w.count(); after != before || w.Call(balancePath, "ann").Body != had {
			t.Errorf("the journal has %d rows, before the refusals it had %d", after, before)
		}
	})
}
