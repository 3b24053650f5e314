package app

import (
	"context"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// emptyChain says that nobody holds anything.
type emptyChain struct{ nowhere }

func (emptyChain) Balance(context.Context, common.Address, common.Address) (*big.Int, error) {
	return new(big.Int), nil
}

func (emptyChain) FinalBalance(context.Context, common.Address) (*big.Int, error) {
	return new(big.Int), nil
}

// A program that stops leaves its wallets: the next one, or another instance, pays at once.
func TestAStopLeavesTheWallets(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := hotWallet()
		w.Chain = emptyChain{}
		p := newDemo(t, engine, w)
		p.settings.Config.Pay = true
		leased := func() (count int64) {
			t.Helper()
			if err := p.db.View(t.Context(), func(tx *sqldb.Tx) error {
				_, err := tx.QueryOne(sqldb.Dest(&count), `SELECT COUNT(*) FROM payout_wallet WHERE held_until > 0`)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return count
		}
		if err := p.WorkPayouts(t.Context()); err != nil {
			t.Fatal(err)
		}
		if leased() != 1 {
			t.Fatal("nobody works the wallet")
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if err := p.startBackground(stopped).Wait(); err != nil {
			t.Fatal(err)
		}
		if leased() != 0 {
			t.Error("the wallet is kept after the stop")
		}
	})
}
