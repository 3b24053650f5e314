package operator

import (
	"time"

	"etld/internal/base/fault"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/sqldb"
)

const (
	ownSessionsMax = 50
	deleteOwn      = `DELETE FROM operator_session WHERE id = $1 AND staff_id = $2`
)

var selectOwnSessions = sessionTable.Select("WHERE staff_id = $1 ORDER BY seen_at DESC, id LIMIT $2")

// SessionRow is one of the caller's own sessions.
type SessionRow struct {
	ID        string    `json:"id"`
	IP        string    `json:"ip"`
	Agent     string    `json:"agent"`
	CreatedAt time.Time `json:"createdAt"`
	SeenAt    time.Time `json:"seenAt"`
	This      bool      `json:"isThis" doc:"The one that asks"`
}

type endIn struct {
	ID string `json:"id"`
}

// ownSessions are the caller's sessions that still live, the last used one first.
func ownSessions(tx *sqldb.Tx, c Caller) ([]SessionRow, error) {
	list, err := sqldb.Collect(tx, sessionTable.Scan, selectOwnSessions, c.ID, ownSessionsMax)
	rows := []SessionRow{}
	for _, one := range list {
		if one.isLive(tx.Now()) {
			rows = append(rows, SessionRow{ID: one.id, IP: one.ip, Agent: one.agent, CreatedAt: one.createdAt, SeenAt: one.seenAt, This: one.id == c.SessionID})
		}
	}
	return rows, err
}

// endOwn ends one of the caller's sessions.
func endOwn(tx *sqldb.Tx, c *Call, in endIn) (okOut, error) {
	c.Note(audit.Note{Subject: in.ID})
	n, err := tx.Exec(deleteOwn, in.ID, c.ID)
	if err == nil && n == 0 {
		err = fault.NotFound
	}
	return okOut{OK: err == nil}, err
}
