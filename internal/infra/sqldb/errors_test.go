package sqldb

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

func TestPasses(t *testing.T) {
	t.Parallel()
	postgres := func(code string) error {
		return fmt.Errorf("settle a user: %w", &pgconn.PgError{Code: code})
	}
	for name, test := range map[string]struct {
		err  error
		want bool
	}{
		"nothing":                {nil, false},
		"others came between":    {postgres(pgSerializationFailure), true},
		"a deadlock":             {postgres(pgDeadlockDetected), true},
		"others write for long":  {postgres(pgLockNotAvailable), true},
		"no connection":          {postgres("08006"), true},
		"a statement too long":   {postgres("57014"), true},
		"the database is away":   {fmt.Errorf("read: %w", ErrUnavailable), true},
		"one of several":         {errors.Join(errors.New("a fault"), postgres(pgSerializationFailure)), true},
		"a unique key":           {postgres(pgUniqueViolation), false},
		"a check of the schema":  {postgres("23514"), false},
		"a fault of the program": {errors.New("its terms are missing"), false},
	} {
		if got := Passes(test.err); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
