package transparency

import (
	"context"
	"log/slog"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/books"
	"etld/internal/core/ledger"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/core/worldtest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// world has books, and a chain that holds what it is told to.
type world struct {
	*worldtest.World
	service  *Service
	readings []reconciliation.Reading
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c)}
	var err error
	w.service, err = New(Config{DB: db, Books: w.Ledger, Log: slog.New(slog.DiscardHandler), Readings: func() []reconciliation.Reading { return w.readings }})
	w.Must(err)
	return w
}

var (
	treasury  = common.HexToAddress("0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
	hotWallet = common.HexToAddress("0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb")
	usdt      = common.HexToAddress("0xcccccccccccccccccccccccccccccccccccccccc")
)

// onChain is a reading of USDT at two addresses.
func (w *world) onChain(sums ...string) {
	r := reconciliation.Reading{Network: "BEP-20", Asset: money.USDT, Token: usdt, Decimals: 18, Block: 4711, BlockHash: "0xb10c", At: w.Clock.Now(),
		OnChain: new(big.Int), Booked: big.NewInt(7), Recorded: big.NewInt(1), Leaving: new(big.Int)}
	for i, address := range []common.Address{treasury, hotWallet} {
		units, err := money.ToBaseUnits(money.MustParse(sums[i]), 18)
		w.Must(err)
		r.Held = append(r.Held, reconciliation.Holding{Address: address, Units: units})
		r.OnChain.Add(r.OnChain, units)
	}
	w.readings = []reconciliation.Reading{r}
}

// check adds the books up and writes the line, as the check of the books does.
func (w *world) check(found ...ledger.Violation) {
	w.T.Helper()
	w.Must(w.service.Append(context.Background(), w.added(), found))
}

// added are the books as they are now.
func (w *world) added() (b books.Added) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		b.At = tx.Now()
		b.Totals, err = ledger.Totals(tx)
		return err
	})
	return b
}
