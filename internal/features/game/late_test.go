package game

import (
	"fmt"
	"testing"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// parked lists what could not be paid.
func (w *world) parked() (list []jobs.ParkedItem) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		list, err = jobs.Parked(tx, jobPay)
		return err
	})
	return list
}

// One player who cannot be paid or told holds up no other, wherever the entry stands.
// The entry is parked with its cause and paid once when that is gone; the round keeps
// what it has left until then.
func TestOneEntryThatFailsHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	const players = 3
	for failing := range players {
		for _, want := range []State{Drawn, Refunded} {
			t.Run(fmt.Sprint(want, " ", failing), func(t *testing.T) {
				t.Parallel()
				dbtest.In(t, newWorld, func(t *testing.T, w *world) {
					w.fund(100_000)
					ids := make([]string, players)
					for i := range ids {
						ids[i] = w.player(i, 1000)
						w.mustJoin(ids[i], int64(i)+1, 100)
					}
					w.inbox.fullFor = ids[failing]
					p := PeriodOf(start)
					w.moveTo(p.LockAt())
					w.work()
					if want == Refunded {
						w.chain.sent = nil
					}
					w.moveTo(p.DrawAt())
					w.work()
					r := w.round(p.String())
					due := func(i int) int64 {
						if want == Refunded {
							return 1000
						}
						return 900 + r.Board.Win(Entry{Box: int64(i) + 1, Amount: 100})
					}
					for i, id := range ids {
						if i != failing {
							w.has("another", id, due(i))
						}
					}
					w.has("the failing one", ids[failing], 900)
					if r.State != want || !r.SettledAt.IsZero() || r.PaidTo != players {
						t.Errorf("the round: %+v", r)
					}
					if list := w.parked(); len(list) != 1 || list[0].Subject != entryID(r.ID, ids[failing]) || list[0].Cause != errFull.Error() {
						t.Errorf("parked are %+v", list)
					}
					w.house("meanwhile", r.left(), 100_000-r.Reserved)
					w.sound()
					w.Clock.Advance(retryAfter)
					w.work()
					w.has("still failing", ids[failing], 900)
					w.inbox.fullFor = ""
					w.Clock.Advance(retryAfter)
					w.work()
					w.has("afterwards", ids[failing], due(failing))
					r = w.round(p.String())
					if list := w.parked(); len(list) != 0 || r.SettledAt.IsZero() || w.play.told != players {
						t.Errorf("afterwards parked are %+v, the round is %+v, %d outcomes were told", list, r, w.play.told)
					}
					w.house("afterwards", 0, 100_000+r.Stakes-r.Paid)
					w.Clock.Advance(retryAfter)
					w.work()
					w.has("a moment later", ids[failing], due(failing))
					w.sound()
				})
			})
		}
	}
}

// A server that was down while twelve rounds passed has one whose anchor stands, and
// one that nobody locked in time; the others are empty and have no rows, and the next
// one is played.
func TestDownOverTwelveRounds(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		anna := w.player(1, 2000)
		w.mustJoin(anna, 3, 500)
		w.moveTo(PeriodOf(start).LockAt())
		w.work()
		w.moveTo(PeriodOf(start).OpenAt().Add(periodLength))
		w.mustJoin(anna, 3, 500)
		w.moveTo(start.Add(12 * periodLength))
		w.restart()
		w.work()
		first, second := w.round("20250601-145"), w.round("20250601-146")
		if first.State != Drawn || second.State != Refunded || second.Reason != NoAnchor {
			t.Errorf("%+v\n%+v", first, second)
		}
		w.has("anna", anna, 1500+first.Paid)
		if n := len(w.chain.published); n != 1 {
			t.Errorf("%d rounds were anchored", n)
		}
		var rounds int64
		w.View(func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&rounds), `SELECT COUNT(*) FROM game_round`)
			return err
		})
		if rounds != 2 {
			t.Errorf("there are %d rounds", rounds)
		}
		w.mustJoin(anna, 3, 500)
		w.over(w.Clock.Now())
		if next := w.round("20250601-157"); next.State != Drawn {
			t.Errorf("the next one: %+v", next)
		}
		w.sound()
	})
}
