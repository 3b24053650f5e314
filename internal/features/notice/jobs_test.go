package notice_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestOldNoticesAreDeleted(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		i := newInbox(t, db)
		send := func(user, no string) {
			t.Helper()
			if err := i.send(t, user, "machine_ending", machine(no, "endAt", "2026-03-05T20:30:00Z")); err != nil {
				t.Fatal(err)
			}
		}
		purge := func() {
			t.Helper()
			for n := 0; ; n++ {
				more, err := i.service.Jobs()[0].Work(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if !more {
					return
				}
				if n > 10 {
					t.Fatal("the purge does not end")
				}
			}
		}
		left := func(user string) (list []string) {
			t.Helper()
			for _, n := range i.list(t, user, "size", "50").List {
				list = append(list, fmt.Sprint(int64(n.CreatedAt.Sub(dbtest.Start)/day), n.Read))
			}
			return list
		}
		// More of another user than one chunk looks at, unread, in front.
		if err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
			for range 1500 {
				if err := i.service.Send(tx, "bob", "machine_ending", machine("B", "endAt", "2026-03-05T20:30:00Z"), "/"); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		send("ann", "read")
		i.Call("/api/user/readNotice", "ann", "all", "true")
		c.Advance(day)
		send("ann", "unread")
		c.Advance(399 * day)
		purge()
		if got, want := left("ann"), []string{"1 false", "0 true"}; !slices.Equal(got, want) {
			t.Errorf("after 400 days: %v, want %v", got, want)
		}
		c.Advance(time.Second)
		purge()
		purge()
		if got, want := left("ann"), []string{"1 false"}; !slices.Equal(got, want) {
			t.Errorf("a moment later: %v, want %v", got, want)
		}
		unread := func(user string) (n int64) {
			t.Helper()
			if err := db.View(context.Background(), func(tx *sqldb.Tx) (err error) {
				_, err = tx.QueryOne(sqldb.Dest(&n), `SELECT COUNT(*) FROM notice_item WHERE user_id = $1`, user)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return n
		}
		if n := unread("bob"); n != 1500 {
			t.Errorf("%d of 1500 unread ones are left", n)
		}
		c.Advance(800 * day)
		purge()
		if n := unread("bob"); n != 0 {
			t.Errorf("%d unread ones are left after 1200 days", n)
		}
		if got, want := left("ann"), []string{"1 false"}; !slices.Equal(got, want) {
			t.Errorf("one unread of a day later: %v, want %v", got, want)
		}
	})
}
