package notice

import (
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	// fillItems writes a hundred thousand notices of a thousand users, of which one in
	// a hundred is unread, fillEvents as many events.
	fillItems = `INSERT INTO notice_item (id, user_id, kind, params, link, created_at, read_at)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
	SELECT 'ITEM' || (100000 + i), 'user' || (i % 1000), 'machine_started', '{}', '', i, CASE i / 1000 WHEN 7 THEN 0 ELSE 1 END FROM n`
	fillEvents = `INSERT INTO notice_event (id, user_id, seq, kind, params, link, is_notice, created_at)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
	SELECT 'EVENT' || (100000 + i), 'user' || (i % 1000), CASE i WHEN 100000 THEN 0 ELSE i END, 'machine_started', '{}', '', 1, i FROM n`
)

// Lists of a hundred thousand notices and events are read from an index, in its
// order.
func TestListsOfNoticesAreReadFromAnIndex(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			if _, err := tx.Exec(fillItems); err != nil {
				return err
			}
			_, err := tx.Exec(fillEvents)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		dbtest.ReadFromIndexes(t, db, map[string]dbtest.Read{
			"a user's notices":       {Query: selectPage, Args: []any{"user7", entropy.LastID, 21}, Index: "notice_item_user"},
			"what is unread":         {Query: countUnread, Args: []any{"user7", unreadMax}, Index: "notice_item_unread"},
			"events for all streams": {Query: selectAfter, Args: []any{99_000, pollMax}, Index: "notice_event_seq"},
			"what has no place":      {Query: selectWaiting, Args: []any{orderMax}, Index: "notice_event_waiting"},
		})
	})
}
