package machine

import (
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Eleven people of one referrer, whose rewards are nearly at their cap, start
// machines in turn: after a stop the same machines bring the same rewards as
// while the server runs, as starts apply in the order of time across all users.
func TestStartsAfterAStopBringTheSameRewards(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		stoppedClock := dbtest.NewClock()
		steady, stopped := newWorld(t, db, c), newWorld(t, dbtest.Open(t, dbtest.Address(t, db.Engine()), stoppedClock), stoppedClock)
		var rewards [2][]string
		for i, w := range []*world{steady, stopped} {
			people := w.peopleOf(11)
			// The second of those who bought first comes before the first of the
			// others, and the cap leaves something for nine starts and a part.
			order := slices.Concat(people[:8], people[:1], people[8:], people[1:4])
			w.rewards.most = amount("13.9")
			for _, buyer := range order {
				w.Clock.Advance(10 * time.Minute)
				w.buy(w.orderOf(buyer, "small", 1))
			}
			if w == steady {
				w.pass(30*time.Hour, 7*time.Minute)
			} else {
				w.Clock.Advance(30 * time.Hour)
				w.drain()
			}
			w.check()
			for _, line := range w.journal() {
				if strings.Contains(line, "referral") || strings.Contains(line, "unallocated") {
					rewards[i] = append(rewards[i], line)
				}
			}
			if len(rewards[i]) < len(order) || w.rewards.given != w.rewards.most {
				t.Fatalf("%d starts, %d postings of rewards, %s given", len(order), len(rewards[i]), w.rewards.given)
			}
		}
		if !slices.Equal(rewards[0], rewards[1]) {
			t.Errorf("never stopped:\n%s\nstopped:\n%s", strings.Join(rewards[0], "\n"), strings.Join(rewards[1], "\n"))
		}
	})
}

// peopleOf are users whom one more has referred.
func (w *world) peopleOf(n int) []string {
	w.T.Helper()
	referrer := w.User(1)
	people := make([]string, n)
	for i := range people {
		people[i] = w.Invited(referrer, i+2, "1000 USDT")
	}
	return people
}
