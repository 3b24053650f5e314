package push

import (
	"strings"
	"testing"

	"etld/internal/infra/jobs"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
)

// A program that was started without the key of before opens no device and forgets none: the
// messages are parked, with the cause, and leave once it is given the key.
func TestAMissingKeyForgetsNoBrowser(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		phone := w.browser(annPhone)
		w.push.Sealer = sealerOf(t, "b")
		w.inbox.send("ann", "paid")
		w.later()
		w.expect(phone)
		err := w.db.View(t.Context(), func(tx *sqldb.Tx) error {
			list, err := jobs.Parked(tx, jobSend)
			if len(list) != 1 || !strings.Contains(list[0].Cause, seal.ErrSealed.Error()) {
				t.Errorf("parked: %+v", list)
			}
			return err
		})
		if n := len(w.devices(annPhone)); err != nil || n != 1 {
			t.Errorf("%d devices are left, %v", n, err)
		}
		w.push.Sealer = sealerOf(t, "b", []byte(strings.Repeat("a", seal.KeyBytes)))
		w.clock.Advance(retryAfter)
		w.work()
		w.expect(phone, newOne)
		// Who signs out is forgotten, whether the key is there or not.
		w.push.Sealer = sealerOf(t, "c")
		w.sessions.ended[annPhone] = ""
		w.clock.Advance(restFor)
		w.inbox.send("ann", "paid")
		w.later()
		if n := len(w.devices(annPhone)); n != 0 {
			t.Errorf("%d devices are left of a session that ended", n)
		}
	})
}
