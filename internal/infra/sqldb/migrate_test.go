package sqldb

import (
	"testing"
)

func TestEachEngineHasItsOptions(t *testing.T) {
	t.Parallel()
	const text = "CREATE TABLE a (id TEXT) /*sqlite WITHOUT ROWID*/; /*postgres ALTER TABLE a SET (fillfactor = 50);*/ -- end"
	for engine, want := range map[Engine]string{
		SQLite:   "CREATE TABLE a (id TEXT)  WITHOUT ROWID;  -- end",
		Postgres: "CREATE TABLE a (id TEXT) ;  ALTER TABLE a SET (fillfactor = 50); -- end",
	} {
		if got := string(optionsOf(engine, []byte(text))); got != want {
			t.Errorf("%s reads %q", engine, got)
		}
	}
}
