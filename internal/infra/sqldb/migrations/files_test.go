package migrations

import (
	"testing"
)

func TestEachEngineHasItsOptions(t *testing.T) {
	t.Parallel()
	const text = "CREATE TABLE a (id TEXT) /*sqlite WITHOUT ROWID*/; /*postgres ALTER TABLE a SET (fillfactor = 50);*/ /*postgresql is not an engine*/ -- end"
	for engine, want := range map[Engine]string{
		SQLite:   "CREATE TABLE a (id TEXT)  WITHOUT ROWID;  /*postgresql is not an engine*/ -- end",
		Postgres: "CREATE TABLE a (id TEXT) ;  ALTER TABLE a SET (fillfactor = 50); /*postgresql is not an engine*/ -- end",
	} {
		if got := string(optionsOf(engine, []byte(text))); got != want {
			t.Errorf("%s reads %q", engine, got)
		}
	}
}
