package price

import (
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// resolution is a step of the history and how long it is kept.
type resolution struct {
	step time.Duration
	// kept is 0 for what is kept for ever.
	kept time.Duration
}

const day = 24 * time.Hour

var (
	fine   = resolution{5 * time.Minute, 8 * day}
	hourly = resolution{time.Hour, 400 * day}
	daily  = resolution{day, 0}
)

// start is the beginning of the step that contains an instant; days are the
// platform's.
func (r resolution) start(at time.Time) time.Time {
	if r.step == day {
		return clock.DayOf(at).Start()
	}
	return at.Truncate(r.step)
}

func addPoints(tx *sqldb.Tx, asset money.Asset, price money.Amount, at time.Time) error {
	for _, r := range []resolution{fine, hourly, daily} {
		start := r.start(at)
		if err := tx.Do(savePoint, pointID(asset, r.step, start), asset, int64(r.step/time.Second), start, price); err != nil {
			return err
		}
	}
	return nil
}

// Jobs is the scheduled work: forgetting the finer steps of the far past.
func (s *Service) Jobs() []jobs.Job {
	old := func(r resolution) jobs.Deletion {
		return func(tx *sqldb.Tx) (int64, error) {
			return tx.Exec(purgePoints, int64(r.step/time.Second), tx.Now().Add(-r.kept), jobs.PurgeMax)
		}
	}
	return []jobs.Job{jobs.Purge(s.DB, "price_purge", old(fine), old(hourly))}
}

// HistoryIn asks for a chart.
type HistoryIn struct {
	Currency money.Asset `query:"currency" enum:"ETH,ETLD"`
	Span     string      `query:"span" default:"day" enum:"day,week,month,year"`
	Year     int64       `query:"year" optional:"true" minimum:"1970" maximum:"9999" doc:"With span year: that of the platform's calendar, not the last 365 days"`
}

// spans are how far charts go back, and in which steps.
var spans = map[string]struct {
	back time.Duration
	in   resolution
}{
	"day": {day, fine}, "week": {7 * day, hourly}, "month": {30 * day, hourly}, "year": {365 * day, daily},
}

// pointsMax bounds the points of a chart; a month of hours, and what it begins
// with, is the most.
const pointsMax = 721

// Point is one step of a chart.
type Point struct {
	At    time.Time    `json:"at" doc:"The step's beginning"`
	Open  money.Amount `json:"open"`
	High  money.Amount `json:"high"`
	Low   money.Amount `json:"low"`
	Close money.Amount `json:"close"`
}

// History is a chart's content.
type History struct {
	Currency    money.Asset `json:"currency"`
	Span        string      `json:"span" enum:"day,week,month,year"`
	StepSeconds int64       `json:"stepSeconds"`
	List        []Point     `json:"list" nullable:"false" doc:"Oldest first, from what stood when the span began; empty steps are left out"`
	ServerTime  time.Time   `json:"serverTime"`
}

// history reads a chart: only prices that were really shown.
func (s *Service) history(tx *sqldb.Tx, _ httpapi.Caller, in HistoryIn) (History, error) {
	span := spans[in.Span]
	out := History{Currency: in.Currency, Span: in.Span, StepSeconds: int64(span.in.step / time.Second), List: []Point{}, ServerTime: tx.Now()}
	begin, end := tx.Now().Add(-span.back), tx.Now()
	if in.Year != 0 && span.in == daily {
		begin = time.Date(int(in.Year), time.January, 1, 0, 0, 0, 0, clock.Zone)
		end = begin.AddDate(1, 0, 0).Add(-1)
	}
	points, err := sqldb.Collect(tx, pointTable.Scan, selectPoints, in.Currency, out.StepSeconds, begin, pointsMax)
	if span.in == daily {
		points = slices.DeleteFunc(points, func(p Point) bool { return p.At.Before(begin) || p.At.After(end) })
	} else if len(points) > 0 && !points[0].At.After(begin) {
		points = fromBegin(points, span.in, begin)
	}
	out.List = append(out.List, points...)
	return out, err
}

// fromBegin has a chart begin where its span does, with the price that stood then: that
// may be older. Without one since then there is no chart. Days say of themselves alone.
func fromBegin(points []Point, in resolution, begin time.Time) []Point {
	if len(points) == 1 {
		return nil
	}
	stood := points[0].Close
	points[0] = Point{At: in.start(begin), Open: stood, High: stood, Low: stood, Close: stood}
	return points
}
