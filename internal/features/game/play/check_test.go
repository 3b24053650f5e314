package play

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// entered puts entries of users into the period of now, as the game stores them.
func (w *world) entered(period string, users ...string) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`INSERT INTO game_round (id, state, reason, entries, totals, stakes, reserved, paid, paid_to, root, root_signature, receipt_key, anchor_address, anchor_tx,
			anchor_text, anchor_block, anchor_at, beacon_round, beacon_signature, board, opened_at, locked_at, decided_at, settled_at)
			VALUES ($1, 'open', '', 1, '[]', 0, 0, 0, 0, '', '', '', '', '', '', 0, 0, 0, '', '[]', 0, 0, 0, 0)`, period)
		for i, id := range users {
			_, entryErr := tx.Exec(`INSERT INTO game_entry (id, round_id, user_id, no, box, amount, receipt, receipt_key, state, win, at)
				VALUES ($1, $2, $3, $4, 1, 500, '', '', 'not_drawn', 0, $5)`, period+"-"+id, period, id, i+1, tx.Now())
			err = errors.Join(err, entryErr)
		}
		return err
	})
}

// A player's day follows the entries; one that says otherwise is named.
func TestTheCheckComparesDaysWithEntries(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		at := c.Now()
		players := []string{"A", "B", "C"}
		period := at.In(time.FixedZone("", 8*60*60)).Format("20060102") + "-145"
		w.entered(period, players...)
		for _, id := range players {
			w.adult(id)
			if _, err := w.stake(id, 500); err != nil {
				t.Fatal(err)
			}
		}
		check := func(tx *sqldb.Tx) string {
			found, err := w.play.Check(tx)
			if err != nil {
				t.Error(err)
			}
			return list(found)
		}
		expect := func(what, want string) {
			t.Helper()
			w.View(func(tx *sqldb.Tx) error {
				if got := check(tx); got != want {
					t.Errorf("%s: %q, want %q", what, got, want)
				}
				return nil
			})
		}
		expect("staked", "")
		// A wins, B does not, C is refunded: entries and days move in one transaction.
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`UPDATE game_entry SET state = CASE user_id WHEN 'A' THEN 'won' WHEN 'B' THEN 'no_prize' ELSE 'refunded' END, win = CASE user_id WHEN 'A' THEN 2000 ELSE 0 END`)
			return errors.Join(err, w.play.Settled(tx, []Outcome{{UserID: "A", Stake: 500, Win: 2000, StakedAt: at}, {UserID: "B", Stake: 500, StakedAt: at}, {UserID: "C", Stake: 500, Win: 500, IsRefunded: true, StakedAt: at}}))
		})
		expect("settled", "")
		day := strings.TrimPrefix(dayKey("", clock.DayOf(at)), "|")
		for statement, want := range map[string]string{
			`UPDATE game_day SET staked = staked - 100 WHERE id LIKE 'B|%'`:     "day B|" + day + ": 400 points staked and 0 won, its entries come to 500 and 0",
			`UPDATE game_day SET won = won + 1000 WHERE id LIKE 'B|%'`:          "day B|" + day + ": 500 points staked and 1000 won, its entries come to 500 and 0",
			`DELETE FROM game_day WHERE id LIKE 'A|%'`:                          "day A|" + day + ": 0 points staked and 0 won, its entries come to 500 and 2000",
			`UPDATE game_day SET day = day + 1, id = 'A|1' WHERE id LIKE 'A|%'`: "day A|1: 500 points staked and 2000 won, its entries come to 0 and 0; day A|" + day + ": 0 points staked and 0 won, its entries come to 500 and 2000",
			`UPDATE game_entry SET amount = amount + 100 WHERE user_id = 'B'`:   "day B|" + day + ": 500 points staked and 0 won, its entries come to 600 and 0",
			`UPDATE game_entry SET state = 'no_prize' WHERE user_id = 'C'`:      "day C|" + day + ": 0 points staked and 0 won, its entries come to 500 and 0",
			`DELETE FROM game_entry WHERE user_id = 'A'`:                        "day A|" + day + ": 500 points staked and 2000 won, its entries come to 0 and 0",
		} {
			undo := errors.New("undo")
			err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
				if changed, err := tx.Exec(statement); err != nil || changed != 1 {
					t.Errorf("%s: changed %d, %v", statement, changed, err)
				}
				if got := check(tx); got != want {
					t.Errorf("%s: %q, want %q", statement, got, want)
				}
				return undo
			})
			if !errors.Is(err, undo) {
				t.Errorf("%s: %v", statement, err)
			}
		}
		// Days that are kept no longer are not looked at, nor are their entries.
		c.Advance((daysKept + 1) * 24 * time.Hour)
		w.Drain(w.play.Jobs())
		expect("after they were forgotten", "")
	})
}

func list(found []ledger.Violation) string {
	var told []string
	for _, v := range found {
		told = append(told, strings.TrimPrefix(v.String(), "play: "))
	}
	return strings.Join(told, "; ")
}
