package transparency

import (
	"context"
	"maps"
	"slices"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/infra/sqldb"
)

// Figures are what became of the money: pools, fees, the game, withdrawals.
type Figures struct {
	At time.Time `json:"at" doc:"When all of this was read"`
	// Pools are read with the rest, at the same moment.
	Pools       []Pool      `json:"pools" nullable:"false"`
	Emission    Emission    `json:"emission"`
	Interest    Interest    `json:"interest"`
	Fundings    []Funding   `json:"fundings" nullable:"false" doc:"The newest of each pool"`
	Capital     []Capital   `json:"capital" nullable:"false" doc:"What the operator's listed addresses sent; the newest of each"`
	Income      []Moved     `json:"income" nullable:"false" doc:"What the operator took in fees and sales, since the first entry"`
	Paid        []Moved     `json:"paid" nullable:"false" doc:"What users were paid, since the first entry"`
	Flows       HeadOut     `json:"flows" doc:"Up to which entry of the journal income and paid reach"`
	Game        Game        `json:"game"`
	Voids       []Reason    `json:"voids" nullable:"false" doc:"Refunded rounds by reason"`
	Withdrawals Withdrawals `json:"withdrawals"`
	Networks    []Network   `json:"networks" nullable:"false"`
	Snapshots   []Snapshot  `json:"snapshots" nullable:"false" doc:"The newest"`
}

// Pool is what a pool holds.
type Pool struct {
	Pool     ledger.Class `json:"pool"`
	Currency money.Asset  `json:"currency"`
	Amount   money.Amount `json:"amount"`
}

// Game is what drawn rounds came to.
type Game struct {
	Rounds       int64  `json:"rounds"`
	Voids        int64  `json:"voids"`
	Stakes       int64  `json:"stakes"`
	Prizes       int64  `json:"prizes"`
	ActualReturn string `json:"actualReturn" doc:"Prizes as a share of stakes; empty before the first round"`
	BandLow      string `json:"bandLow" doc:"Between this and bandHigh the return lies with a chance of 95 %"`
	BandHigh     string `json:"bandHigh"`
}

// poolAccounts are the pools, in the order of the page.
var poolAccounts = []ledger.Account{ledger.House(ledger.InterestReserved, money.USDT), ledger.House(ledger.InterestFree, money.USDT),
	ledger.House(ledger.Emission, money.ETLD), ledger.House(ledger.DividendDiamond, money.USDT), ledger.House(ledger.DividendStar, money.USDT),
	ledger.House(ledger.DividendKing, money.USDT), ledger.House(ledger.LevelPool, money.USDT), ledger.House(ledger.Bids, money.USDT)}

// snapshotsShown are the newest snapshots on the page.
const snapshotsShown = 7

func (s *Service) figuresIn(tx *sqldb.Tx) (f Figures, err error) {
	f = Figures{At: tx.Now(), Pools: []Pool{}, Networks: s.networks, Snapshots: []Snapshot{}}
	for _, a := range poolAccounts {
		balance, err := s.Books.Balance(tx, a)
		if err != nil {
			return f, err
		}
		f.Pools = append(f.Pools, Pool{a.Class, a.Asset, balance})
	}
	var senders []string
	for _, n := range s.networks {
		senders = append(senders, n.Capital...)
	}
	slices.Sort(senders)
	sums, err := flowsOf(tx)
	if err != nil {
		return f, err
	}
	f.Income, f.Paid = sums.under(incomeHeadings), sums.under(paidHeadings)
	for _, read := range []func() error{
		func() (err error) { f.Emission, err = emissionOf(tx); return err },
		func() (err error) { f.Interest, err = interestOf(tx, f.Pools); return err },
		func() (err error) { f.Fundings, err = fundingsOf(tx); return err },
		func() (err error) { f.Capital, err = capitalOf(tx, slices.Compact(senders)); return err },
		func() (err error) { f.Voids, err = refundsOf(tx); return err },
		func() (err error) { f.Withdrawals, err = withdrawalsOf(tx); return err },
		func() error {
			reach, _, err := sqldb.Find(tx, reachTable.Scan, selectReach, theReach)
			f.Flows.Number = reach.seq
			return err
		},
		func() (err error) {
			if s.Game != nil {
				f.Game, err = s.Game(tx)
			}
			return err
		},
		func() error {
			if s.Snapshots == nil {
				return nil
			}
			list, err := s.Snapshots(tx, snapshotsShown)
			f.Snapshots = append(f.Snapshots, list...)
			return err
		},
	} {
		if err := read(); err != nil {
			return f, err
		}
	}
	return f, nil
}

// Changelog is what changed, and what went wrong.
type Changelog struct {
	At         time.Time  `json:"at"`
	Parameters []Change   `json:"parameters" nullable:"false" doc:"The newest two hundred, the one that takes effect last first"`
	Incidents  []Incident `json:"incidents" nullable:"false"`
	Stops      []Stop     `json:"stops" nullable:"false" doc:"What stands still now"`
	Journal    HeadOut    `json:"journal"`
	Audit      HeadOut    `json:"audit"`
}

// Change is a parameter that got another value. Who changed it stands in the audit log.
type Change struct {
	Name        string    `json:"name"`
	Old         string    `json:"old"`
	New         string    `json:"new"`
	CreatedAt   time.Time `json:"createdAt"`
	EffectiveAt time.Time `json:"effectiveAt"`
}

// Stop is a part that stands still.
type Stop struct {
	Part      emergency.Part `json:"part"`
	Reason    string         `json:"reason"`
	Automatic bool           `json:"automatic" doc:"The check of the books stopped it"`
	Since     time.Time      `json:"since"`
}

func (s *Service) changelogIn(tx *sqldb.Tx) (c Changelog, err error) {
	c = Changelog{At: tx.Now(), Parameters: []Change{}, Stops: []Stop{}}
	if s.Params != nil {
		entries, err := s.Params.Changelog(tx)
		if err != nil {
			return c, err
		}
		for _, e := range entries {
			c.Parameters = append(c.Parameters, Change{e.Name, e.From, e.To, e.CreatedAt, e.EffectiveAt})
		}
	}
	stops, err := emergency.Active(tx)
	if err != nil {
		return c, err
	}
	for _, stop := range stops {
		c.Stops = append(c.Stops, Stop{stop.Part, stop.Reason, stop.IsAutomatic(), stop.ChangedAt})
	}
	h, err := HeadsOf(tx)
	if err != nil {
		return c, err
	}
	c.Journal, c.Audit = h.out()
	c.Incidents, err = incidentsOf(tx)
	return c, err
}

// view reads for everybody, whoever asked first and left.
func view[T any](ctx context.Context, s *Service, c *cached[T], read func(tx *sqldb.Tx) (T, error)) (T, error) {
	return c.get(func() (T, error) {
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), readWithin)
		defer cancel()
		return sqldb.Value(within, s.DB.View, read)
	})
}

// readWithin bounds what everybody waits for.
const readWithin = 5 * time.Second

func reasonsOf(counts map[string]int64) []Reason {
	list := []Reason{}
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, Reason{reason, counts[reason]})
	}
	return list
}
