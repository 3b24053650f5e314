// Package emergencytest stops parts in tests, past proposals.
package emergencytest

import (
	"context"
	"testing"

	"etld/internal/core/operator/emergency"
	"etld/internal/infra/sqldb"
)

const changeStop = `INSERT INTO operator_stop (part, is_stopped, reason, changed_at, decided_at) VALUES ($1, $2, 'test', 1, 1)
	ON CONFLICT (part) DO UPDATE SET is_stopped = excluded.is_stopped`

// Stop stops a part, or lets it run again.
func Stop(t testing.TB, db *sqldb.DB, part emergency.Part, isStopped bool) {
	t.Helper()
	err := db.Update(context.Background(), func(tx *sqldb.Tx) error { return tx.Do(changeStop, part, isStopped) })
	if err != nil {
		t.Fatal(err)
	}
}
