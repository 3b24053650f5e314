package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/features/transparency"
	"etld/internal/infra/jobs"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

const (
	brakeEvery = 5 * time.Minute
	// The whole check may cost this share of the time, so that a small database
	// is checked whole every time and the largest one nightly.
	brakeCostShare = 200
	brakeWholeMax  = 24 * time.Hour
	// lagSettles is how long after a start the hash chain may be behind. What waits
	// because nobody was there to link it is no breach.
	lagSettles = time.Minute
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

// brake checks the books by itself and stops what a breach calls for.
type brake struct {
	program *Program
	// started is when this process began.
	started time.Time
	mu      sync.Mutex
	// wholeAt is when the last whole check began and wholeTook how long it took.
	wholeAt   time.Time
	wholeTook time.Duration
	found     []ledger.Violation
	checks    prometheus.Counter
}

func newBrake(p *Program) *brake {
	b := &brake{program: p, started: time.Now(), checks: prometheus.NewCounter(prometheus.CounterOpts{Name: "etld_invariant_checks_total", Help: "Checks of the books by the program itself."})}
	p.metrics.registry.MustRegister(b.checks,
		metrics.Tell(p.log, b.figures, metrics.Gauge("etld_invariant_violations", "Findings of the last check, by invariant; above zero somebody must look.", "invariant")),
		metrics.Read(p.db, p.log, stoppedParts, metrics.Gauge("etld_part_stopped", "1 while an emergency stop holds a part.", "part")))
	return b
}

func (b *brake) job() jobs.Job {
	return jobs.Job{Name: "brake", Every: brakeEvery, Work: func(ctx context.Context) (bool, error) { return false, b.check(ctx) }}
}

// check looks at the totals and at the last comparison with the chain, always and
// first, and at the whole books when that is due. A check that fails is a finding,
// so that no failure of one keeps the others from stopping what they must. Its
// error is the database's; the job is then tried again within seconds.
func (b *brake) check(ctx context.Context) error {
	p := b.program
	at := p.settings.Clock.Now()
	var books transparency.Added
	found, err := p.violationsOf(ctx, []bookCheck{totalsCheck(&books)})
	missing, chainAt := deficits(p.reconciliation.Readings())
	err = errors.Join(err, b.trip(ctx, found, at), b.trip(ctx, missing, chainAt))
	whole := err == nil && b.isWholeDue(time.Now())
	if whole {
		var more []ledger.Violation
		if more, err = b.lookAtWhole(ctx); err == nil {
			err = b.trip(ctx, more, at)
		}
		found = append(found, more...)
		whole = err == nil
	}
	b.checks.Inc()
	return errors.Join(err, p.transparency.Append(ctx, books, b.report(distinct(append(found, missing...)), whole)))
}

// lookAtWhole makes the whole check. When it began counts although it fails:
// otherwise one that fails would be made again and again, a full scan each time.
func (b *brake) lookAtWhole(ctx context.Context) ([]ledger.Violation, error) {
	began := time.Now()
	b.mu.Lock()
	b.wholeAt = began
	b.mu.Unlock()
	list := b.program.checks()
	if began.Sub(b.started) >= lagSettles {
		list = append(list, lagCheck())
	}
	found, err := b.program.violationsOf(ctx, list)
	b.mu.Lock()
	b.wholeTook = time.Since(began)
	b.mu.Unlock()
	return found, err
}

// distinct drops what two checks found alike.
func distinct(found []ledger.Violation) (list []ledger.Violation) {
	for _, v := range found {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

func (b *brake) isWholeDue(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.wholeAt.IsZero() {
		return true
	}
	return now.Sub(b.wholeAt) >= min(max(brakeEvery, b.wholeTook*brakeCostShare), brakeWholeMax)-brakeEvery/2
}

// deficits are what the chain lacks, and when that was read.
func deficits(readings []reconciliation.Reading) (found []ledger.Violation, at time.Time) {
	for _, r := range readings {
		if v, isBroken := r.Violation(); isBroken {
			found, at = append(found, v), r.At
		}
	}
	return found, at
}

// trip stops what the findings call for, in one transaction with its records.
func (b *brake) trip(ctx context.Context, found []ledger.Violation, at time.Time) error {
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
	why := emergency.Finding{Reason: strings.Join(slices.Compact(names), ", "), Evidence: evidence[:min(len(evidence), evidenceMax)], At: at}
	return b.program.db.Update(ctx, func(tx *sqldb.Tx) error {
		stopped, err := emergency.Brake(tx, why, slices.Compact(parts)...)
		if err != nil {
			return fmt.Errorf("stop on %s: %w", why.Reason, err)
		}
		if len(stopped) > 0 {
			b.program.log.Error("the books do not hold; the program stops parts by itself", "invariants", why.Reason, "parts", stopped, "first", evidence[0])
		}
		return nil
	})
}

// report keeps the findings for the metrics, logs those that are new and returns all
// that stand. A short check cannot see what the whole one found and forgets none of it.
func (b *brake) report(found []ledger.Violation, whole bool) []ledger.Violation {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, v := range found {
		if !slices.Contains(b.found, v) {
			b.program.log.Error("an invariant is broken", "invariant", v.Invariant, "detail", v.Detail)
		}
	}
	if whole {
		if len(found) == 0 && len(b.found) > 0 {
			b.program.log.Info("the invariants hold again")
		}
		b.found = found
		return found
	}
	for _, v := range found {
		if !slices.Contains(b.found, v) {
			b.found = append(b.found, v)
		}
	}
	return slices.Clone(b.found)
}

// figures are the findings, which this process knows.
func (b *brake) figures(set metrics.Set) {
	counts := map[string]int{unchecked: 0}
	for invariant := range braking {
		counts[invariant] = 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, v := range b.found {
		counts[v.Invariant]++
	}
	for invariant, n := range counts {
		set("etld_invariant_violations", float64(n), invariant)
	}
}

func stoppedParts(tx *sqldb.Tx, set metrics.Set) error {
	list, err := emergency.Active(tx)
	if err != nil {
		return err
	}
	for _, part := range emergency.Parts() {
		set("etld_part_stopped", metrics.Truth(slices.ContainsFunc(list, func(s emergency.Stop) bool { return s.Part == part })), string(part))
	}
	return nil
}
