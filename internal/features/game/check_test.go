package game

import (
	"context"
	"errors"
	"strings"
	"testing"

	"etld/internal/core/worldtest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Whoever writes into the tables of a drawn round is named.
func TestTheCheckNamesWhatWasAltered(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.fund(100_000)
		for i, box := range []int64{3, 7, 10} {
			w.mustJoin(w.player(i, 1000), box, 500)
		}
		w.over(start)
		w.sound()
		id := PeriodOf(start).String()
		for statement, want := range map[string]string{
			`UPDATE game_entry SET amount = amount + 10 WHERE round_id = $1 AND no = 1`:      "3 entries with 1500 points",
			`DELETE FROM game_entry WHERE round_id = $1 AND no = 2`:                          "3 entries with 1500 points",
			`UPDATE game_entry SET win = win + 10 WHERE round_id = $1 AND no = 1`:            "the board pays",
			`UPDATE game_entry SET box = box % 10 + 1 WHERE round_id = $1 AND no = 3`:        "root",
			`UPDATE game_round SET beacon_round = beacon_round + 1 WHERE id = $1`:            "beacon",
			`UPDATE game_round SET paid = paid + 10 WHERE id = $1`:                           "instead of",
			`UPDATE game_round SET reserved = 0, paid = stakes WHERE id = $1`:                "do not cover the worst case",
			`UPDATE game_total SET stakes = stakes + 10 WHERE $1 <> ''`:                      "the total is",
			`UPDATE game_round SET settled_at = 0, state = 'locked', paid = 0 WHERE id = $1`: "game rounds",
		} {
			undo := errors.New("undo")
			err := w.DB.Update(context.Background(), func(tx *sqldb.Tx) error {
				if changed, err := tx.Exec(statement, id); err != nil || changed == 0 {
					t.Errorf("%s: changed %d, %v", statement, changed, err)
				}
				found, err := worldtest.Alone(w.game.Check)(tx)
				if err != nil {
					return err
				}
				var told []string
				for _, v := range found {
					told = append(told, v.String())
				}
				if all := strings.Join(told, "\n"); !strings.Contains(all, want) {
					t.Errorf("%s: found %q, want %q", statement, all, want)
				}
				return undo
			})
			if !errors.Is(err, undo) {
				t.Errorf("%s: %v", statement, err)
			}
		}
		w.sound()
	})
}
