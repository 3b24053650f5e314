package payrun

import (
	"slices"
	"strconv"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Kinds of a machine's income.
const (
	IncomeInterest  = "interest"
	IncomeOutput    = "output"
	IncomePrincipal = "principal"
)

// Earner is a machine whose income is told.
type Earner struct {
	earning.Life
	UserID string
	// HasMatured says that the term is over: all of its interest is paid.
	HasMatured bool
	// Returned is the principal if it has come back.
	Returned money.Amount
	// Price is the principal that comes back when the term is over.
	Price money.Amount
	// RefType and RefID are what the entries of this one machine refer to: those of
	// its last interest and of its principal.
	RefType ledger.RefType
	RefID   string
}

// Earned is what a machine has been paid so far.
type Earned struct {
	// Days are those of the term whose interest is paid.
	Days             int64
	Interest, Output money.Amount
}

// Earned follows from a machine's life and how far its owner has been paid; it is
// what the journal has posted.
func (s *Service) Earned(tx sqldb.Command, m Earner) (e Earned, err error) {
	payee, err := s.payee(tx, m.UserID)
	if err != nil {
		return e, err
	}
	switch {
	case m.HasMatured:
		e.Days = m.TermDays
	case m.EndedAt.IsZero():
		e.Days = m.DaysDueBefore(payee.InterestThrough)
	default:
		e.Days = m.DaysDueBefore(m.EndedAt)
	}
	e.Interest = earning.InterestUpTo(m.Interest, m.TermDays, e.Days)
	if err := s.Load(tx, m.UserID, m.Life); err != nil {
		return e, err
	}
	e.Output, err = m.OutputBefore(payee.OutputNext, s.Days(tx))
	return e, err
}

// Load fetches together what Earned reads of some machines of one user.
func (s *Service) Load(tx sqldb.Command, userID string, lives ...earning.Life) error {
	payee, err := s.payee(tx, userID)
	if err != nil {
		return err
	}
	var days []clock.Day
	for _, l := range lives {
		days = append(days, l.DaysBefore(payee.OutputNext)...)
	}
	return s.store.loadDays(tx, days)
}

// payee is how far a user has been paid; empty for one who never was.
func (s *Service) payee(tx sqldb.Command, userID string) (Payee, error) {
	p, _, err := s.store.payees.Get(tx, userID)
	return p, err
}

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
	Pool    money.Amount `json:"pool" doc:"Emission pool at the day's end, less what it owed of earlier days"`
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

// Income lists what a machine was paid, the newest first, without the entries
// (EntryOf). The rows are computed from the formulas' inputs; what they say is
// what was posted.
func (s *Service) Income(tx sqldb.Command, m Earner) ([]IncomeRow, error) {
	if err := s.loadPaidDays(tx, m); err != nil {
		return nil, err
	}
	e, err := s.Earned(tx, m)
	if err != nil {
		return nil, err
	}
	rows := interestRows(m.Life, e.Days)
	if m.Returned > 0 {
		rows = append(rows, IncomeRow{Day: clock.DayOf(m.EndedAt).String(), Kind: IncomePrincipal, Currency: money.USDT, Amount: m.Returned, At: m.EndedAt})
	}
	output, err := s.outputRows(tx, m)
	rows = append(rows, output...)
	slices.SortStableFunc(rows, func(a, b IncomeRow) int { return b.At.Compare(a.At) })
	return rows, err
}

// loadPaidDays fetches the days that a machine was paid for together.
func (s *Service) loadPaidDays(tx sqldb.Command, m Earner) error {
	payee, err := s.payee(tx, m.UserID)
	if err != nil || m.StartAt.IsZero() {
		return err
	}
	var days []clock.Day
	for d := clock.DayOf(m.StartAt); d < payee.OutputNext && d.Start().Before(m.MiningUntil); d++ {
		days = append(days, d)
	}
	return s.store.loadDays(tx, days)
}

const incomeList = "machine income"

// IncomePage is a page of Income, each row with its entry.
func (s *Service) IncomePage(tx *sqldb.Tx, m Earner, p httpapi.Page) (httpapi.List[IncomeRow], error) {
	none := httpapi.List[IncomeRow]{}
	rows, err := s.Income(tx, m)
	if err != nil {
		return none, err
	}
	skip, err := incomeOffset(p, rows)
	if err != nil {
		return none, err
	}
	rows = rows[skip:]
	rows = rows[:min(len(rows), p.Limit())]
	for i := range rows {
		if rows[i].TxNo, err = s.EntryOf(tx, m, rows[i]); err != nil {
			return none, err
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
		rows = append(rows, IncomeRow{Day: clock.DayOf(due).String(), Kind: IncomeInterest, Currency: money.USDT,
			Amount: earning.InterestOfDay(l.Interest, l.TermDays, k), At: at,
			Interest: &InterestInputs{Total: l.Interest, K: k, TermDays: l.TermDays, DueAt: due}})
	}
	return rows
}

func (s *Service) outputRows(tx sqldb.Command, m Earner) ([]IncomeRow, error) {
	if m.StartAt.IsZero() {
		return nil, nil
	}
	payee, err := s.payee(tx, m.UserID)
	if err != nil {
		return nil, err
	}
	var rows []IncomeRow
	days := s.Days(tx)
	rest := m.Cap
	for d := clock.DayOf(m.StartAt); d < payee.OutputNext && d.Start().Before(m.MiningUntil); d++ {
		closed, err := days(d)
		if err != nil {
			return nil, err
		}
		seconds := m.MiningSeconds(d)
		if seconds == 0 {
			continue
		}
		out := min(rest, earning.OutputOf(closed.Rate, m.Power, seconds))
		rows = append(rows, IncomeRow{Day: d.String(), Kind: IncomeOutput, Currency: money.ETLD, Amount: out, At: d.End(),
			Output: &OutputInputs{Power: m.Power, Rate: closed.Rate, Seconds: seconds, Budget: closed.Budget, Pool: closed.Pool,
				Weight: strconv.FormatInt(closed.Weight, 10), CapRest: rest}})
		rest -= out
	}
	return rows, nil
}

// EntryOf finds the journal entry of a machine's row: its own, or the one that
// holds an hour's interest or a day's output of all its owner's machines. It is
// nil when there was nothing to post.
func (s *Service) EntryOf(tx *sqldb.Tx, m Earner, row IncomeRow) (*string, error) {
	if row.Amount == 0 {
		return nil, nil
	}
	c := ledger.Caused{User: m.UserID, Type: ledger.MachineIncome, Asset: row.Currency, At: row.At, RefType: m.RefType, RefID: m.RefID}
	switch {
	case row.Kind == IncomeOutput:
		c.Type, c.RefType, c.RefID = ledger.MiningIncome, ledger.RefOutput, row.Day
	case row.Kind == IncomePrincipal:
		c.Type = ledger.InternalTransfer
	case row.Interest.K < row.Interest.TermDays:
		c.RefType, c.RefID = ledger.RefInterest, HourReference(row.At)
	}
	entryID, err := s.Ledger.EntryOf(tx, c)
	if err != nil || entryID == "" {
		return nil, err
	}
	return &entryID, nil
}
