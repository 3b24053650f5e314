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
	snapshotTable = sqldb.NewTable[snapshot]("solvency_snapshot", "id, at, state, sealed, people, text, nodes, sender, made_at")
	blockTable    = sqldb.NewTable[block]("solvency_block", "id, snapshot, place, leaves")
	saveSnapshot  = snapshotTable.Upsert()
	saveBlock     = blockTable.Upsert()

	selectSnapshot = snapshotTable.Select("WHERE id = $1")
	selectNewest   = snapshotTable.Select("ORDER BY id DESC LIMIT $1")
	selectOverdue  = snapshotTable.Select("WHERE state = 'made' AND at < $1 ORDER BY at LIMIT 1")
	// An id is above its snapshot's and below the next owner's.
	selectBlock  = blockTable.Select("WHERE id <= $1 ORDER BY id DESC LIMIT 1")
	selectBlocks = blockTable.Select("WHERE snapshot = $1 ORDER BY place")
)

const deleteBlocks = `DELETE FROM solvency_block WHERE id IN (SELECT id FROM solvency_block WHERE snapshot = $1 LIMIT $2)`

func find(tx *sqldb.Tx, id string) (snapshot, bool, error) {
	return sqldb.Find(tx, snapshotTable.Scan, selectSnapshot, id)
}
