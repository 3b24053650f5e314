package notice_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"etld/internal/features/notice"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// After whatever is sent, read, read again, purged or erased, the count of what is
// unread is what the list shows as unread.
func TestUnreadIsWhatTheListShows(t *testing.T) {
	t.Parallel()
	const steps, seed = 100, 20261123
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		i, chance := newInbox(t, db), rand.New(rand.NewPCG(seed, 1))
		users := []string{"ann", "bob"}
		for step := range steps {
			who := users[chance.IntN(len(users))]
			list := i.list(t, who, "size", "50").List
			told := int64(-1)
			switch pick := chance.IntN(20); {
			case pick < 11:
				kind := []string{"machine_ending", "new_session"}[chance.IntN(2)]
				if err := i.send(t, who, kind, machine("M7", "endAt", "2026-03-05T20:30:00Z", "ip", "192.0.2.7", "signedInAt", "2026-03-05T20:30:00Z")); err != nil {
					t.Fatal(err)
				}
			case pick < 17 && len(list) > 0:
				told = apitest.Data[notice.ReadOut](t, i.Call("/api/user/readNotice", who, "id", list[chance.IntN(len(list))].ID)).Unread
			case pick == 17:
				told = apitest.Data[notice.ReadOut](t, i.Call("/api/user/readNotice", who, "all", "true")).Unread
			case pick == 18:
				c.Advance(time.Duration(chance.IntN(300)) * 24 * time.Hour)
				if _, err := i.service.Jobs()[0].Work(context.Background()); err != nil {
					t.Fatal(err)
				}
			default:
				if err := db.Update(context.Background(), func(tx *sqldb.Tx) error { return i.service.Erase(tx, who) }); err != nil {
					t.Fatal(err)
				}
			}
			for _, one := range users {
				shown := int64(0)
				for cursor, more := "", true; more; {
					page := i.list(t, one, "size", "50", "cursor", cursor)
					for _, n := range page.List {
						if !n.Read {
							shown++
						}
					}
					cursor, more = page.NextCursor, page.HasMore
				}
				var counted int64
				err := db.View(context.Background(), func(tx *sqldb.Tx) (err error) {
					counted, err = i.service.Unread(tx, one)
					return err
				})
				if err != nil || counted != shown || one == who && told >= 0 && told != shown {
					t.Fatalf("step %d of seed %d: %s has %d unread, is told %d, and sees %d (%v)", step, seed, one, counted, told, shown, err)
				}
			}
		}
	})
}
