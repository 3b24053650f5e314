package transparency

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/books"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/audit"
	"etld/internal/core/param"
	"etld/internal/core/payment"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/infra/sqldb"
)

// LineEvery is how far lines lie apart.
const LineEvery = 5 * time.Minute

// Config is what a Service is built from.
type Config struct {
	DB  *sqldb.DB
	Log *slog.Logger
	// Readings are the newest of the chain.
	Readings func() []reconciliation.Reading
	// Books are the balances.
	Books *ledger.Ledger
	// Game is what rounds came to; nil means that there are none.
	Game func(tx sqldb.Command) (Game, error)
	// GameDay is what the rounds of a day came to; nil means that there are none.
	GameDay func(tx *sqldb.Tx, day clock.Day) (Game, error)
	// Params are what operators can change.
	Params *param.Set
	// Networks are the chains with our addresses, and Explorer where people look at one.
	Networks []payment.Network
	Explorer func(network string) string
	// Host is what the treasury's statement names.
	Host string
	// Snapshots are the newest, for the page; nil means that there are none.
	Snapshots func(tx *sqldb.Tx, limit int) ([]Snapshot, error)
	// Origin is the site's, for cards of links.
	Origin string
}

// networksOf are the chains as the page shows them.
func networksOf(c Config) []Network {
	list := []Network{}
	for _, n := range c.Networks {
		shown := Network{Name: n.Name, ChainID: n.ChainID, Treasury: n.Treasury.Hex(), Signature: n.AddressSignature,
			Statement: payment.AddressStatement(c.Host, n), Explorer: c.Explorer(n.Name), Capital: []string{}}
		for _, address := range n.Capital {
			shown.Capital = append(shown.Capital, address.Hex())
		}
		list = append(list, shown)
	}
	return list
}

// Network is a chain as the page shows it.
type Network struct {
	Name      string `json:"network"`
	ChainID   uint64 `json:"chainId"`
	Treasury  string `json:"treasury"`
	Signature string `json:"signature" doc:"Of the treasury's address over the statement that it is ours"`
	Statement string `json:"statement" doc:"What is signed"`
	Explorer  string `json:"explorer"`
	// Capital are the addresses whose transfers are the operator's capital.
	Capital []string `json:"capital" nullable:"false"`
}

// Snapshot is a daily tree of all balances.
type Snapshot struct {
	Day   string       `json:"day"`
	USDT  money.Amount `json:"usdt"`
	ETLD  money.Amount `json:"etld"`
	ETH   money.Amount `json:"eth"`
	Depth int          `json:"depth"`
	Root  string       `json:"root"`
	Text  string       `json:"text" doc:"What is anchored"`
	// TxHash is of the anchor and State what became of it.
	TxHash string    `json:"txHash"`
	State  string    `json:"state"`
	At     time.Time `json:"at"`
}

// Service is the public line and what is shown of it.
type Service struct {
	Config
	newest   cached[Reserves]
	figures  cached[Figures]
	changes  cached[Changelog]
	past     cached[[]Reserves]
	site     *site
	networks []Network
}

// New builds the service.
func New(c Config) (*Service, error) {
	site, err := newSite()
	if err != nil {
		return nil, err
	}
	return &Service{Config: c, site: site, networks: networksOf(c)}, nil
}

// Append writes the line of a check, unless one was written in the same five minutes.
// Without totals, which could not be read, there is no line, and none before anything
// is owed: the log would begin with sums of nothing, which a page then shows for as long.
// An old reading has no place beside new totals: what left since would
// count as there.
func (s *Service) Append(ctx context.Context, b books.Added, found []ledger.Violation) error {
	if len(b.Totals) == 0 {
		return nil
	}
	readings := slices.DeleteFunc(slices.Clone(s.Readings()), func(r reconciliation.Reading) bool { return r.IsOld(b.At) })
	counts := countsOf(found)
	defer s.newest.drop()
	return s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		last, isThere, err := sqldb.Find(tx, lineTable.Scan, selectNewest)
		if err != nil || isThere && !last.at.Truncate(LineEvery).Before(b.At.Truncate(LineEvery)) {
			return err
		}
		l := Line{Number: last.number + 1, At: b.At, Previous: noHash, Readings: readings, Totals: b.Totals, Found: counts}
		if isThere {
			l.Previous = last.hash
		} else if !l.isOwing() {
			return nil
		}
		// A check may last over midnight: what was posted since it began belongs to no line of
		// the day before.
		if l.Journal, err = ledger.HeadBefore(tx, b.At); err != nil {
			return err
		}
		// The audit log is of no day: its head is the one of now.
		if l.Audit, err = audit.HeadOf(tx); err != nil {
			return err
		}
		text := l.Text()
		insertLine.Add(tx, lineRow{number: l.Number, at: l.At, text: text, hash: HashOf(text), opensDay: opensDay(last.at, l.At)})
		return nil
	})
}

// isOwing says that the line names an obligation.
func (l Line) isOwing() bool {
	return slices.ContainsFunc(currencies, func(asset money.Asset) bool { return currencyOf(l, asset).Owed != 0 })
}

// opensDay says that a line is the first of its platform day.
func opensDay(before, at time.Time) bool { return clock.DayOf(before) != clock.DayOf(at) }

// countsOf counts findings by invariant. What they say in detail may name people.
func countsOf(found []ledger.Violation) (list []Found) {
	counts := make(map[string]int64)
	for _, v := range found {
		counts[v.Invariant]++
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, Found{name, counts[name]})
	}
	return list
}

// LineHead is the last link of the public line that was written before a time: number
// 0 and a hash of zeros where there is none.
func LineHead(tx *sqldb.Tx, before time.Time) (number int64, hash string, err error) {
	row, isThere, err := sqldb.Find(tx, lineTable.Scan, selectBefore, before)
	if err != nil || !isThere {
		return 0, noHash, err
	}
	return row.number, row.hash, nil
}

// brokenLine names the invariant that the public line is whole.
const brokenLine = "public line"

// checkPage bounds the lines of one read.
const checkPage = 500

// Check recomputes every line's hash and holds each to the one before it.
func (s *Service) Check(tx *sqldb.Tx) ([]ledger.Violation, error) {
	var found ledger.Findings
	previous, last := noHash, lineRow{}
	for {
		page, err := sqldb.Collect(tx, lineTable.Scan, selectFrom, last.number+1, checkPage)
		if err != nil {
			return nil, err
		}
		for _, row := range page {
			if row.number != last.number+1 {
				found.Add(brokenLine, "line %d is missing", last.number+1)
			}
			if err := Verify(row.number, previous, row.text, row.hash); err != nil {
				found.Add(brokenLine, "line %d: %v", row.number, err)
			}
			if l, err := ParseLine(row.text); err == nil && (!l.At.Equal(row.at) || row.opensDay != opensDay(last.at, row.at)) {
				found.Add(brokenLine, "line %d stands under another time than its text has", row.number)
			}
			previous, last = row.hash, row
		}
		if len(page) < checkPage {
			return found, nil
		}
	}
}

// The reasons why a line is not what it should be.
var (
	ErrHash     = errors.New("its hash is not that of its text")
	ErrPrevious = errors.New("it does not follow the line before it")
	ErrNumber   = errors.New("its text has another number")
)

// Verify holds a line to the hash of the one before it.
func Verify(number int64, previous, text, hash string) error {
	l, err := ParseLine(text)
	switch {
	case HashOf(text) != hash:
		return ErrHash
	case err != nil:
		return err
	case l.Number != number:
		return fmt.Errorf("%w: %d", ErrNumber, l.Number)
	case l.Previous != previous:
		return ErrPrevious
	}
	return nil
}
