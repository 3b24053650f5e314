package httpapi

import (
	"net/http"
	"sync/atomic"
	"testing"

	"etld/internal/infra/sqldb"
)

// heldTouch are sessions whose use is always due, and is recorded when it is let.
type heldTouch struct {
	sessionTable
	touched *atomic.Int64
	let     chan struct{}
}

func (s heldTouch) Find(tx sqldb.Command, hash string) (Session, error) {
	session, err := s.sessionTable.Find(tx, hash)
	session.TouchDue = true
	return session, err
}

func (s heldTouch) Touch(sqldb.Command, string) error {
	s.touched.Add(1)
	<-s.let
	return nil
}

// While nothing can be written, whoever was away for an hour is answered all the same.
func TestReadsAreAnsweredWhileAUseCannotBeRecorded(t *testing.T) {
	t.Parallel()
	eachEngine(t, Limits{}, func(t *testing.T, w *world) {
		token := w.signIn("ann")
		sessions := heldTouch{touched: new(atomic.Int64), let: make(chan struct{})}
		w.api.Sessions = sessions
		for range 3 {
			if got := w.call("/api/test/total", token); got.Code != http.StatusOK {
				t.Errorf("a read is answered %d %s", got.Code, got.Message)
			}
		}
		if n := sessions.touched.Load(); n != 1 {
			t.Errorf("%d uses were under way at once", n)
		}
		close(sessions.let)
		for sessions.touched.Load() < 2 {
			w.call("/api/test/total", token)
		}
	})
}
