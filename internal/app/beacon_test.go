package app

import (
	"context"
	"strings"
	"testing"

	"etld/internal/base/clock"
	"etld/internal/infra/beacon"
	"etld/internal/infra/sqldb/meta"
)

func testBeacon(t *testing.T, from clock.Clock) *beacon.Local {
	t.Helper()
	rounds, err := beacon.NewLocal([]byte(t.Name()), from)
	if err != nil {
		t.Fatal(err)
	}
	return rounds
}

// A beacon whose rounds the server knows in advance never decides over real money.
func TestProductionRefusesTheLocalBeacon(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		settings Settings
		why      string
	}{
		{Settings{World: meta.Production, Beacon: testBeacon(t, &clock.System{})}, "the local beacon is for demos only"},
		{Settings{World: meta.Production}, "needs a beacon"},
		{Settings{World: meta.Demo}, "needs a beacon"},
	} {
		if _, err := Build(context.Background(), one.settings); err == nil || !strings.Contains(err.Error(), one.why) {
			t.Errorf("it starts: %v", err)
		}
	}
}
