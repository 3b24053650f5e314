package play

import (
	"fmt"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb"
)

// player is what protects a user.
type player struct {
	ID string
	// AdultAt is when the user stated the age.
	AdultAt     time.Time
	Stake, Loss limit
	BreakKind   Kind
	BreakFrom   time.Time
	BreakUntil  time.Time
	Sitting     sitting
}

// isOnBreak says that the user chose not to play now.
func (p player) isOnBreak(now time.Time) bool { return p.BreakUntil.After(now) }

// day is what a user staked and won on a platform day.
type day struct {
	id  string
	day clock.Day
	// Staked counts what was not refunded, Won the prizes of those stakes.
	Staked, Won int64
}

func (d day) lost() int64 { return d.Staked - d.Won }

var (
	playerTable = sqldb.NewTable[player]("game_player", `id, adult_at, stake_own, stake_raise, stake_raise_at, stake_cap,
		loss_own, loss_raise, loss_raise_at, loss_cap, break_kind, break_from, break_until,
		sitting_since, sitting_last, sitting_rounds, sitting_staked, sitting_won`)
	dayTable = sqldb.NewTable[day]("game_day", "id, day, staked, won")
)

const purgeDays = `DELETE FROM game_day WHERE id IN (SELECT id FROM game_day WHERE day < $1 LIMIT $2)`

type store struct {
	players *sqldb.Keyed[player]
	days    *sqldb.Keyed[day]
}

func newStore() *store {
	return &store{
		players: playerTable.Keyed("players", func(p player) string { return p.ID }, playerTable.Upsert()),
		days:    dayTable.Keyed("players' days", func(d day) string { return d.id }, dayTable.Upsert()),
	}
}

// player is a user's, also of one who never played.
func (s *store) player(tx sqldb.Command, userID string) (player, error) {
	p, found, err := s.players.Get(tx, userID)
	if err == nil && !found {
		p = player{ID: userID, Stake: unlimited(), Loss: unlimited()}
	}
	return p, err
}

// dayOf is a user's sums of the day of an instant.
func (s *store) dayOf(tx sqldb.Command, userID string, at time.Time) (day, error) {
	d := clock.DayOf(at)
	row, found, err := s.days.Get(tx, dayKey(userID, d))
	if err == nil && !found {
		row = day{id: dayKey(userID, d), day: d}
	}
	return row, err
}

func dayKey(userID string, d clock.Day) string { return fmt.Sprintf("%s|%d", userID, int64(d)) }
