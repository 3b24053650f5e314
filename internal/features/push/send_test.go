package push

import (
	"net/http"
	"testing"

	"etld/internal/infra/sqldb"
)

func TestRevokedBrowsersAreForgotten(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for _, status := range []int{http.StatusNotFound, http.StatusGone} {
			phone, desk := w.browser(annPhone), w.browser(annDesk)
			phone.Answer(status)
			w.inbox.send("ann", "paid")
			w.later()
			if left := w.devices(annPhone); phone.Tries() != 1 || len(left) != 1 || left[0].Current || len(desk.Told()) != 1 {
				t.Errorf("%d: after %d tries ann has %+v", status, phone.Tries(), left)
			}
			w.inbox.read("ann")
			w.clock.Advance(restFor)
		}
	})
}

// A push service that does not believe our signature may be wrong about the time, or we
// are: the device has its message when that is over. Where it lasts, as for a browser that
// has come to trust another key, the device is forgotten.
func TestARefusedSignatureIsTriedAgain(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for _, status := range []int{http.StatusUnauthorized, http.StatusForbidden} {
			phone := w.browser(annPhone)
			phone.Answer(status)
			w.inbox.send("ann", "paid")
			w.later()
			if left := w.devices(annPhone); phone.Tries() != 1 || len(left) != 1 {
				t.Errorf("%d: after %d tries ann has %+v", status, phone.Tries(), left)
			}
			phone.Answer(http.StatusCreated)
			w.clock.Advance(retryAfter)
			w.work()
			w.expect(phone, newOne)
			phone.Answer(status)
			w.clock.Advance(restFor)
			w.inbox.send("ann", "lost")
			w.later()
			for range 20 {
				w.clock.Advance(retryAfterMax)
				w.work()
			}
			if left := w.devices(annPhone); phone.Tries() != 2+triesMax || len(left) != 0 {
				t.Errorf("%d: after %d tries ann has %+v", status, phone.Tries(), left)
			}
			w.inbox.read("ann")
		}
	})
}

func TestAFailingServiceHarmsNobodyElse(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		phone, desk := w.browser(annPhone), w.browser(annDesk)
		phone.Answer(http.StatusInternalServerError)
		w.inbox.send("ann", "paid")
		w.later()
		w.expect(desk, newOne)
		w.work()
		if phone.Tries() != 1 {
			t.Errorf("tried %d times at once", phone.Tries())
		}
		phone.Answer(http.StatusCreated)
		w.clock.Advance(retryAfter)
		w.work()
		w.expect(phone, newOne)
		// One that never recovers is left to the inbox, and told of what comes later.
		w.clock.Advance(restFor)
		phone.Answer(http.StatusServiceUnavailable)
		w.inbox.send("ann", "lost")
		w.later()
		for range 20 {
			w.clock.Advance(retryAfterMax)
			w.work()
		}
		if tries := phone.Tries(); tries != 2+triesMax {
			t.Errorf("tried %d times", tries)
		}
		phone.Answer(http.StatusCreated)
		w.inbox.read("ann")
		w.inbox.send("ann", "paid")
		w.later()
		w.expect(phone, newOne, newOne)
	})
}

// An instance that was paused while it sent notes so after another one has sent the same:
// what comes next is told all the same.
func TestAPausedInstanceTakesNoLaterNewsAway(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		phone := w.browser(annPhone)
		w.inbox.send("ann", "paid")
		w.work()
		w.clock.Advance(gatherFor)
		paused, err := sqldb.Value(t.Context(), w.db.Update, func(tx *sqldb.Tx) (*parcel, error) {
			due, err := sqldb.Collect(tx, sqldb.One[string], selectDue, tx.Now(), 1)
			if err != nil || len(due) != 1 {
				t.Fatalf("due are %v, %v", due, err)
			}
			return w.push.pack(tx, due[0])
		})
		if err != nil {
			t.Fatal(err)
		}
		w.clock.Advance(leaseFor)
		w.work()
		w.expect(phone, newOne)
		paused.outcome = delivered
		if err := w.push.record(t.Context(), []*parcel{paused}); err != nil {
			t.Fatal(err)
		}
		w.inbox.read("ann")
		w.clock.Advance(restFor)
		w.inbox.send("ann", "paid")
		w.later()
		w.expect(phone, newOne, newOne)
	})
}
