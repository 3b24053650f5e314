package report

import (
	"context"
	"embed"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/wording"
	"etld/internal/core/operator/emergency"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// alertAge is how old what the public call shows may be: without it, strangers
// could make the database read as often as they ask.
const (
	alertAge = 2 * time.Second
	// alertWithin bounds how long an app waits for it.
	alertWithin = time.Second
)

//go:embed locales/*.json
var localeFiles embed.FS

// Cause is why something stands still.
type Cause string

// The causes: the books do not balance, the chain holds less than the books,
// people stopped something.
const (
	CauseCheck    Cause = "check"
	CauseChain    Cause = "chain"
	CauseOperator Cause = "operator"
)

func (Cause) Values() []string { return each.Texts(CauseCheck, CauseChain, CauseOperator) }

// Alert is what everybody should read: something stands still.
type Alert struct {
	Cause Cause       `json:"cause"`
	Text  string      `json:"text" doc:"For a banner, in the caller's language"`
	Parts []AlertPart `json:"parts" nullable:"false"`
	// WithdrawalsGoOn says that neither requests nor payouts are stopped.
	WithdrawalsGoOn bool `json:"withdrawalsGoOn"`
}

// AlertPart is one part that stands still.
type AlertPart struct {
	Part   emergency.Part `json:"part"`
	Reason string         `json:"reason" doc:"In the words of whoever stopped it"`
	Since  time.Time      `json:"since"`
}

type alertTexts map[httpapi.Language]map[string]string

func loadAlertTexts() (alertTexts, error) {
	return wording.Load[httpapi.Language, map[string]string](localeFiles)
}

// alertOf puts what stands still into words; nil while all runs.
func (t alertTexts) alertOf(stops []emergency.Stop, language httpapi.Language) *Alert {
	if len(stops) == 0 {
		return nil
	}
	words := t[language]
	out := &Alert{Cause: causeOf(stops), WithdrawalsGoOn: true}
	var names []string
	for _, s := range stops {
		out.Parts = append(out.Parts, AlertPart{Part: s.Part, Reason: s.Reason, Since: s.ChangedAt})
		names = append(names, words["part."+string(s.Part)])
		if slices.Contains([]emergency.Part{emergency.Everything, emergency.Withdrawals, emergency.Payouts}, s.Part) {
			out.WithdrawalsGoOn = false
		}
	}
	sentences := []string{words["cause."+string(out.Cause)], httpapi.Fill(words["stopped"], map[string]string{"parts": strings.Join(names, words["separator"])})}
	if out.WithdrawalsGoOn {
		sentences = append(sentences, words["withdrawalsGoOn"])
	}
	out.Text = strings.Join(sentences, words["space"])
	return out
}

// causeOf is the gravest cause. The program stops withdrawals only when it
// doubts what is on the chain.
func causeOf(stops []emergency.Stop) Cause {
	cause := CauseOperator
	for _, s := range stops {
		switch {
		case s.IsAutomatic() && s.Part == emergency.Withdrawals:
			return CauseChain
		case s.IsAutomatic():
			cause = CauseCheck
		}
	}
	return cause
}

// board remembers for a moment what stands still.
type board struct {
	texts alertTexts
	read  func(ctx context.Context) ([]emergency.Stop, error)
	// reading is true while one call reads; the others do not wait for it.
	reading atomic.Bool
	mu      sync.Mutex
	readAt  time.Time
	list    []emergency.Stop
}

func newBoard(db *sqldb.DB, texts alertTexts) *board {
	return &board{texts: texts, read: func(ctx context.Context) ([]emergency.Stop, error) {
		return sqldb.Value(ctx, db.View, emergency.Active)
	}}
}

// alert is the alert of now. A database that is away or slow leaves the last
// one known: apps have to start in any case.
func (b *board) alert(ctx context.Context, language httpapi.Language) *Alert {
	b.mu.Lock()
	isDue := time.Since(b.readAt) > alertAge
	b.mu.Unlock()
	if isDue && b.reading.CompareAndSwap(false, true) {
		defer b.reading.Store(false)
		// Whoever hangs up does not keep the alert old for others.
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), alertWithin)
		defer cancel()
		list, err := b.read(within)
		b.mu.Lock()
		if b.readAt = time.Now(); err == nil {
			b.list = list
		}
		b.mu.Unlock()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.texts.alertOf(b.list, language)
}
