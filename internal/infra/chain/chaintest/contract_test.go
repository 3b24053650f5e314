package chaintest_test

import (
	"testing"

	"etld/internal/infra/chain/chaintest"
)

func TestFakeProviderContract(t *testing.T) {
	t.Parallel()
	chaintest.RunProviderContract(t, func(*testing.T) chaintest.World { return chaintest.NewFakeWorld() })
}

func TestAnvilProviderContract(t *testing.T) {
	t.Parallel()
	chaintest.RunProviderContract(t, func(t *testing.T) chaintest.World { return chaintest.NewAnvilWorld(t) })
}
