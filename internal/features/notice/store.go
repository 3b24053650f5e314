package notice

import (
	"time"

	"etld/internal/infra/sqldb"
)

type item struct {
	id, userID, kind, link string
	params                 map[string]string
	createdAt              time.Time
	readAt                 time.Time
}

var (
	items      = sqldb.NewTable[item]("notice_item", "id, user_id, kind, params, link, created_at, read_at")
	insertItem = items.Insert()
	selectOne  = items.Select("WHERE user_id = $1 AND id = $2")
	selectPage = items.Select("WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3")
)

const (
	countUnread = `SELECT COUNT(*) FROM (SELECT 1 FROM notice_item WHERE user_id = $1 AND read_at = 0 LIMIT $2) AS unread`
	markOne     = `UPDATE notice_item SET read_at = CASE WHEN read_at = 0 THEN $1 ELSE read_at END WHERE user_id = $2 AND id = $3`
	markAll     = `UPDATE notice_item SET read_at = $1 WHERE user_id = $2 AND read_at = 0`

	// unreadMax is where counting stops; the app shows "99+" before that.
	unreadMax = 1000
)
