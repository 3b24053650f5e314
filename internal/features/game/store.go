package game

import (
	"fmt"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// theTotal is the key of the one row of game_total.
const theTotal = "game"

// total is what all settled rounds come to. Refunded ones count as voids alone.
type total struct {
	id                     string
	Rounds, Voids          int64
	Stakes, Prizes, Spread int64
}

// count adds a settled round.
func (t *total) count(r Round) {
	if r.State == Refunded {
		t.Voids++
		return
	}
	t.Rounds++
	t.Stakes += r.Stakes
	t.Prizes += r.Paid
	t.Spread += r.spread()
}

// PlatformOf is what the settled rounds that began on a day came to.
func (s views) PlatformOf(tx *sqldb.Tx, day clock.Day) (Platform, error) {
	rounds, err := sqldb.Collect(tx, roundTable.Scan, selectRoundsOf, PeriodOf(day.Start()).String(), PeriodOf(day.End()).String())
	var t total
	for _, r := range rounds {
		if !r.SettledAt.IsZero() {
			t.count(r)
		}
	}
	return t.platform(), err
}

type signingKey struct {
	// ID is the public key, hexadecimal.
	ID    string
	Since time.Time
}

var (
	roundTable = sqldb.NewTable[Round]("game_round", `id, state, reason, entries, totals, stakes, reserved, paid, paid_to, root, root_signature,
		receipt_key, anchor_address, anchor_tx = Anchor.TxHash, anchor_text, anchor_block, anchor_at = Anchor.BlockTime, evidence, beacon_round,
		beacon_key, beacon_signature, board, locked_at, decided_at, settled_at`).Once("opened_at")
	entryTable = sqldb.NewTable[entryRow]("game_entry", "id, state, win").
			Once("round_id, user_id, no, box, amount, receipt, receipt_key, player, at")
	totalTable = sqldb.NewTable[total]("game_total", "id, rounds, voids, stakes, prizes, spread")
	keyTable   = sqldb.NewTable[signingKey]("game_key", "id, since")

	anchorTable = sqldb.NewTable[AnchorAddress]("game_anchor", "since, address")

	selectRoundsOf  = roundTable.Select("WHERE id >= $1 AND id < $2 ORDER BY id DESC")
	selectAllRounds = roundTable.Select("ORDER BY id")
	selectLocked    = roundTable.Select("WHERE state = 'locked' AND " + jobs.NotParked(jobDecide, "game_round.id") + " ORDER BY id LIMIT $1")
	selectUndecided = roundTable.Select("WHERE " + jobs.IsDue(jobDecide, "id", "$1") + " ORDER BY id LIMIT $2")
	selectEntries   = entryTable.Select("WHERE round_id = $1 AND no > $2 ORDER BY no LIMIT $3")

	selectEntriesOfRound = entryTable.Select("WHERE round_id = $1 ORDER BY no")

	selectUnsettled = roundTable.Select("WHERE settled_at = 0 ORDER BY id DESC LIMIT $1")
	// All are published for ever: one comes with a key that is replaced, so they stay few.
	selectAnchors = anchorTable.Select("ORDER BY since DESC")
	selectKeys    = keyTable.Select("ORDER BY since DESC, id")

	// selectMine are a user's entries in a state, or in any, from one down.
	selectMine = map[EntryState]string{"": selectEntriesOf(""), NotDrawn: selectEntriesOf("state = 'not_drawn' AND "), Won: selectEntriesOf("state = 'won' AND "),
		NoPrize: selectEntriesOf("state = 'no_prize' AND "), EntryRefunded: selectEntriesOf("state = 'refunded' AND ")}

	settleDrawn = fmt.Sprintf("UPDATE game_entry SET win = %s WHERE round_id = $%d AND no > $%d AND no <= $%d", winInSQL(), Boxes+1, Boxes+2, Boxes+3)

	selectToLock = `SELECT id FROM game_round WHERE state = 'open' AND id <= $1
		AND ` + jobs.NotParked(jobLock, "game_round.id") + " ORDER BY id LIMIT $2"
	selectUnpaid = `SELECT id FROM game_round WHERE state IN ('drawn', 'refunded') AND settled_at = 0 AND paid_to < entries
		AND ` + jobs.NotParked(jobPay, "game_round.id") + " ORDER BY id LIMIT $1"
)

func selectEntriesOf(condition string) string {
	return entryTable.Select("WHERE " + condition + "user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3")
}

const (
	settleStates  = `UPDATE game_entry SET state = CASE WHEN win > 0 THEN 'won' ELSE 'no_prize' END WHERE round_id = $1 AND no > $2 AND no <= $3`
	selectUndrawn = `SELECT id FROM game_entry WHERE round_id = $1 AND state = 'not_drawn' LIMIT 1`
	selectFirst   = `SELECT id FROM game_round ORDER BY id LIMIT 1`
	sumAllEntries = `SELECT round_id, COUNT(*), MAX(no), CAST(SUM(amount) AS BIGINT), CAST(SUM(win) AS BIGINT) FROM game_entry GROUP BY round_id ORDER BY round_id`
	sumMine       = `SELECT COUNT(*), CAST(COALESCE(SUM(amount), 0) AS BIGINT), CAST(COALESCE(SUM(win), 0) AS BIGINT) FROM game_entry
		WHERE user_id = $1 AND id >= $2 AND state IN ('won', 'no_prize')`
	settleRefund = `UPDATE game_entry SET state = 'refunded' WHERE round_id = $1 AND no > $2 AND no <= $3`
)

// store is all SQL that calls and jobs need.
type store struct {
	rounds  *sqldb.Keyed[Round]
	entries *sqldb.Lookup[entryRow]
	totals  *sqldb.Keyed[total]

	addEntry   *sqldb.Rows[entryRow]
	saveKey    *sqldb.Rows[signingKey]
	saveAnchor *sqldb.Rows[AnchorAddress]
}

func newStore() *store {
	s := &store{addEntry: entryTable.Insert(), saveKey: keyTable.Insert(), saveAnchor: anchorTable.Insert()}
	s.rounds = roundTable.Keyed("rounds", func(r Round) string { return r.ID }, roundTable.Upsert())
	s.entries = sqldb.NewLookup("entries", entryTable.Select("WHERE id"), sqldb.Single(entryTable.ByKey(func(e entryRow) string { return e.ID })))
	s.totals = totalTable.Keyed("game totals", func(t total) string { return t.id }, totalTable.Upsert())
	return s
}

func (s *store) putEntry(tx sqldb.Command, e entryRow) {
	s.entries.Set(tx, e.ID, e)
	s.addEntry.Add(tx, e)
}
