package withdrawal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/core/price"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

// quotes are prices as the test says.
type quotes struct {
	mu    sync.Mutex
	price map[money.Asset]money.Amount
	// isStale says that what was said is of a while ago.
	isStale bool
}

func (q *quotes) Find(tx sqldb.Command, asset money.Asset) (price.Quotation, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	p := q.price[asset]
	return price.Quotation{Asset: asset, Price: p, At: tx.Now(), Stale: p == 0 || q.isStale}, nil
}

func (q *quotes) say(asset money.Asset, text string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.price[asset] = amount(text)
}

// inbox counts notices; those of transactions that ran twice count twice, so
// tests read it only where nothing runs at the same time.
type inbox struct {
	mu   sync.Mutex
	sent map[string][]string
	// told are events that leave no notice.
	told map[string][]string
	// fullFor is whose inbox takes nothing.
	fullFor string
}

var errFull = errors.New("the inbox is full")

func (i *inbox) Send(_ sqldb.Command, userID, kind string, params map[string]string, link string) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if params["withdrawNo"] == "" || link != recordsLink+params["withdrawNo"] {
		return fmt.Errorf("notice %s without its withdrawal: %v %s", kind, params, link)
	}
	if userID == i.fullFor {
		return errFull
	}
	i.sent[userID] = append(i.sent[userID], kind)
	return nil
}

// Tell counts as Send does.
func (i *inbox) Tell(_ sqldb.Command, userID, kind string, refs map[string]string) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if refs["withdrawNo"] == "" {
		return fmt.Errorf("event %s without its withdrawal", kind)
	}
	i.told[userID] = append(i.told[userID], kind)
	return nil
}

func (i *inbox) of(userID string) []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Clone(i.sent[userID])
}

// kinds are the wallets that signed in as contracts.
type kinds struct {
	mu       sync.Mutex
	contract map[string]bool
}

func (k *kinds) Kind(_ sqldb.Command, address string) (walletsig.Kind, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.contract[address] {
		return walletsig.KindContract, nil
	}
	return walletsig.KindPlain, nil
}

// asked is what contract wallets answer.
type asked struct {
	mu     sync.Mutex
	answer error
	// texts are what was asked about; each question takes so long.
	texts []string
	takes time.Duration
	spent time.Duration
}

func (a *asked) Verify(_ context.Context, _ common.Address, text string, _ walletsig.Signature) (walletsig.Kind, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.texts, a.spent = append(a.texts, text), a.spent+a.takes
	return walletsig.KindContract, a.answer
}

func (a *asked) say(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.answer = err
}

// stopwatch shows the time that questions took.
func (a *asked) stopwatch() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Time{}.Add(a.spent)
}

// flagged are users with an open risk flag.
type flagged struct{ users map[string]bool }

func (f flagged) HasOpen(_ sqldb.Command, userID string) (bool, error) { return f.users[userID], nil }

func newLedger() *ledger.Ledger { return ledger.New(entropy.System()) }
func newChance() entropy.Source { return entropy.System() }
func quiet() *slog.Logger       { return slog.New(slog.DiscardHandler) }

// nothing signs nothing and settles nothing.
type nothing struct{}

func (nothing) SignPayout(context.Context, signer.Request) (signer.Signed, error) {
	return signer.Signed{}, signer.ErrUnavailable
}
func (nothing) Stepped(sqldb.Command, payout.State, payout.Payout) error { return nil }
func (nothing) Paid(*sqldb.Tx, payout.Payout) error                      { return nil }
func (nothing) Failed(*sqldb.Tx, payout.Payout, string) error            { return nil }
