package personal

import (
	"time"

	"etld/internal/infra/sqldb"
)

// erasure is one erasure of a user's data. It has a proposal, or the user's message.
type erasure struct {
	id, userID, proposalID string
	message, signature     string
	signedAt               time.Time
	restAt                 time.Time
	createdAt              time.Time
}

var (
	erasureTable = sqldb.NewTable("personal_erasure", func(c *sqldb.Columns, e *erasure) {
		c.Add("id", &e.id)
		c.Add("user_id", &e.userID)
		c.Add("proposal_id", &e.proposalID)
		c.Add("message", &e.message)
		c.Add("signature", &e.signature)
		c.Add("signed_at", &e.signedAt)
		c.Add("rest_at", &e.restAt)
		c.Add("created_at", &e.createdAt)
	})
	insertErasure = erasureTable.Insert()
	selectNewest  = erasureTable.Select("WHERE user_id = $1 ORDER BY id DESC LIMIT 1")
	selectSigned  = erasureTable.Select("WHERE user_id = $1 AND signed_at >= $2 ORDER BY id DESC LIMIT 1")
)

// newest is a user's last erasure; the zero value where there was none.
func newest(tx *sqldb.Tx, userID string) (erasure, error) {
	e, _, err := sqldb.Find(tx, erasureTable.Scan, selectNewest, userID)
	return e, err
}
