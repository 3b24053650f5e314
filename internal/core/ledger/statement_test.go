package ledger

import (
	"context"
	"errors"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// While as many statements are being written as may be, another waits; it is
// written when one of them is done.
func TestStatementsWaitTheirTurn(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		l := New(entropy.System())
		in := StatementIn{From: clock.DayOf(c.Now()), To: clock.DayOf(c.Now()), Format: "csv"}
		for range statementsAtOnce {
			l.statements <- struct{}{}
		}
		hurried, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, err := l.statementInTurn(hurried, db, httpapi.Caller{UserID: "ann", Language: httpapi.English}, in); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("out of turn: %v", err)
		}
		written := make(chan error, 1)
		go func() {
			_, err := l.statementInTurn(t.Context(), db, httpapi.Caller{UserID: "ann", Language: httpapi.English}, in)
			written <- err
		}()
		<-l.statements
		if err := <-written; err != nil {
			t.Error(err)
		}
		if left := len(l.statements); left != statementsAtOnce-1 {
			t.Errorf("%d places are taken", left)
		}
	})
}
