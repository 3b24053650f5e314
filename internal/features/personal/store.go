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
	erasureTable  = sqldb.NewTable[erasure]("personal_erasure", "id, user_id, proposal_id, message, signature, signed_at, rest_at, created_at")
	insertErasure = erasureTable.Insert()
	selectNewest  = erasureTable.Select("WHERE user_id = $1 ORDER BY id DESC LIMIT 1")
	selectSigned  = erasureTable.Select("WHERE user_id = $1 AND signed_at >= $2 ORDER BY id DESC LIMIT 1")
)

// newest is a user's last erasure; the zero value where there was none.
func newest(tx *sqldb.Tx, userID string) (erasure, error) {
	e, _, err := sqldb.Find(tx, erasureTable.Scan, selectNewest, userID)
	return e, err
}
