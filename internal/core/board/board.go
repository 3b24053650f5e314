// Package board is what operators see of the whole: what waits for people and what of it
// is late, what stands still, what the program stands on outside, and what it does by
// itself.
//
// Words. A *queue* is work of one sort that waits for people; its *promise* is how long it
// may wait, and what waits longer is *late*. A *stop* is a part of the program that goes
// on only when somebody acts.
//
// What holds. Nothing here changes anything. Every count comes from an index of what
// waits and ends at a thousand.
package board

import (
	"cmp"
	"slices"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/wording"
	"etld/internal/core/operator"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// causeMax keeps a list readable; the log has the whole.
const causeMax = 300

// Row is a job.
type Row struct {
	Job        string     `json:"job"`
	EveryMs    int64      `json:"everyMs" doc:"How often it looks for work"`
	LastAt     *time.Time `json:"lastAt" doc:"Null before the first time since the start"`
	LastTookMs int64      `json:"lastTookMs"`
	NextAt     *time.Time `json:"nextAt"`
	IsBehind   bool       `json:"isBehind" doc:"More was left to do"`
	Failures   int64      `json:"failures" doc:"Times in a row that it failed"`
	Cause      string     `json:"cause" doc:"Why it failed the last time"`
	Parked     int64      `json:"parked" doc:"Items that it could not do and tries again later"`
}

// Register adds the calls. The instance that answers tells of its own jobs, parked items
// are everybody's.
func Register(o *operator.Service, of func() []jobs.Last) {
	registerParked(o)
	roles := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Administrator}
	operator.Few[Row]{Key: "job", KeyOf: func(r Row) string { return r.Job },
		Read: func(tx *sqldb.Tx, _ operator.Caller) ([]Row, error) { return rows(tx, of()) }}.View(o, operator.Route{Path: "jobs/list", Roles: roles})
}

func rows(tx *sqldb.Tx, list []jobs.Last) ([]Row, error) {
	parked, err := jobs.CountParked(tx)
	// Jobs go by the machine's clock, of which a demo's may be ahead.
	ahead := time.Until(tx.Now())
	shown := func(at time.Time) *time.Time {
		if at.IsZero() {
			return nil
		}
		return httpapi.OrNull(at.Add(ahead).UTC())
	}
	out := each.Of(list, func(l jobs.Last) Row {
		return Row{Job: l.Job, EveryMs: l.Every.Milliseconds(), LastAt: shown(l.At), LastTookMs: l.Took.Milliseconds(),
			NextAt: shown(l.Next), IsBehind: l.IsBehind, Failures: l.Failures, Cause: wording.Cut(l.Cause, causeMax), Parked: parked[l.Job]}
	})
	// A page does not hold all of them: those that somebody has to look at come first.
	slices.SortStableFunc(out, func(a, b Row) int { return cmp.Compare(b.trouble(), a.trouble()) })
	return out, err
}

// trouble is 1 for a job that fails or has parked something, and otherwise 0.
func (r Row) trouble() int64 { return min(r.Failures+r.Parked, 1) }
