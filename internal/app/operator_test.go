package app

import (
	"context"
	"errors"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"log/slog"

	"etld/internal/base/fault"
	"etld/internal/core/operator/emergency"
	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
)

func TestEmergencyGate(t *testing.T) {
	t.Parallel()
	c := config.Config{DataDir: t.TempDir(), Host: "localhost"}
	c.Database = "sqlite:" + filepath.Join(c.DataDir, "gate.db")
	if err := sqldb.Migrate(context.Background(), c.Database); err != nil {
		t.Fatal(err)
	}
	p, err := offline(context.Background(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}()
	gate := emergency.Gate{}
	pass := func(part string) error {
		return p.db.Command(context.Background(), func(tx sqldb.Command) error { return gate.Pass(tx, part) }, gate.Hints(part)...)
	}
	// These commands have no refusal of their own while their part is stopped.
	parts := p.api.Parts()
	if want := map[string]string{"/api/miner/purchaseMiner": string(emergency.Sales), "/api/node/purchase": string(emergency.Sales),
		"/api/shop/createOrder": string(emergency.Sales), "/api/trade/sell": string(emergency.Sell),
		"/api/game/join":             string(emergency.Game),
		"/api/userAccount/qExchange": string(emergency.Swap)}; !maps.Equal(parts, want) {
		t.Errorf("stops hold %v, want %v", parts, want)
	}
	for path, part := range parts {
		if !slices.Contains(emergency.Parts(), emergency.Part(part)) {
			t.Errorf("%s belongs to %s, which is no part", path, part)
		}
	}
	sell, swap := parts["/api/trade/sell"], parts["/api/userAccount/qExchange"]
	if err := errors.Join(pass(sell), pass(swap)); err != nil {
		t.Fatalf("nothing is stopped: %v", err)
	}
	err = p.db.Update(context.Background(), func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`INSERT INTO operator_stop (part, is_stopped, reason, changed_at, decided_at) VALUES ('sell', 1, 'test', 1, 1)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := pass(sell); !errors.Is(err, fault.Maintenance) {
		t.Errorf("a stopped part: %v", err)
	}
	if err := pass(swap); err != nil {
		t.Errorf("another part: %v", err)
	}
}

// Whoever adds an operator reads in which database, and begins none by it.
func TestTheOperatorCommandNamesItsDatabase(t *testing.T) {
	t.Parallel()
	folder, address := t.TempDir(), "0x"+strings.Repeat("ab", 20)
	if err := Run(t.Context(), []string{"migrate", "--data-dir", folder}, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	said := "the database is sqlite:" + folder + "/etld.db\n"
	for _, action := range []string{"add", "reset"} {
		var out strings.Builder
		err := Run(t.Context(), []string{"operator", action, "--data-dir", folder, "--address", address}, &out, io.Discard)
		if err != nil || !strings.HasPrefix(out.String(), said+address+" ") {
			t.Errorf("%s says %q: %v", action, out.String(), err)
		}
	}
}
