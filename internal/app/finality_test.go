package app

import (
	"errors"
	"log/slog"
	"testing"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/internal/infra/sqldb/meta"
)

// A network whose nodes have named final blocks is credited by these alone, also where they
// name none right after a start: nothing is final earlier than was promised.
func TestAStartCountsNoConfirmationsInstead(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		world, address := chaintest.NewFakeWorld(), dbtest.Address(t, engine)
		provider := world.Chain.Provider("node")
		start := func() *Program {
			on, err := noChains(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if on.Pool, err = chain.NewPool(t.Context(), chain.PoolConfig{ChainID: chaintest.ChainID}, provider); err != nil {
				t.Fatal(err)
			}
			p, err := offlineOn(t.Context(), meta.Demo, config.Config{Host: testHost, Database: address}, on, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = p.Close() })
			if err := p.recallChains(t.Context()); err != nil {
				t.Fatal(err)
			}
			return p
		}
		provider.Set(chaintest.Faults{NoFinality: true})
		first := start()
		if _, err := first.networks[0].Pool.AgreedFinalized(t.Context()); err != nil {
			t.Errorf("a chain that never named one is not counted: %v", err)
		}
		provider.Set(chaintest.Faults{})
		if err := first.watchers[0].Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		provider.Set(chaintest.Faults{NoFinality: true})
		if block, err := start().networks[0].Pool.AgreedFinalized(t.Context()); !errors.Is(err, chain.ErrNoFinality) {
			t.Errorf("after a start block %d counts as final, %v", block.Number, err)
		}
	})
}
