package calendar

import (
	"log/slog"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/base/wording"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/listener"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
)

// monthsAhead bounds how far ahead a month may be asked for, and with it the days of
// dividends that are told.
const monthsAhead = 120

// Machines know what machines were paid, and what decides about what they will be.
type Machines interface {
	// Earner is one of a user's machines, or fault.NotFound.
	Earner(tx *sqldb.Tx, userID, machineID string) (payrun.Earner, error)
	// Earners are those to which something can still happen.
	Earners(tx sqldb.Command, userID string) ([]payrun.Earner, error)
	Earned(tx sqldb.Command, e payrun.Earner) (payrun.Earned, error)
	// PaidTo lists all that a machine was paid.
	PaidTo(tx sqldb.Command, e payrun.Earner) ([]payrun.IncomeRow, error)
}

// Nodes know when dividends are paid.
type Nodes interface {
	HasActive(tx *sqldb.Tx, userID string) (bool, error)
	NextPayment(now time.Time) time.Time
}

// Breaks know when a break from the game ends; zero where there is none that ends.
type Breaks interface {
	BreakUntil(tx sqldb.Command, userID string) (time.Time, error)
}

// Config is what the service is built from; every part but Origin is needed.
type Config struct {
	DB       *sqldb.DB
	Ledger   *ledger.Ledger
	Chance   entropy.Source
	Log      *slog.Logger
	Proxies  listener.Proxies
	Machines Machines
	Nodes    Nodes
	Breaks   Breaks
	Notices  user.Notices
	// Origin is the app's, for links.
	Origin string
}

// Service is the calendar.
type Service struct {
	Config
	texts texts
	meter *meter.Meter
}

// New builds the service.
func New(c Config) (*Service, error) {
	s := &Service{Config: c, meter: meter.New(servedLimit)}
	s.Origin = strings.TrimSuffix(c.Origin, "/")
	var err error
	s.texts, err = wording.Load[httpapi.Language, map[string]string](localeFiles)
	return s, err
}

// MonthIn names a month, of all machines or of one.
type MonthIn struct {
	Month   string     `query:"month" optional:"true" pattern:"^[0-9]{4}-(0[1-9]|1[0-2])$" doc:"As 2006-01; without it the present month"`
	MinerNo httpapi.ID `query:"minerNo" optional:"true" doc:"Of one machine alone"`
}

// Month is a month of a user's income.
type Month struct {
	Month      string    `json:"month"`
	First      string    `json:"first" doc:"The first month there can be anything in"`
	Last       string    `json:"last" doc:"The last month in which something is certain, or the present one"`
	Today      string    `json:"today"`
	Sums       []Sum     `json:"sums" nullable:"false" doc:"Income by currency, without principals"`
	Days       []Day     `json:"days" nullable:"false" doc:"Those on which something happens"`
	ServerTime time.Time `json:"serverTime"`
}

// Register adds the calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/miner/calendar", Tag: "machine", Faults: notFound,
		Summary: "A month of the caller's income: what was posted, and what is certain to come"}, s.month)
	httpapi.View(api, httpapi.Op{Path: "/api/miner/statement", Tag: "machine", Faults: notFound,
		Summary: "What a machine was paid, by day, month or year"}, s.statement)
	httpapi.View(api, httpapi.Op{Path: "/api/miner/recentIncome", Tag: "machine", Summary: "What the last 30 days brought the caller, day by day"}, s.recent)
	s.registerLink(api)
}

func (s *Service) month(tx *sqldb.Tx, c httpapi.Caller, in MonthIn) (out Month, err error) {
	now := tx.Now()
	present := clock.MonthOf(now)
	m := present
	if in.Month != "" {
		if m, err = clock.ParseMonth(in.Month); err != nil || m < 0 || m > present+monthsAhead {
			return out, fault.Invalid("month")
		}
	}
	var lines []Line
	var first, last time.Time
	if in.MinerNo == "" {
		lines, first, last, err = s.all(tx, c.UserID, m)
	} else {
		lines, first, last, err = s.one(tx, c.UserID, string(in.MinerNo))
	}
	if err != nil {
		return out, err
	}
	out = Month{Month: m.String(), First: min(clock.MonthOf(first), present).String(), Last: max(clock.MonthOf(last), present).String(),
		Today: clock.DayOf(now).String(), Days: days(lines, m.Day(1), m.Day(m.Days())), ServerTime: now}
	var within []Line
	for _, d := range out.Days {
		within = append(within, d.Lines...)
	}
	out.Sums = sums(within)
	return out, nil
}

// one are all lines of one machine, and its first and last time.
func (s *Service) one(tx *sqldb.Tx, userID, machineID string) (lines []Line, first, last time.Time, err error) {
	m, err := s.Machines.Earner(tx, userID, machineID)
	if err != nil {
		return nil, first, last, err
	}
	rows, err := s.Machines.PaidTo(tx, m)
	if err != nil {
		return nil, first, last, err
	}
	lines, first, last = paid(rows, machineID), m.StartAt, tx.Now()
	if first.IsZero() {
		first = tx.Now()
	}
	ahead, err := s.ahead(tx, m, always)
	for _, l := range ahead {
		last = l.At
	}
	return append(lines, ahead...), first, last, err
}

// ahead are the coming lines of one machine within a span, and its last day.
func (s *Service) ahead(tx sqldb.Command, m payrun.Earner, within span) ([]Line, error) {
	if !m.IsUnderway() {
		return nil, nil
	}
	earned, err := s.Machines.Earned(tx, m)
	return coming(m, earned.Days, within), err
}

// all are a month's posted and coming lines of a user, and the first and last
// time at which there can be any.
func (s *Service) all(tx *sqldb.Tx, userID string, m clock.Month) (lines []Line, first, last time.Time, err error) {
	person, err := user.Find(tx, userID)
	if err != nil {
		return nil, first, last, err
	}
	// The interest of a month's last hour is paid when the hour is over.
	income, err := ledger.Income(tx, userID, m.Start(), m.End().Add(time.Hour))
	if err != nil {
		return nil, first, last, err
	}
	ahead, err := s.coming(tx, userID, span{m.Start(), m.End()})
	for _, l := range ahead {
		if l.Kind != Dividend {
			last = earning.Later(last, l.At)
		}
	}
	return append(posted(income), ahead...), person.CreatedAt, earning.Later(last, tx.Now()), err
}

// coming are the lines that are certain to come to a user within a span, and the
// last days of machines and all dividends.
func (s *Service) coming(tx *sqldb.Tx, userID string, within span) ([]Line, error) {
	machines, err := s.Machines.Earners(tx, userID)
	if err != nil {
		return nil, err
	}
	var lines []Line
	for _, m := range machines {
		ahead, err := s.ahead(tx, m, within)
		if err != nil {
			return nil, err
		}
		lines = append(lines, ahead...)
	}
	others, err := s.others(tx, userID, monthsAhead)
	return append(lines, others...), err
}

// others are the coming lines that are of no machine.
func (s *Service) others(tx *sqldb.Tx, userID string, months int) (lines []Line, err error) {
	hasNode, err := s.Nodes.HasActive(tx, userID)
	if err != nil {
		return nil, err
	}
	if hasNode {
		next := s.Nodes.NextPayment(tx.Now())
		for range months {
			lines = append(lines, Line{Kind: Dividend, Currency: money.USDT, Count: 1, At: next, day: clock.DayOf(next)})
			next = s.Nodes.NextPayment(next.Add(time.Second))
		}
	}
	until, err := s.Breaks.BreakUntil(tx, userID)
	if err == nil && until.After(tx.Now()) {
		lines = append(lines, Line{Kind: BreakEnds, At: until, day: clock.DayOf(until)})
	}
	return lines, err
}
