package payrun

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/sqldb"
)

// Payee is how far a user who owns machines has been paid, and what comes next.
type Payee struct {
	UserID string
	// NextDueAt is when the next event falls due that is no day's output, ChangesAt
	// the next one that is no income: a start, a notice or a maturity.
	NextDueAt, ChangesAt time.Time
	// InterestThrough is the end of the last clock hour whose interest is paid.
	InterestThrough time.Time
	// OutputNext is the first day whose output is not paid.
	OutputNext clock.Day
	// Mining says that output may be due for OutputNext or a later day.
	Mining        bool
	TotalInterest money.Amount
	TotalOutput   money.Amount
}

// OutputDay is the next day whose output a machine of the user may get; pending
// is false where there is none.
func (p *Payee) OutputDay(l earning.Life) (d clock.Day, pending bool) {
	if l.StartAt.IsZero() {
		return 0, false
	}
	d = max(p.OutputNext, clock.DayOf(l.StartAt))
	return d, d.Start().Before(l.MiningUntil)
}

// State is what holds for all machines together.
type State struct {
	// OpenDay is the first platform day that is not closed.
	OpenDay clock.Day
	// UnpaidInterest is the interest reserved for orders that are not paid. It is
	// the sale's, and lies in the same row so that a purchase reads one row less.
	UnpaidInterest money.Amount
}

// EffectiveNow is the time of an action. It never lies in a closed day, which
// another instance whose clock is ahead may just have closed.
func (v State) EffectiveNow(tx sqldb.Command) time.Time {
	return earning.Later(tx.Now(), v.OpenDay.Start())
}

// theState is the key of the one row of machine_state.
const theState = "machine"

type (
	// dayRow is a closed day; its id is dayKey.
	dayRow struct {
		id string
		earning.Day
		closedAt time.Time
	}
	stateRow struct {
		id string
		State
	}
)

var (
	// PayeeTable holds the users who own machines. What fills databases for tests
	// and measurements writes it too.
	PayeeTable = sqldb.NewTable[Payee]("machine_user", `user_id, next_due_at, changes_at, interest_through, output_next, mining, total_interest,
		total_output`)
	dayTable   = sqldb.NewTable[dayRow]("machine_day", "id, day = Day.Day, pool, budget, weight, rate, rate_sum, paid, closed_at")
	stateTable = sqldb.NewTable[stateRow]("machine_state", "id, open_day, held_unpaid = UnpaidInterest")
)

// store is what actions and jobs read and write.
type store struct {
	payees *sqldb.Keyed[Payee]
	days   *sqldb.Lookup[earning.Day]
	state  *sqldb.Lookup[State]

	saveDay   *sqldb.Rows[dayRow]
	saveState *sqldb.Rows[stateRow]
}

func newStore() *store {
	return &store{
		payees: PayeeTable.Keyed("machine users", func(p Payee) string { return p.UserID }, PayeeTable.Upsert()),
		days: sqldb.NewLookup("machine days", dayTable.Select("WHERE id"), sqldb.Single(func(row *sqldb.Row) (string, earning.Day, error) {
			r, err := dayTable.Scan(row)
			return r.id, r.Day, err
		})),
		state: sqldb.NewLookup("machine state", stateTable.Select("WHERE id"), sqldb.Single(func(row *sqldb.Row) (string, State, error) {
			r, err := stateTable.Scan(row)
			return r.id, r.State, err
		})),
		saveDay: dayTable.Upsert(), saveState: stateTable.Upsert(),
	}
}

// dayKey is the key of a closed day: its date.
func dayKey(d clock.Day) string { return d.String() }

func (s *store) putState(tx sqldb.Command, v State) {
	s.state.Set(tx, theState, v)
	s.saveState.Add(tx, stateRow{theState, v})
}

func (s *store) putDay(tx sqldb.Command, d earning.Day) {
	s.days.Set(tx, dayKey(d.Day), d)
	s.saveDay.Add(tx, dayRow{id: dayKey(d.Day), Day: d, closedAt: d.Day.End()})
}

// loadDays fetches several days together.
func (s *store) loadDays(tx sqldb.Command, days []clock.Day) error {
	return s.days.Load(tx, each.Of(days, dayKey))
}
