package notice

import (
	"encoding/json"
	"fmt"
	"time"

	"etld/internal/infra/sqldb"
)

const (
	selectPage = `SELECT id, kind, params, link, created_at, read_at FROM notice_item
		WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`
	countUnread = `SELECT COUNT(*) FROM (SELECT 1 FROM notice_item WHERE user_id = $1 AND read_at = 0 LIMIT $2) AS unread`
	markOne     = `UPDATE notice_item SET read_at = CASE WHEN read_at = 0 THEN $1 ELSE read_at END WHERE user_id = $2 AND id = $3`
	markAll     = `UPDATE notice_item SET read_at = $1 WHERE user_id = $2 AND read_at = 0`

	// beyondAll sorts after every id.
	beyondAll = "~"
	// unreadMax is where counting stops; the app shows "99+" before that.
	unreadMax = 1000
)

var insertItem = sqldb.NewInsert("notice_item", sqldb.Text("id"), sqldb.Text("user_id"), sqldb.Text("kind"),
	sqldb.Text("params"), sqldb.Text("link"), sqldb.Integer("created_at"), sqldb.Integer("read_at"))

type item struct {
	id, kind, link string
	params         map[string]string
	createdAt      time.Time
	readAt         time.Time
}

func insert(tx *sqldb.Tx, userID string, i item) error {
	params, err := json.Marshal(i.params)
	if err != nil {
		return fmt.Errorf("notice %s: %w", i.kind, err)
	}
	insertItem.Add(tx, i.id, userID, i.kind, string(params), i.link, i.createdAt, i.readAt)
	return nil
}

func page(tx *sqldb.Tx, userID, before string, limit int) ([]item, error) {
	var list []item
	err := tx.Query(func(row *sqldb.Row) error {
		var i item
		var params string
		if err := row.Scan(&i.id, &i.kind, &params, &i.link, &i.createdAt, &i.readAt); err != nil {
			return err
		}
		list = append(list, i)
		return json.Unmarshal([]byte(params), &list[len(list)-1].params)
	}, selectPage, userID, before, limit)
	return list, err
}
