package sqldb_test

import (
	"errors"
	"strings"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

type pair struct {
	id        string
	low, high int64
	text      string
}

// A probe finds the mistakes that a list of columns can hold.
func TestAProbeFindsWrongColumns(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, table string
		list        func(c *sqldb.Columns, v *pair)
		want        string
	}{
		{"right", "test_pair", func(c *sqldb.Columns, v *pair) {
			c.Add("low", &v.low)
			c.Add("high", sqldb.NullIf(v.high == 0, &v.high))
			c.Add("text", &v.text)
		}, ""},
		{"no such table", "test_none", func(c *sqldb.Columns, v *pair) { c.Add("low", &v.low) }, "test_none"},
		{"no such column", "test_pair", func(c *sqldb.Columns, v *pair) { c.Add("lowest", &v.low) }, "lowest"},
		{"one field twice", "test_pair", func(c *sqldb.Columns, v *pair) {
			c.Add("low", &v.low)
			c.Add("high", &v.low)
		}, "the columns low and high hold one field"},
		{"exchanged", "test_pair", func(c *sqldb.Columns, v *pair) {
			c.Add("low", &v.high)
			c.Add("high", &v.low)
		}, "the column low holds the field of high"},
		{"read as something else", "test_pair", func(c *sqldb.Columns, v *pair) {
			c.Add("text", sqldb.TextOf(&v.text, func(text string) string { return text + "!" }, func(text string) (string, error) { return text, nil }))
		}, "stored"},
		{"read as nothing", "test_pair", func(c *sqldb.Columns, v *pair) {
			c.Add("text", sqldb.TextOf(&v.text, func(text string) string { return text }, func(string) (string, error) { return "", errors.New("unread") }))
		}, "the column text reads no sample"},
	}
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`CREATE TABLE test_pair (id TEXT PRIMARY KEY, low BIGINT NOT NULL CHECK (low < 5), high BIGINT, text TEXT NOT NULL)`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range cases {
			table := sqldb.NewTable(one.table, func(c *sqldb.Columns, v *pair) {
				c.Add("id", &v.id)
				one.list(c, v)
			})
			err := db.Update(t.Context(), table.Probe)
			if one.want == "" && err != nil || one.want != "" && (err == nil || !strings.Contains(err.Error(), one.want)) {
				t.Errorf("%s: %v, want %q", one.name, err, one.want)
			}
		}
	})
}
