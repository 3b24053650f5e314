package game

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/worldtest"
	"etld/internal/features/game/play"
	"etld/internal/infra/beacon"
	"etld/internal/infra/chain"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/receipt"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// start lies a minute into period 20250601-145.
var start = time.Date(2025, 6, 1, 4, 1, 0, 0, time.UTC)

// localBeacon is the demo's, which a test can hold back or silence.
type localBeacon struct {
	*beacon.Local
	missing bool
	// lost is a round that no relay has for us.
	lost    uint64
	unheard bool
	lead    time.Duration
	// age is how long ago the newest round was seen.
	age   time.Duration
	clock dbtest.Clock
	end   *ending
}

func (b *localBeacon) Signature(ctx context.Context, round uint64) ([]byte, error) {
	if err := b.end.at("signature"); err != nil {
		return nil, err
	}
	if b.missing {
		return nil, beacon.ErrNotYet
	}
	if round == b.lost {
		return nil, fmt.Errorf("%w: %w", beacon.ErrUnreachable, &url.Error{Op: "Get", URL: "http://relay", Err: context.DeadlineExceeded})
	}
	return b.Local.Signature(ctx, round)
}

func (b *localBeacon) Newest() (uint64, time.Time) {
	if b.unheard {
		return 0, time.Time{}
	}
	return b.Round(b.clock.Now().Add(b.lead)), b.clock.Now().Add(-b.age)
}

// fakeChain puts what is published into blocks a few seconds later.
type fakeChain struct {
	mu    sync.Mutex
	clock dbtest.Clock
	// delay lies between a publication and its block, final blocks lie behind the
	// present by lag.
	delay, lag time.Duration
	sent       []Anchor
	// address sends anchors in place of anchorAddress.
	address   string
	published map[string][]string
	blockLead time.Duration
	// blockAge is how long ago the newest block was seen; noBlock says that none was.
	blockAge time.Duration
	noBlock  bool
	// sending replaces how far an anchor came.
	sending string
	fails   error
	isMute  bool
	end     *ending
}

func (c *fakeChain) Publish(tx *sqldb.Tx, period, commitment string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := cmp.Or(c.fails, c.end.at("publish")); err != nil {
		return err
	}
	c.published[period] = append(c.published[period], commitment)
	c.send(commitment, tx.Now().Add(c.delay))
	return nil
}

// anchorAddress sends the anchors of the tests.
const anchorAddress = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"

// send has a text in a block of an instant.
func (c *fakeChain) send(text string, at time.Time) {
	c.sent = append(c.sent, Anchor{Address: c.Sender(), TxHash: fmt.Sprintf("0x%064x", len(c.sent)+1), Text: text, Block: blockAt(at), BlockTime: at})
}

// blockAt numbers the blocks of the tests, one in each second.
func blockAt(at time.Time) uint64 { return uint64(at.Unix() - start.Unix()) }

func (c *fakeChain) Search(_ context.Context, sender string, from, until time.Time) (found Search, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.end.at("search"); err != nil {
		return found, err
	}
	if !c.clock.Now().Add(-c.lag).After(until) {
		return found, chain.ErrNotFinalYet
	}
	span := chain.SentSpan{First: blockAt(from), Last: blockAt(until)}
	for _, one := range c.sent {
		if one.Address == sender && !one.BlockTime.Before(from) && !one.BlockTime.After(until) {
			span.Sent = append(span.Sent, chain.Sent{Hash: common.HexToHash(one.TxHash), Data: []byte(one.Text),
				Block: chain.Block{BlockRef: chain.BlockRef{Number: one.Block}, Time: one.BlockTime}})
		}
	}
	return SearchOf(sender, span), nil
}

func (c *fakeChain) Sent(_ sqldb.Command, period string) (Sending, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.published[period]) == 0 {
		return Sending{}, nil
	}
	if c.sending != "" {
		return Sending{State: c.sending}, nil
	}
	return Sending{State: sendingFinal, TxHash: c.sent[len(c.sent)-1].TxHash}, nil
}

func (c *fakeChain) Sender() string {
	if c.isMute {
		return ""
	}
	return cmp.Or(c.address, anchorAddress)
}

func (c *fakeChain) Newest() (time.Time, time.Time) {
	if c.noBlock {
		return time.Time{}, time.Time{}
	}
	return c.clock.Now().Add(c.blockLead), c.clock.Now().Add(-c.blockAge)
}

// openPlay allows everything, and keeps what it is told.
type openPlay struct {
	mu       sync.Mutex
	refuse   error
	outcomes map[string]play.Outcome
	told     int
	// most is how many it was told of at once.
	most int
	end  *ending
}

func (*openPlay) Hints(string) []sqldb.Hint { return nil }

func (p *openPlay) Allow(_ sqldb.Command, _ string, stake int64) (play.Rest, error) {
	return play.Rest{Stake: 10_000 - stake, Loss: 5_000 - stake}, p.refuse
}

func (*openPlay) Limits(sqldb.Command, string) (play.Limits, error) {
	return play.Limits{DayStake: 10_000, DayLoss: 5_000, DayRest: 10_000, LossRest: 5_000}, nil
}

func (p *openPlay) Settled(_ sqldb.Command, list []play.Outcome) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.end.at("settled"); err != nil {
		return err
	}
	p.most = max(p.most, len(list))
	for _, o := range list {
		p.outcomes[o.UserID] = o
		p.told++
	}
	return nil
}

// inbox keeps the kinds of notices. What open apps are told it writes where the
// platform does, so that it stands and falls with the transaction.
type inbox struct {
	mu   sync.Mutex
	sent map[string][]string
	tell int
	end  *ending
	// fullFor is a user whom nothing reaches.
	fullFor string
}

var errFull = errors.New("the inbox is full")

func (b *inbox) Tell(tx sqldb.Command, userID, kind string, refs map[string]string) error {
	if err := b.end.at("tell"); err != nil {
		return err
	}
	if userID == b.fullFor {
		return errFull
	}
	b.mu.Lock()
	b.tell++
	insertTold.Add(tx, told{fmt.Sprintf("told%08d", b.tell), userID, kind, refs["period"], "", 0})
	b.mu.Unlock()
	return nil
}

// told is an event of the inbox, in the table that has them.
type told struct {
	id, userID, kind, period, link string
	zero                           int64
}

var insertTold = sqldb.NewTable[told]("notice_event", "id, user_id, seq = zero, kind, params = period, link, is_notice = zero, created_at = zero").Insert()

func (b *inbox) Send(_ sqldb.Command, userID, kind string, _ map[string]string, _ string) error {
	if userID == b.fullFor {
		return errFull
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent[userID] = append(b.sent[userID], kind)
	return nil
}

// world is a platform with the game and a bankroll.
type world struct {
	*worldtest.World
	beacon *localBeacon
	chain  *fakeChain
	play   *openPlay
	inbox  *inbox
	game   *Service
	client *apitest.Client
	end    *ending
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	end := &ending{}
	w := &world{World: worldtest.New(t, db, c), end: end, play: &openPlay{outcomes: make(map[string]play.Outcome), end: end},
		inbox: &inbox{sent: make(map[string][]string), end: end},
		chain: &fakeChain{clock: c, delay: 3 * time.Second, lag: 2 * time.Second, published: make(map[string][]string), end: end}}
	local, err := beacon.NewLocal([]byte("game tests"), c)
	w.Must(err)
	w.beacon = &localBeacon{Local: local, clock: c, end: end}
	w.moveTo(start)
	w.client = apitest.New(t, db)
	w.restart()
	w.game.Register(w.client.API)
	return w
}

// restart builds the service anew, as a new process does.
func (w *world) restart() {
	w.T.Helper()
	var err error
	w.game, err = New(Config{DB: w.DB, Ledger: w.Ledger, Notices: w.inbox, Beacon: w.beacon, Chain: w.chain, Play: w.play, Receipts: receipt.New(entropy.Seeded(1)),
		Log: slog.New(slog.DiscardHandler)})
	w.Must(err)
	w.Update(w.game.Seed)
}

func (w *world) moveTo(at time.Time) { w.Clock.Advance(at.Sub(w.Clock.Now())) }

// witness is the world's beacon.
func (w *world) witness() Witness { return w.game.Views.witness(Round{}) }

// fund brings points to the bankroll.
func (w *world) fund(points int64) {
	w.T.Helper()
	behind := money.Unit * money.Amount(points) / 100
	w.Capital(behind.String() + " USDT")
	w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.BankrollFunding, Debit: ledger.House(ledger.Capital, money.USDT), Credit: ledger.House(ledger.PointsBacking, money.USDT), Amount: behind},
		ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.BankrollFunding, Debit: ledger.House(ledger.PointsOut, money.GP), Credit: bank, Amount: money.Amount(points)})
}

// player is a person with points.
func (w *world) player(n int, points int64) (id string) {
	w.T.Helper()
	behind := money.Unit * money.Amount(points) / 100
	id = w.User(n, behind.String()+" USDT")
	w.Post(ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.GamePointsIn, Debit: ledger.AvailableOf(id, money.USDT), Credit: ledger.House(ledger.PointsBacking, money.USDT), Amount: behind},
		ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.GamePointsIn, Debit: ledger.House(ledger.PointsOut, money.GP), Credit: pointsOf(id), Amount: money.Amount(points)})
	return id
}

// join takes part now.
func (w *world) join(userID string, box, amount int64) (Joined, error) {
	var j Joined
	p := PeriodOf(w.Clock.Now())
	err := w.Try(func(tx sqldb.Command) (err error) {
		j, err = w.game.Join(tx, Stake{UserID: userID, Period: p, Box: box, Amount: amount})
		return err
	}, w.game.JoinHints(userID, p)...)
	return j, err
}

func (w *world) mustJoin(userID string, box, amount int64) Joined {
	w.T.Helper()
	j, err := w.join(userID, box, amount)
	w.Must(err)
	return j
}

// work lets jobs do all that is due.
func (w *world) work() {
	w.T.Helper()
	w.Drain(w.game.Jobs())
}

// over lets the round of an instant lock in time, be anchored, drawn and paid.
func (w *world) over(at time.Time) {
	w.T.Helper()
	p := PeriodOf(at)
	w.moveTo(p.LockAt())
	w.work()
	w.moveTo(p.DrawAt())
	w.work()
}

func (w *world) round(id string) (r Round) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		r, _, err = w.game.store.rounds.Get(tx, id)
		return err
	})
	return r
}

func (w *world) document(userID, id string) (d Document) {
	w.T.Helper()
	p, err := ParsePeriod(id)
	w.Must(err)
	w.View(func(tx *sqldb.Tx) (err error) {
		d, err = w.game.Views.roundOf(tx, userID, p)
		return err
	})
	return d
}

// has holds what a user holds in points.
func (w *world) has(what, userID string, points int64) {
	w.T.Helper()
	if got := int64(w.Balance(pointsOf(userID))); got != points {
		w.T.Errorf("%s: %d points, want %d", what, got, points)
	}
}

// told is of which rounds a user's open apps heard that they were drawn.
func (w *world) told(userID string) (list []string) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		list, err = sqldb.Collect(tx, sqldb.One[string], "SELECT params FROM notice_event WHERE user_id = $1 AND kind = 'round_drawn' ORDER BY id", userID)
		return err
	})
	return list
}

// house holds what rounds and bankroll hold.
func (w *world) house(what string, rounds, banked int64) {
	w.T.Helper()
	if got, have := int64(w.Balance(inRounds)), int64(w.Balance(bank)); got != rounds || have != banked {
		w.T.Errorf("%s: rounds hold %d and the bank %d, want %d and %d", what, got, have, rounds, banked)
	}
}

// sound holds the books to the game's rules.
func (w *world) sound() {
	w.T.Helper()
	w.Check(worldtest.Alone(w.game.Check))
}

func isFault(err error, want fault.Fault) bool { return errors.Is(err, want) }
