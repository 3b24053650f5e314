package sqldb_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

type pair struct {
	ID        string
	Low, High int64
	Text      string
	Shouted   shouted
	Mute      mute
}

// mute reads nothing of what it stores.
type mute []string

func (mute) MarshalText() ([]byte, error) { return nil, nil }

func (*mute) UnmarshalText([]byte) error { return errors.New("unread") }

// shouted is read as something else than it was.
type shouted []string

func (s shouted) MarshalText() ([]byte, error) { return []byte(strings.Join(s, ",") + "!"), nil }

func (s *shouted) UnmarshalText(text []byte) error {
	*s = shouted{string(text)}
	return nil
}

// A probe finds the mistakes that a list of columns can hold.
func TestAProbeFindsWrongColumns(t *testing.T) {
	t.Parallel()
	pairs := func(name, columns string) *sqldb.Table[pair] { return sqldb.NewTable[pair](name, columns) }
	cases := []struct {
		name  string
		table *sqldb.Table[pair]
		want  string
	}{
		{"right", pairs("test_pair", "id, low, text").Nullable("high"), ""},
		{"no such table", pairs("test_none", "id, low"), "test_none"},
		{"no such column", pairs("test_pair", "id, lowest = low"), "lowest"},
		{"one field twice", pairs("test_pair", "id, low, high = low"), "the columns low and high hold one field"},
		{"read as something else", pairs("test_pair", "id, text = shouted"), "stored"},
		{"read as nothing", pairs("test_pair", "id, text = mute"), "the column text reads no sample"},
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
			err := db.Update(t.Context(), one.table.Probe)
			if one.want == "" && err != nil || one.want != "" && (err == nil || !strings.Contains(err.Error(), one.want)) {
				t.Errorf("%s: %v, want %q", one.name, err, one.want)
			}
		}
	})
}

// A column without a field stops the program before it begins.
func TestAColumnWithoutAFieldIsRefused(t *testing.T) {
	t.Parallel()
	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, "no field for the column lowest of test_pair") {
			t.Error(text)
		}
	}()
	sqldb.NewTable[pair]("test_pair", "id, lowest")
}
