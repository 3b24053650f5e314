package nodes

import (
	"io"
	"log/slog"
	"testing"

	"etld/internal/infra/chain/chaintest"
)

// The nodes named are asked as one, until they are hung up. Nodes of another chain
// and addresses of none are refused.
func TestDial(t *testing.T) {
	t.Parallel()
	process, _ := chaintest.StartAnvil(t)
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	pool, hangUp, err := Dial(t.Context(), BEP20, Config{URLs: process.URL + ", " + process.URL, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer hangUp()
	if health := pool.Health(); len(health) != 2 {
		t.Errorf("asked are %+v", health)
	}
	if _, err := pool.Head(t.Context()); err != nil {
		t.Error(err)
	}
	for name, url := range map[string]string{"of another chain": process.URL, "no address": "nowhere at all"} {
		if _, _, err := Dial(t.Context(), ERC20, Config{URLs: url, Log: log}); err == nil {
			t.Errorf("a node %s is connected", name)
		}
	}
}
