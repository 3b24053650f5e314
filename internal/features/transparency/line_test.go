package transparency

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestTablesReadWhatTheyStore(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, lineTable)
}

// Each check writes one line in five minutes, which holds the hash of the one before;
// the call answers what the books and the chain say, to the atom.
func TestThePublicLine(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		api := apitest.New(t, db)
		w.service.Register(api.API)
		if r := apitest.Data[Reserves](t, api.Call("/api/open/reserves", "")); r.Number != 0 || r.Previous != noHash || len(r.Currencies) != len(currencies) {
			t.Errorf("before the first line: %+v", r)
		}
		// Capital alone is owed to nobody.
		w.check()
		w.Capital("40 USDT")
		w.check()
		if r := apitest.Data[Reserves](t, api.Call("/api/open/reserves", "")); r.Number != 0 {
			t.Errorf("a line before anything is owed: %+v", r)
		}
		w.User(1, "100.00000001 USDT", "5 ETLD")
		w.Fund(ledger.InterestFree, "10 USDT")
		w.onChain("100.5", "40.00000001")
		// What is below an atom stays in the token's own units.
		w.readings[0].Held[1].Units.Add(w.readings[0].Held[1].Units, big.NewInt(9_000_000_000))
		w.check(ledger.Violation{Invariant: "I2", Detail: "U.AVL/USDT/somebody is -1"}, ledger.Violation{Invariant: "I2"}, ledger.Violation{Invariant: "I9"})
		w.Clock.Advance(time.Minute)
		w.check()
		r := apitest.Data[Reserves](t, api.Call("/api/open/reserves", ""))
		if r.Number != 1 || r.Hash != HashOf(r.Text) || strings.Contains(r.Text, "somebody") {
			t.Fatalf("the first line, once in five minutes: %+v", r)
		}
		want := []Currency{
			{Currency: money.USDT, Owed: 11000000001, There: 14050000001, Own: "30.5", Ratio: "1.2772"},
			{Currency: money.ETLD, Owed: 500000000, There: 500000000, Unread: 500000000, Own: "0", Ratio: "1"},
			{Currency: money.ETH, Own: "0"},
		}
		if !slices.Equal(r.Currencies, want) {
			t.Errorf("currencies %+v, want %+v", r.Currencies, want)
		}
		if want := []Obligation{{"available", money.USDT, 10000000001}, {"interestFree", money.USDT, 1000000000}, {"available", money.ETLD, 500000000}}; !slices.Equal(r.Obligations, want) {
			t.Errorf("owed %+v, want %+v", r.Obligations, want)
		}
		if want := []Found{{"I2", 2}, {"I9", 1}}; !slices.Equal(r.Findings, want) {
			t.Errorf("findings %+v", r.Findings)
		}
		if len(r.Assets) != 2 || r.Assets[1].Address != hotWallet.Hex() || r.Assets[1].Units != "40000000019000000000" || r.Assets[1].Amount != 4000000001 || r.Assets[1].Block != 4711 {
			t.Errorf("assets %+v", r.Assets)
		}
		w.Clock.Advance(LineEvery)
		w.check()
		r = apitest.Data[Reserves](t, api.Call("/api/open/reserves", "", "from", "1"))
		if len(r.Lines) != 2 || r.Lines[1].Hash != r.Hash || r.Lines[1].Previous != r.Lines[0].Hash {
			t.Errorf("the log: %+v", r.Lines)
		}
		w.View(func(tx *sqldb.Tx) error {
			for before, want := range map[time.Time]int64{dbtest.Start: 0, r.At: 1, r.At.Add(time.Second): 2} {
				number, hash, err := LineHead(tx, before)
				if err != nil || number != want || (number == 0) != (hash == noHash) {
					t.Errorf("before %s: %d %s, %v", before, number, hash, err)
				}
			}
			return nil
		})
		w.Check(w.service.Check)
	})
}

func TestTheRatioOfMuchToLittle(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		there, owed money.Amount
		want        string
	}{
		{1e15, 1e8, "10000000"}, {money.Max, 1, strconv.FormatInt(int64(money.Max), 10)}, {14050000001, 11000000001, "1.2772"},
		{5, 5, "1"}, {0, 7, "0"}, {100, 1, "100"}, {1, 30_000, "0"}, {1, 3, "0.3333"},
	} {
		if got := ratioOf(test.there, test.owed); got != test.want {
			t.Errorf("%d to %d is %s, want %s", test.there, test.owed, got, test.want)
		}
	}
}

// A reading that is older than a quarter of an hour stands beside no new totals: what
// left since, and is owed no more, would still count as there.
func TestAnOldReadingIsInNoLine(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.User(1, "100 USDT")
		w.Capital("50 USDT")
		w.onChain("130", "40")
		w.check()
		newest := func() (r Reserves) {
			w.View(func(tx *sqldb.Tx) (err error) { r, err = newestReserves(tx); return err })
			return r
		}
		for _, test := range []struct {
			after  time.Duration
			want   Currency
			assets int
			lead   string
		}{
			{15 * time.Minute, Currency{Currency: money.USDT, Owed: money.Units(100), There: money.Units(170), Own: "70", Ratio: "1.7"}, 2, "at the final block"},
			{LineEvery, Currency{Currency: money.USDT, Owed: money.Units(100), There: money.Units(150), Unread: money.Units(150), Own: "50", Ratio: "1.5"}, 0, "not been read lately"},
		} {
			w.Clock.Advance(test.after)
			w.check()
			r := newest()
			if r.Currencies[0] != test.want || len(r.Assets) != test.assets {
				t.Errorf("%+v with %d addresses, want %+v", r.Currencies[0], len(r.Assets), test.want)
			}
			if lead := (&page{site: w.service.site, Language: httpapi.English, reserves: r}).Lead(); !strings.Contains(lead, test.lead) {
				t.Errorf("the page says %q, not %q", lead, test.lead)
			}
		}
		if len(w.readings) != 1 || w.readings[0].Network == "" {
			t.Errorf("the readings themselves were changed: %+v", w.readings)
		}
	})
}

// A check may last over midnight. What is posted while it goes on is in no line of the time
// at which it began: the snapshot of that midnight binds an earlier head.
func TestALineNamesTheHeadOfItsTime(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		link := func() (head ledger.Head) {
			w.Clock.Advance(time.Minute)
			w.Update(func(tx *sqldb.Tx) (err error) {
				if _, err = ledger.Extend(tx); err == nil {
					head, err = ledger.ChainHead(tx)
				}
				return err
			})
			return head
		}
		w.User(1, "5 USDT")
		before, begun := link(), w.added()
		w.User(2, "7 USDT")
		if after := link(); after.Seq <= before.Seq {
			t.Fatalf("nothing was linked meanwhile: %d and %d", before.Seq, after.Seq)
		}
		w.Must(w.service.Append(context.Background(), begun, nil))
		w.View(func(tx *sqldb.Tx) error {
			row, _, err := sqldb.Find(tx, lineTable.Scan, selectNewest)
			w.Must(err)
			if l, err := ParseLine(row.text); err != nil || l.Journal.Seq != before.Seq || l.Journal.Hash != before.Hash {
				t.Errorf("the line names %+v, and %+v was the head when its check began: %v", l.Journal, before, err)
			}
			return nil
		})
	})
}

// A log that was changed behind the program's back is found, whatever was changed.
func TestAChangedLineIsFound(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		for name, spoil := range map[string]struct {
			statement string
			want      []string
		}{
			"a text":        {`UPDATE transparency_line SET text = REPLACE(text, 'sum|O.CAP', 'sum|O.INV') WHERE number = 2`, []string{"line 2: its hash is not that of its text"}},
			"a hash":        {`UPDATE transparency_line SET hash = 'f' WHERE number = 2`, []string{"line 2: its hash", "line 3: it does not follow"}},
			"a time":        {`UPDATE transparency_line SET at = at + 1 WHERE number = 2`, []string{"line 2 stands under another time"}},
			"a day":         {`UPDATE transparency_line SET opens_day = 1 WHERE number = 2`, []string{"line 2 stands under another time"}},
			"one left out":  {`DELETE FROM transparency_line WHERE number = 2`, []string{"line 2 is missing", "line 3: it does not follow"}},
			"another place": {`UPDATE transparency_line SET number = 5 WHERE number = 4`, []string{"line 4 is missing", "line 5: its text has another number"}},
		} {
			w := newWorld(t, db, c)
			w.Update(func(tx *sqldb.Tx) error { _, err := tx.Exec(`DELETE FROM transparency_line`); return err })
			w.Capital("2 USDT")
			w.Fund(ledger.InterestFree, "1 USDT")
			w.onChain("1", "2")
			for range 4 {
				w.Clock.Advance(LineEvery)
				w.check()
			}
			w.Check(w.service.Check)
			w.Update(func(tx *sqldb.Tx) error { _, err := tx.Exec(spoil.statement); return err })
			found := w.Violations(w.service.Check)
			if len(found) != len(spoil.want) {
				t.Errorf("%s: %v", name, found)
				continue
			}
			for i, want := range spoil.want {
				if found[i].Invariant != brokenLine || !strings.HasPrefix(found[i].Detail, want) {
					t.Errorf("%s: %s, want %s", name, found[i], want)
				}
			}
		}
	})
}

// Whoever can write the database can hash a changed line anew: the next one then
// names another hash.
func TestALineHashedAnewDoesNotFit(t *testing.T) {
	t.Parallel()
	first := Line{Number: 1, At: dbtest.Start, Previous: noHash}
	second := Line{Number: 2, At: dbtest.Start.Add(LineEvery), Previous: HashOf(first.Text())}
	first.Found = []Found{{"I3", 1}}
	if err := Verify(2, HashOf(first.Text()), second.Text(), HashOf(second.Text())); !errors.Is(err, ErrPrevious) {
		t.Errorf("behind a changed line: %v", err)
	}
}

func FuzzParseLine(f *testing.F) {
	f.Add(Line{Number: 1, At: dbtest.Start, Previous: noHash, Totals: []ledger.Total{{Class: ledger.Available, Asset: money.USDT, Sum: 5}}}.Text())
	f.Add("ETLDLINE1|1|2|x\nheld|a|b|c|d\n")
	f.Fuzz(func(t *testing.T, text string) {
		if l, err := ParseLine(text); err == nil && l.Text() != text {
			t.Errorf("%q reads as %+v", text, l)
		}
	})
}
