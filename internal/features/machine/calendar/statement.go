package calendar

import (
	"fmt"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// StatementIn names a machine, and by what its income is added up.
type StatementIn struct {
	MinerNo httpapi.ID `query:"minerNo"`
	By      string     `query:"by" enum:"day,month,year"`
	Year    int64      `query:"year" optional:"true" minimum:"1970" maximum:"9999" doc:"Of this year alone; without it of the whole life, days of the newest year"`
}

// Figures are what a machine was paid.
type Figures struct {
	Interest  money.Amount `json:"interest" doc:"In USDT"`
	Output    money.Amount `json:"output" doc:"In ETLD"`
	Principal money.Amount `json:"principal" doc:"In USDT; what came back"`
}

// StatementRow is a day, a month or a year.
type StatementRow struct {
	Period string `json:"period" doc:"As 2006-01-02, 2006-01 or 2006"`
	Figures
}

// Statement is what a machine was paid, added up; the oldest first.
type Statement struct {
	List       []StatementRow `json:"list" nullable:"false" doc:"Those in which anything was paid"`
	Total      Figures        `json:"total" doc:"Of the rows"`
	Years      []string       `json:"years" nullable:"false" doc:"Those in which anything was paid"`
	Year       string         `json:"year" doc:"That of the rows; empty for the whole life"`
	ServerTime time.Time      `json:"serverTime"`
}

func (s *Service) statement(tx *sqldb.Tx, c httpapi.Caller, in StatementIn) (out Statement, err error) {
	m, err := s.Machines.Earner(tx, c.UserID, string(in.MinerNo))
	if err != nil {
		return out, err
	}
	rows, err := s.Machines.PaidTo(tx, m)
	if err != nil {
		return out, err
	}
	lines := paid(rows, m.RefID)
	slices.SortStableFunc(lines, func(a, b Line) int { return int(a.day - b.day) })
	out = Statement{List: []StatementRow{}, Years: []string{}, ServerTime: tx.Now()}
	for _, l := range lines {
		if year := l.day.String()[:yearDigits]; !slices.Contains(out.Years, year) {
			out.Years = append(out.Years, year)
		}
	}
	switch {
	case in.Year != 0:
		out.Year = fmt.Sprint(in.Year)
	case in.By == "day" && len(out.Years) > 0:
		out.Year = out.Years[len(out.Years)-1]
	}
	for _, l := range lines {
		if out.Year == "" || l.day.String()[:yearDigits] == out.Year {
			out.add(periodOf(l.day, in.By), l)
		}
	}
	return out, nil
}

const yearDigits = len("2006")

func periodOf(d clock.Day, by string) string {
	switch by {
	case "year":
		return d.String()[:yearDigits]
	case "month":
		return d.Month().String()
	}
	return d.String()
}

// add counts a line, whose period is the last one or a new one.
func (out *Statement) add(period string, l Line) {
	if n := len(out.List); n == 0 || out.List[n-1].Period != period {
		out.List = append(out.List, StatementRow{Period: period})
	}
	for _, f := range []*Figures{&out.List[len(out.List)-1].Figures, &out.Total} {
		switch l.Kind {
		case payrun.IncomeInterest:
			f.Interest += *l.Amount
		case payrun.IncomeOutput:
			f.Output += *l.Amount
		case payrun.IncomePrincipal:
			f.Principal += *l.Amount
		}
	}
}

// notFound is what calls that name a machine refuse with.
var notFound = []fault.Fault{fault.NotFound}
