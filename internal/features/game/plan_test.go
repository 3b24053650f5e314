package game

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// lastRound lies behind every period's number.
const lastRound = "9"

// What people page through, and what is read at each scrape, goes by an index however
// many rounds there are.
func TestRoundsAndEntriesAreReadByIndex(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		const rounds, players = 4000, 20
		last := PeriodOf(start) - 1
		insertRound := roundTable.Insert()
		w.Update(func(tx *sqldb.Tx) error {
			for i := range rounds {
				p := last - Period(i)
				r := Round{ID: p.String(), State: Drawn, Entries: 1, Stakes: 100, PaidTo: 1, OpenedAt: p.OpenAt(), SettledAt: p.DrawAt()}
				switch {
				case i == 0:
					r.State, r.SettledAt = Open, time.Time{}
				case i%1000 == 1:
					r.State = Refunded
				}
				insertRound.Add(tx, r)
				id := fmt.Sprint("PLAYER", i%players)
				w.game.store.addEntry.Add(tx, entryRow{Entry: Entry{No: 1, Box: 1, Amount: 100}, ID: entryID(r.ID, id), RoundID: r.ID, UserID: id, State: NoPrize, At: p.OpenAt()})
			}
			return nil
		})
		roundKey, entryKey := "game_round_pkey", "game_entry_no"
		if db.Engine() == sqldb.SQLite {
			roundKey = "PRIMARY KEY"
		}
		newest, before := last.String(), (last - 50).String()
		for name, one := range map[string]struct {
			query string
			args  []any
			index string
		}{
			"history":              {selectRoundsOf, []any{before, newest}, roundKey},
			"my record":            {selectMine[""], []any{"PLAYER1", lastRound, 50}, "game_entry_user"},
			"my record, won":       {selectMine[Won], []any{"PLAYER1", lastRound, 50}, "game_entry_user"},
			"my record, not drawn": {selectMine[NotDrawn], []any{"PLAYER1", lastRound, 50}, "game_entry_not_drawn"},
			"my record, refunded":  {selectMine[EntryRefunded], []any{"PLAYER1", lastRound, 50}, "game_entry_refunded"},
			"my sums":              {sumMine, []any{"PLAYER1", ""}, "game_entry_user"},
			"a round's entries":    {selectEntries, []any{newest, 0, 50}, entryKey},
			"drawn":                {selectEntriesOfRound, []any{newest}, entryKey},
			"to be drawn":          {selectLocked, []any{lockedMax}, "game_round_locked"},
			"parked":               {selectUndecided, []any{start, lockedMax}, roundKey},
			"unsettled":            {selectUnsettled, []any{unsettledMax}, "game_round_unsettled"},
			"counted for a scrape": {countRefunded, nil, "game_round_refunded"},
		} {
			if plan := dbtest.Plan(t, db, one.query, one.args...); !strings.Contains(plan, one.index) || strings.Contains(plan, "Seq Scan") {
				t.Errorf("%s does not go by %s:\n%s", name, one.index, plan)
			}
		}
	})
}
