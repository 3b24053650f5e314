package sqldb

import (
	"context"
	"slices"
	"testing"
)

// asked is a session whose rows do not exist and that remembers what each exchange asked.
type asked struct {
	session
	exchanges [][]string
}

func (a *asked) run(_ context.Context, list []statement) error {
	var queries []string
	for _, s := range list {
		queries = append(queries, s.query)
	}
	a.exchanges = append(a.exchanges, queries)
	return nil
}

func TestFetchReadsWhatIsNotKnownInOneExchange(t *testing.T) {
	t.Parallel()
	scan := func(*Row) (key, v string, err error) { return "", "", nil }
	stocks, pools := NewLookup("stocks", "SELECT FROM stock WHERE id", Single(scan)), NewLookup("pools", "SELECT FROM pool WHERE id", Single(scan))
	s := &asked{}
	tx := &Tx{ctx: t.Context(), engine: Postgres, session: s, cache: make(map[*lookupID]map[string]cached)}
	hints := []Hint{stocks.Hint("a"), pools.Hint("p"), stocks.Hint("b"), stocks.Hint("a")}
	for range 2 {
		if err := Fetch(tx, hints...); err != nil {
			t.Fatal(err)
		}
	}
	if err := stocks.Load(tx, []string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	if _, found, err := pools.Get(tx, "p"); err != nil || found {
		t.Errorf("a row that is not there is found: %v, %v", found, err)
	}
	if want := []string{stocks.id.many, pools.id.one}; len(s.exchanges) != 1 || !slices.Equal(s.exchanges[0], want) {
		t.Errorf("the exchanges asked %v, want %v alone", s.exchanges, want)
	}
	// The embedded engine reads each row where it is needed.
	tx.engine, tx.cache = SQLite, make(map[*lookupID]map[string]cached)
	if err := Fetch(tx, hints...); err != nil || len(s.exchanges) != 1 {
		t.Errorf("the embedded engine was asked ahead: %v, %v", s.exchanges, err)
	}
}
