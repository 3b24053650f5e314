package transparency

import (
	"context"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/payment"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const (
	dayEvery = time.Minute
	// dayStaysOpen is for how long after its end a day is counted anew: the last rounds of
	// the game wait for their beacon for a day.
	dayStaysOpen = 25 * time.Hour
	// openMax is more than the days that are open at once.
	openMax = 8
)

// dayRow is what a day came to, beside what the journal moved.
type dayRow struct {
	id     string
	at     time.Time
	isOver bool
	facts  DayFacts
}

// DayFacts are counted from rows: again every minute while the day lasts, and until the
// game's last rounds of it are drawn.
type DayFacts struct {
	Joined      int64          `json:"joined" doc:"People who signed in for the first time"`
	People      int64          `json:"people" doc:"All who had ever signed in by the end of the day, accounts of the platform too"`
	Sales       []Sale         `json:"sales" nullable:"false" doc:"What was bought on the day and paid, whatever was taken back later"`
	Withdrawals DayWithdrawals `json:"withdrawals"`
	Game        Game           `json:"game" doc:"Rounds that began on the day and are settled"`
}

// Sale is what was sold of one thing on a day.
type Sale struct {
	Kind     payment.Purpose `json:"kind"`
	ID       string          `json:"id" doc:"Of the product, the level or the goods"`
	Currency money.Asset     `json:"currency"`
	Count    int64           `json:"count" doc:"Pieces"`
	Amount   string          `json:"amount" doc:"What buyers paid for them, without fees that are added to a price"`
}

// DayWithdrawals are those that ended on a day.
type DayWithdrawals struct {
	Confirmed     int64 `json:"confirmed" doc:"Paid, by a final transfer"`
	MedianSeconds int64 `json:"medianSeconds" doc:"From the request to the final transfer, of those that were paid"`
	P95Seconds    int64 `json:"p95Seconds" doc:"95 of a hundred were paid within this time"`
	Rejected      int64 `json:"rejected"`
}

// Day is what a platform day came to.
type Day struct {
	Day    string    `json:"day" doc:"In the platform's zone"`
	At     time.Time `json:"at" doc:"When its rows were counted the last time"`
	IsOver bool      `json:"isOver" doc:"It is not counted again; what the journal moves late, with effect on that day, still comes to income, paid and moved"`
	DayFacts
	Income []Moved `json:"income" nullable:"false" doc:"What the operator took in fees and sales, by the time of effect"`
	Paid   []Moved `json:"paid" nullable:"false" doc:"What users were paid out of pools and fees"`
	Moved  []Moved `json:"moved" nullable:"false" doc:"What came in and went out, and what was given back"`
}

var (
	dayTable       = sqldb.NewTable[dayRow]("transparency_day", "id, at, is_over, facts")
	saveDay        = dayTable.Upsert()
	selectDay      = dayTable.Select("WHERE id = $1")
	selectOpenDays = dayTable.Select("WHERE is_over = 0 ORDER BY id LIMIT $1")
	selectLastDay  = dayTable.Select("ORDER BY id DESC LIMIT 1")
	dayList        = lists.List[dayRow]{Table: dayTable, Key: "day", Orders: []lists.Order{lists.Newest("day", "id")},
		Filters: []lists.Filter{lists.Prefix("month", "id").Coarse()}}
	moneyMovements = []heading{{name: "deposits", sub: "deposit", to: toUser}, {name: "paidOut", sub: "withdrawal_paid"},
		{name: "refunds", sub: "cooling_off_refund"}, {name: "orderRefunds", sub: "order_refund"}}
)

// RegisterOperator adds the operators' calls.
func (s *Service) RegisterOperator(o *operator.Service) {
	roles := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Catalogue, operator.Risk}
	operator.Rows(o, operator.Route{Path: "figures/days", Roles: roles}, dayList,
		func(tx *sqldb.Tx, _ operator.Caller, r dayRow) (Day, error) { return r.day(tx) })
	s.registerBoard(o)
	operator.View(o, operator.Route{Path: "audit/chain", Roles: []operator.Role{operator.Administrator}}, trail)
	operator.Few[About]{Key: "figure", KeyOf: func(a About) string { return a.Figure },
		Read: func(_ *sqldb.Tx, c operator.Caller) ([]About, error) { return s.abouts(c.Language), nil }}.View(o, operator.Route{Path: "figures/about", Roles: roles})
}

// About says in words what a figure counts.
type About struct {
	Figure string `json:"figure" doc:"As figures/days calls it"`
	Counts string `json:"counts"`
}

// dayFigures are what the answers of figures/days are made of.
var dayFigures = []string{"joined", "people", "sales", "withdrawals", "game"}

func (s *Service) abouts(language httpapi.Language) (list []About) {
	names := append([]string{}, dayFigures...)
	for _, headings := range [][]heading{incomeHeadings, paidHeadings, moneyMovements} {
		for _, h := range headings {
			names = append(names, h.name)
		}
	}
	for _, name := range names {
		list = append(list, About{name, s.site.texts[language]["figure."+name]})
	}
	return list
}

func (r dayRow) day(tx *sqldb.Tx) (Day, error) {
	out := Day{Day: r.id, At: r.at, IsOver: r.isOver, DayFacts: r.facts}
	day, err := clock.ParseDay(r.id)
	if err != nil {
		return out, err
	}
	sums, err := dayFlowsOf(tx, day)
	out.Income, out.Paid, out.Moved = sums.under(incomeHeadings), sums.under(paidHeadings), sums.under(moneyMovements)
	return out, err
}

// countDays counts the first day that was not counted yet, or else those that are open
// anew; more tells whether another day waits.
func (s *Service) countDays(ctx context.Context) (more bool, err error) {
	var rows []dayRow
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		days, today, err := daysToCount(tx)
		rows = nil
		for _, day := range days {
			row, err := s.dayOf(tx, day)
			if err != nil {
				return err
			}
			rows, more = append(rows, row), day < today && len(days) == 1
		}
		return err
	})
	if err != nil || len(rows) == 0 {
		return false, err
	}
	return more, s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		for _, row := range rows {
			saveDay.Add(tx, row)
		}
		return nil
	})
}

// daysToCount is the day behind the last one until today is there, and then those that
// are open. The first of all is that on which the first user came.
func daysToCount(tx *sqldb.Tx) (list []clock.Day, today clock.Day, err error) {
	today = clock.DayOf(tx.Now())
	last, isThere, err := sqldb.Find(tx, dayTable.Scan, selectLastDay)
	if err != nil {
		return nil, today, err
	}
	if !isThere {
		joined, isThere, err := firstJoined(tx)
		if !isThere {
			joined = tx.Now()
		}
		return []clock.Day{clock.DayOf(joined)}, today, err
	}
	if day, err := clock.ParseDay(last.id); err != nil || day < today {
		return []clock.Day{day + 1}, today, err
	}
	open, err := sqldb.Collect(tx, dayTable.Scan, selectOpenDays, openMax)
	for _, row := range open {
		day, err := clock.ParseDay(row.id)
		if err != nil {
			return nil, today, err
		}
		list = append(list, day)
	}
	return list, today, err
}

func (s *Service) dayOf(tx *sqldb.Tx, day clock.Day) (row dayRow, err error) {
	row = dayRow{id: day.String(), at: tx.Now(), isOver: tx.Now().Sub(day.End()) >= dayStaysOpen}
	before, _, err := sqldb.Find(tx, dayTable.Scan, selectDay, (day - 1).String())
	if err != nil {
		return row, err
	}
	if row.facts, err = factsOf(tx, day); err != nil {
		return row, err
	}
	row.facts.People = before.facts.People + row.facts.Joined
	if s.GameDay != nil {
		row.facts.Game, err = s.GameDay(tx, day)
	}
	return row, err
}

// idsOf are between what the ids lie that were made on a day.
func idsOf(day clock.Day) (from, to string) {
	return entropy.FirstID(day.Start()), entropy.FirstID(day.End())
}
