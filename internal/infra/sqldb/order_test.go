package sqldb_test

import (
	"context"
	"errors"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/internal/infra/sqldb/postgres"
)

// A database that sorts as a language does is refused before anything is stored
// in it, as lists would come out empty and the hash chain would break.
func TestADatabaseThatSortsAsALanguageDoesIsRefused(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en-US", "zh-TW", "ru"} {
		address := dbtest.PostgresIn(t, language)
		if err := sqldb.Migrate(context.Background(), address); !errors.Is(err, postgres.ErrTextOrder) {
			t.Errorf("%s: migrated with %v", language, err)
		}
		if _, err := sqldb.Open(context.Background(), address, dbtest.NewClock()); !errors.Is(err, postgres.ErrTextOrder) {
			t.Errorf("%s: opened with %v", language, err)
		}
	}
}
