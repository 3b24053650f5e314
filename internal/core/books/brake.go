package books

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/each"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/infra/jobs"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/meta"
)

const (
	brakeEvery = 5 * time.Minute
	// The whole check may cost this share of the time, so that a small database
	// is checked whole every time and the largest one nightly.
	brakeCostShare = 200
	brakeWholeMax  = 24 * time.Hour
	// lagGrace is how long after a start the hash chain may be behind. What waits
	// because nobody was there to link it is no breach.
	lagGrace = time.Minute
	// evidenceMax bounds the findings that one audit record lists.
	evidenceMax = 20
)

// braking are the invariants whose breach can cost somebody money, and what each of
// them stops. The others alarm only, such as a hash chain that is behind.
var braking = map[string][]emergency.Part{
	"I2": exchanging, "I3": exchanging, "I5": exchanging, "I6": exchanging, "I7": exchanging, "I8": exchanging,
	// By movements, balances or entries that nobody made somebody has claims.
	"I1": exchanging, "I9": exchanging, "I10": exchanging,
	// Purchases bring rewards beyond their fee; output beyond a budget becomes money.
	"I11": {emergency.Sales}, "I12": {emergency.Sales, emergency.Swap, emergency.Sell},
	// Less on the chain than in the books: nothing may leave before it is clear why.
	"I4": append(slices.Clone(exchanging), emergency.Withdrawals, emergency.Payouts),
}

// exchanging is what gives users more claims. Withdrawals go on: people get
// their money out while the cause is looked for.
var exchanging = []emergency.Part{emergency.Sales, emergency.Swap, emergency.Sell, emergency.Game}

// Config is what the brake is built from.
type Config struct {
	DB  *sqldb.DB
	Log *slog.Logger
	// Now is the platform's time.
	Now func() time.Time
	// Checks are the whole check.
	Checks func() []Check
	// Readings are the last comparison with the chains.
	Readings func() []reconciliation.Reading
	// Line keeps what was added up, and what is found by then.
	Line func(ctx context.Context, books Added, found []ledger.Violation) error
	// Started is when this process began.
	Started time.Time
}

// Brake checks the books by itself and stops what a breach calls for.
type Brake struct {
	Config
	mu sync.Mutex
	// wholeAt is when the last whole check began and wholeTook how long it took.
	wholeAt   time.Time
	wholeTook time.Duration
	found     []seen
	checks    prometheus.Counter
}

// NewBrake builds the brake.
func NewBrake(c Config) *Brake {
	return &Brake{Config: c, checks: prometheus.NewCounter(prometheus.CounterOpts{Name: "etld_invariant_checks_total", Help: "Checks of the books by the program itself."})}
}

// Metrics shows what was found; whoever does not check knows of nothing, which is not
// that nothing is wrong.
func (b *Brake) Metrics() []prometheus.Collector {
	return []prometheus.Collector{b.checks, metrics.Tell(b.figures)}
}

// Stopped shows what stands still.
func (b *Brake) Stopped() prometheus.Collector {
	return metrics.Read(b.DB, b.Log, "brake", stoppedParts)
}

// Job checks the books.
func (b *Brake) Job() jobs.Job {
	return jobs.Job{Name: "brake", Every: brakeEvery, Work: func(ctx context.Context) (bool, error) { return false, b.Check(ctx) }}
}

// CheckWhole is Check with the whole books, due or not.
func (b *Brake) CheckWhole(ctx context.Context) error {
	b.mu.Lock()
	b.wholeAt = time.Time{}
	b.mu.Unlock()
	return b.Check(ctx)
}

// Check looks at the totals and at the last comparison with the chain, always and
// first, and at the whole books when that is due. A check that fails is a finding,
// so that no failure of one keeps the others from stopping what they must. Its
// error is the database's; the job is then tried again within seconds.
func (b *Brake) Check(ctx context.Context) error {
	at := b.Now()
	var added Added
	found, err := Make(ctx, b.DB, []Check{Totals(&added)})
	missing, chainAt := Deficits(b.Readings(), at)
	err = errors.Join(err, b.Trip(ctx, found, at), b.Trip(ctx, missing, chainAt))
	whole := err == nil && b.isWholeDue(time.Now())
	if whole {
		var more []ledger.Violation
		if more, err = b.lookAtWhole(ctx); err == nil {
			err = b.Trip(ctx, more, at)
		}
		found = append(found, more...)
		whole = err == nil
	}
	b.checks.Inc()
	all, reportErr := b.report(ctx, finding{At: at, Found: append(found, missing...)}, whole)
	return errors.Join(err, reportErr, b.Line(ctx, added, all))
}

// lookAtWhole makes the whole check. When it began counts although it fails:
// otherwise one that fails would be made again and again, a full scan each time.
func (b *Brake) lookAtWhole(ctx context.Context) ([]ledger.Violation, error) {
	began := time.Now()
	b.mu.Lock()
	b.wholeAt = began
	b.mu.Unlock()
	list := b.Checks()
	if began.Sub(b.Started) >= lagGrace {
		list = append(list, Lag())
	}
	found, err := Make(ctx, b.DB, list)
	b.mu.Lock()
	b.wholeTook = time.Since(began)
	b.mu.Unlock()
	return found, err
}

func (b *Brake) isWholeDue(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.wholeAt.IsZero() {
		return true
	}
	return now.Sub(b.wholeAt) >= min(max(brakeEvery, b.wholeTook*brakeCostShare), brakeWholeMax)-brakeEvery/2
}

// Deficits are what the chain lacks, and when that was read. A reading that is old says
// nothing of now.
func Deficits(readings []reconciliation.Reading, now time.Time) (found []ledger.Violation, at time.Time) {
	for _, r := range readings {
		if v, isBroken := r.Violation(); isBroken && !r.IsOld(now) {
			found, at = append(found, v), r.At
		}
	}
	return found, at
}

// Trip stops what the findings call for, in one transaction with its records.
func (b *Brake) Trip(ctx context.Context, found []ledger.Violation, at time.Time) error {
	var parts []emergency.Part
	var names, evidence []string
	for _, v := range found {
		if braking[v.Invariant] == nil {
			continue
		}
		parts = append(parts, braking[v.Invariant]...)
		names = append(names, v.Invariant)
		evidence = append(evidence, v.String())
	}
	if len(parts) == 0 {
		return nil
	}
	slices.Sort(names)
	slices.Sort(parts)
	names = slices.Compact(names)
	why := emergency.Finding{Names: names, Evidence: evidence[:min(len(evidence), evidenceMax)], At: at}
	return b.DB.Update(ctx, func(tx *sqldb.Tx) error {
		stopped, err := emergency.Brake(tx, why, slices.Compact(parts)...)
		if err != nil {
			return fmt.Errorf("stop on %v: %w", names, err)
		}
		if len(stopped) > 0 {
			b.Log.Error("the books do not hold; the program stops parts by itself", "invariants", strings.Join(names, ", "), "parts", stopped, "first", evidence[0])
		}
		return nil
	})
}

// finding is what one check found, which began at a time.
type finding struct {
	At    time.Time
	Found []ledger.Violation
}

// findings are what checks found that stands. At is when the last whole one began.
type findings struct {
	At    time.Time
	Found []seen
}

// seen is a finding, and when the last check began that made it.
type seen struct {
	ledger.Violation
	At time.Time
}

// foundNote is where it stands for all instances.
const foundNote = "books_found"

// report keeps what stands, logs what is new of it and returns all.
func (b *Brake) report(ctx context.Context, now finding, whole bool) ([]ledger.Violation, error) {
	var before, after findings
	err := b.DB.Update(ctx, func(tx *sqldb.Tx) error {
		before = findings{}
		kept, err := meta.ReadNote(tx, foundNote)
		if err != nil {
			return err
		}
		if kept != "" {
			if err := json.Unmarshal([]byte(kept), &before); err != nil {
				b.Log.Error("what was found before cannot be read and is forgotten", "error", err)
				before = findings{}
			}
		}
		after = before.with(now, whole)
		text, err := json.Marshal(after)
		if err != nil {
			return err
		}
		return meta.KeepNote(tx, foundNote, string(text))
	})
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		// It is shown and logged all the same, beside what this process saw before.
		before = findings{Found: b.found}
		after = before.with(now, false)
	}
	for _, one := range after.Found {
		if before.find(one.Violation) < 0 {
			b.Log.Error("an invariant is broken", "invariant", one.Invariant, "detail", one.Detail)
		}
	}
	if len(after.Found) == 0 && len(before.Found) > 0 {
		b.Log.Info("the invariants hold again")
	}
	b.found = after.Found
	return each.Of(after.Found, func(one seen) ledger.Violation { return one.Violation }), err
}

// with is what stands once a check is over. A short one cannot see what the whole one of
// this instance or another found, and forgets none of it; nor does a whole one forget what
// was found since it began, or anything where another one began after it.
func (s findings) with(now finding, whole bool) (after findings) {
	isNewest := whole && !s.At.After(now.At)
	if after.At = s.At; isNewest {
		after.At = now.At
	}
	for _, one := range s.Found {
		if !isNewest || one.At.After(now.At) {
			after.Found = append(after.Found, one)
		}
	}
	for _, v := range now.Found {
		switch i := after.find(v); {
		case i < 0:
			after.Found = append(after.Found, seen{v, now.At})
		case now.At.After(after.Found[i].At):
			after.Found[i].At = now.At
		}
	}
	after.Found = bounded(after.Found)
	return after
}

// find is where a finding stands, or below zero.
func (s findings) find(v ledger.Violation) int {
	return slices.IndexFunc(s.Found, func(one seen) bool { return one.Violation == v })
}

// standOfEach bounds what stands of one invariant, so that none hides another.
const standOfEach = 200

func bounded(found []seen) (list []seen) {
	of := make(map[string]int)
	for _, one := range found {
		if of[one.Invariant]++; of[one.Invariant] <= standOfEach {
			list = append(list, one)
		}
	}
	return list
}

// figures are the findings that stand, as this process saw them last.
func (b *Brake) figures(set *metrics.Set) {
	counts := map[string]int{Unchecked: 0}
	for invariant := range braking {
		counts[invariant] = 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, v := range b.found {
		counts[v.Invariant]++
	}
	for invariant, n := range counts {
		set.Gauge("etld_invariant_violations", "Findings that stand, by invariant; above zero somebody must look.", float64(n), "invariant", invariant)
	}
}

func stoppedParts(tx *sqldb.Tx, set *metrics.Set) error {
	list, err := emergency.Active(tx)
	if err != nil {
		return err
	}
	for _, part := range emergency.Parts() {
		set.Gauge("etld_part_stopped", "1 while an emergency stop holds a part.",
			metrics.Truth(slices.ContainsFunc(list, func(s emergency.Stop) bool { return s.Part == part })), "part", string(part))
	}
	return nil
}
