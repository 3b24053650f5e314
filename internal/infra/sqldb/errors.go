package sqldb

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"zombiezen.com/go/sqlite"
)

// ErrUnavailable wraps every failure that is the database's and not the
// statement's: gone, read-only, full, busy with others for too long. The caller may
// try again later.
var ErrUnavailable = errors.New("the database is not available")

// SQLSTATE classes and codes that decide what to do next.
const (
	pgSerializationFailure = "40001"
	pgDeadlockDetected     = "40P01"
	pgLockNotAvailable     = "55P03"
	pgSilentTooLong        = "25P03"
	pgUniqueViolation      = "23505"
	pgReadOnly             = "25006"
	pgClassConnection      = "08"
	pgClassResources       = "53"
	pgClassOperator        = "57"
)

func mapError(err error) error {
	if err == nil || errors.Is(err, ErrUnavailable) {
		return err
	}
	if isUnavailable(err) || isConflict(err) {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}

func isUnavailable(err error) bool {
	if pgError, ok := errors.AsType[*pgconn.PgError](err); ok {
		class := pgError.Code[:2]
		return pgError.Code == pgReadOnly || class == pgClassConnection || class == pgClassResources || class == pgClassOperator
	}
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultFull, sqlite.ResultIOErr, sqlite.ResultReadOnly, sqlite.ResultCantOpen, sqlite.ResultBusy:
		return true
	}
	var connectError *pgconn.ConnectError
	var netError net.Error
	if errors.As(err, &connectError) || (errors.As(err, &netError) && !errors.Is(err, context.Canceled)) {
		return true
	}
	return pgconn.SafeToRetry(err) || errors.Is(err, net.ErrClosed) || strings.Contains(err.Error(), "conn closed")
}

// isReadOnly says that a PostgreSQL server takes no writes.
func isReadOnly(err error) bool {
	pgError, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pgError.Code == pgReadOnly
}

// isConflict says that the transaction was undone and that the same one may succeed
// when repeated. On SQLite another process may hold the file longer than one busy
// wait.
func isConflict(err error) bool {
	if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultBusy {
		return true
	}
	pgError, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return false
	}
	switch pgError.Code {
	case pgSerializationFailure, pgDeadlockDetected, pgLockNotAvailable, pgSilentTooLong:
		return true
	}
	return false
}

// Passes says that an error is the fault of no row and no statement: the
// database was away, or others came between. The same work may succeed later.
func Passes(err error) bool { return errors.Is(mapError(err), ErrUnavailable) }

// IsUniqueViolation says that a row with this unique key exists already.
func IsUniqueViolation(err error) bool {
	if pgError, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pgError.Code == pgUniqueViolation
	}
	code := sqlite.ErrCode(err)
	return code == sqlite.ResultConstraintUnique || code == sqlite.ResultConstraintPrimaryKey
}
