package solvency

import (
	"time"

	"etld/internal/infra/sqldb"
)

// State is where a snapshot is in its life (doc.go).
type State string

// The states. A begun one has its secret and nothing else that counts.
const (
	Begun   State = "begun"
	Made    State = "made"
	Expired State = "expired"
)

// snapshot is a day's. ID is the day that ended, YYYYMMDD.
type snapshot struct {
	ID string
	// At is the midnight.
	At    time.Time
	State State
	// Sealed is the secret.
	Sealed string
	People int64
	Text   string
	// Nodes are those above the blocks of leaves.
	Nodes string
	// Sender is the address that was told to anchor the text; empty where none could.
	Sender string
	MadeAt time.Time
}

// block are neighbouring leaves.
type block struct {
	ID, Snapshot string
	Place        int64
	Leaves       string
}

var (
	snapshotTable = sqldb.NewTable("solvency_snapshot", func(c *sqldb.Columns, s *snapshot) {
		c.Add("id", &s.ID)
		c.Add("at", &s.At)
		c.Add("state", &s.State)
		c.Add("sealed", &s.Sealed)
		c.Add("people", &s.People)
		c.Add("text", &s.Text)
		c.Add("nodes", &s.Nodes)
		c.Add("sender", &s.Sender)
		c.Add("made_at", &s.MadeAt)
	})
	blockTable = sqldb.NewTable("solvency_block", func(c *sqldb.Columns, b *block) {
		c.Add("id", &b.ID)
		c.Add("snapshot", &b.Snapshot)
		c.Add("place", &b.Place)
		c.Add("leaves", &b.Leaves)
	})
	saveSnapshot = snapshotTable.Upsert()
	saveBlock    = blockTable.Upsert()

	selectSnapshot = snapshotTable.Select("WHERE id = $1")
	selectNewest   = snapshotTable.Select("ORDER BY id DESC LIMIT $1")
	selectOverdue  = snapshotTable.Select("WHERE state = 'made' AND at < $1 ORDER BY at LIMIT 1")
	// An id is above its snapshot's and below the next owner's.
	selectBlock  = blockTable.Select("WHERE id <= $1 ORDER BY id DESC LIMIT 1")
	selectBlocks = blockTable.Select("WHERE snapshot = $1 ORDER BY place")
)

const (
	deleteBlocks = `DELETE FROM solvency_block WHERE id IN (SELECT id FROM solvency_block WHERE snapshot = $1 LIMIT $2)`
	selectSealed = `SELECT id, sealed FROM solvency_snapshot WHERE id > $1 AND sealed <> '' ORDER BY id LIMIT $2`
	resealOne    = `UPDATE solvency_snapshot SET sealed = $1 WHERE id = $2 AND sealed = $3`
)

func find(tx *sqldb.Tx, id string) (snapshot, bool, error) {
	return sqldb.Find(tx, snapshotTable.Scan, selectSnapshot, id)
}
