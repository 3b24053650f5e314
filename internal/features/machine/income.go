package machine

import (
	"slices"
	"strconv"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const incomeList = "machine income"

// Kinds of a machine's income.
const (
	incomeInterest  = "interest"
	incomeOutput    = "output"
	incomePrincipal = "principal"
)

// InterestInputs is how a day's interest comes about:
// floor(total·k/n) − floor(total·(k−1)/n).
type InterestInputs struct {
	Total    money.Amount `json:"total"`
	K        int64        `json:"k" doc:"Day of the term"`
	TermDays int64        `json:"termDays"`
	DueAt    time.Time    `json:"dueAt"`
}

// OutputInputs is how a day's output comes about: power × rate × seconds /
// 86,400, within what the cap leaves; rate = min(most, 0.9·budget·86,400/weight).
type OutputInputs struct {
	Power   int64        `json:"power"`
	Rate    money.Amount `json:"rate"`
	Seconds int64        `json:"seconds" doc:"Whole seconds the machine mined that day"`
	Budget  money.Amount `json:"budget"`
	Pool    money.Amount `json:"pool" doc:"Emission pool at the day's end"`
	Weight  string       `json:"weight" doc:"T-seconds of the whole network"`
	CapRest money.Amount `json:"capRest" doc:"What the cap left before this day"`
}

// IncomeRow is one payment of a machine.
type IncomeRow struct {
	Day      string          `json:"day"`
	Kind     string          `json:"kind" enum:"interest,output,principal"`
	Currency money.Asset     `json:"currency"`
	Amount   money.Amount    `json:"amount"`
	At       time.Time       `json:"at" doc:"Time of effect of the posting"`
	TxNo     *string         `json:"txNo" doc:"The journal entry that holds it; null when there was nothing to post"`
	Interest *InterestInputs `json:"interest"`
	Output   *OutputInputs   `json:"output"`
}

// income lists what a machine was paid, newest first. The rows are computed
// from the formulas' inputs; what they say is what was posted.
func (s *Service) income(tx *sqldb.Tx, userID, machineID string, p httpapi.Page) (httpapi.List[IncomeRow], error) {
	m, err := s.one(tx, userID, machineID)
	if err != nil {
		return httpapi.List[IncomeRow]{}, err
	}
	r, err := s.reading(tx, userID, httpapi.English)
	if err != nil {
		return httpapi.List[IncomeRow]{}, err
	}
	rows, err := r.incomeRows(&m)
	if err != nil {
		return httpapi.List[IncomeRow]{}, err
	}
	slices.SortStableFunc(rows, func(a, b IncomeRow) int { return b.At.Compare(a.At) })
	skip, err := incomeOffset(p, rows)
	if err != nil {
		return httpapi.List[IncomeRow]{}, err
	}
	rows = rows[skip:]
	rows = rows[:min(len(rows), p.Limit())]
	for i := range rows {
		if rows[i].TxNo, err = s.entryOf(tx, &m, rows[i]); err != nil {
			return httpapi.List[IncomeRow]{}, err
		}
	}
	return httpapi.NewList(p, incomeList, rows, func(row IncomeRow) []string {
		return []string{strconv.FormatInt(clock.Micros(row.At), 10), row.Kind}
	}), nil
}

// incomeOffset is how many rows come before the page. Rows are only ever added
// in front, so a position never moves.
func incomeOffset(p httpapi.Page, rows []IncomeRow) (int, error) {
	position, err := p.After(incomeList, 2)
	if err != nil || position == nil {
		return 0, err
	}
	at, err := strconv.ParseInt(position[0], 10, 64)
	if err != nil {
		return 0, fault.Invalid("cursor")
	}
	for i, row := range rows {
		if clock.Micros(row.At) == at && row.Kind == position[1] {
			return i + 1, nil
		}
	}
	return len(rows), nil
}

func (r reading) incomeRows(m *Machine) ([]IncomeRow, error) {
	t, err := r.s.termsOfMachine(r.tx, m)
	if err != nil {
		return nil, err
	}
	pauses, err := r.s.pauses(r.tx, m)
	if err != nil {
		return nil, err
	}
	l := m.life(t, pauses)
	e, err := r.earned(m, l)
	if err != nil {
		return nil, err
	}
	rows := interestRows(l, e.days)
	if m.State == Matured || m.State == Exited {
		rows = append(rows, IncomeRow{Day: clock.DayOf(m.EndedAt).String(), Kind: incomePrincipal, Currency: money.USDT, Amount: m.Price(), At: m.EndedAt})
	}
	output, err := r.outputRows(l)
	return append(rows, output...), err
}

func interestRows(l earning.Life, days int64) []IncomeRow {
	rows := make([]IncomeRow, 0, days)
	for k := int64(1); k <= days; k++ {
		due, ok := l.DueAt(k)
		if !ok {
			break
		}
		at := earning.HourEnd(due)
		if k == l.TermDays {
			at = l.EndedAt
		}
		rows = append(rows, IncomeRow{Day: clock.DayOf(due).String(), Kind: incomeInterest, Currency: money.USDT,
			Amount: earning.InterestOfDay(l.Interest, l.TermDays, k), At: at,
			Interest: &InterestInputs{Total: l.Interest, K: k, TermDays: l.TermDays, DueAt: due}})
	}
	return rows
}

func (r reading) outputRows(l earning.Life) ([]IncomeRow, error) {
	if l.StartAt.IsZero() {
		return nil, nil
	}
	var rows []IncomeRow
	days := r.s.payrun.Days(r.tx)
	rest := l.Cap
	for d := clock.DayOf(l.StartAt); d < r.payee.OutputNext && d.Start().Before(l.MiningUntil); d++ {
		closed, err := days(d)
		if err != nil {
			return nil, err
		}
		seconds := l.MiningSeconds(d)
		if seconds == 0 {
			continue
		}
		out := min(rest, earning.OutputOf(closed.Rate, l.Power, seconds))
		rows = append(rows, IncomeRow{Day: d.String(), Kind: incomeOutput, Currency: money.ETLD, Amount: out, At: d.End(),
			Output: &OutputInputs{Power: l.Power, Rate: closed.Rate, Seconds: seconds, Budget: closed.Budget, Pool: closed.Pool,
				Weight: strconv.FormatInt(closed.Weight, 10), CapRest: rest}})
		rest -= out
	}
	return rows, nil
}

// entryOf finds the journal entry of a machine's row: its own, or the one that
// holds an hour's interest or a day's output of all its owner's machines.
func (s *Service) entryOf(tx *sqldb.Tx, m *Machine, row IncomeRow) (*string, error) {
	if row.Amount == 0 {
		return nil, nil
	}
	c := ledger.Caused{User: m.UserID, Type: ledger.MachineIncome, Asset: row.Currency, At: row.At, RefType: refMachine, RefID: m.ID}
	switch {
	case row.Kind == incomeOutput:
		c.Type, c.RefType, c.RefID = ledger.MiningIncome, payrun.RefOutput, row.Day
	case row.Kind == incomePrincipal:
		c.Type = ledger.InternalTransfer
	case row.Interest.K < row.Interest.TermDays:
		c.RefType, c.RefID = payrun.RefInterest, payrun.HourReference(row.At)
	}
	entryID, err := s.ledger.EntryOf(tx, c)
	if err != nil || entryID == "" {
		return nil, err
	}
	return &entryID, nil
}
