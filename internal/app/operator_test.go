package app

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"log/slog"

	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
)

// A path that no call has would be a stop that stops nothing.
func TestStopsHoldCallsThatExist(t *testing.T) {
	t.Parallel()
	text, err := OpenAPI(context.Background(), PublicCalls)
	if err != nil {
		t.Fatal(err)
	}
	var document struct{ Paths map[string]json.RawMessage }
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for path, part := range stoppable {
		if _, exists := document.Paths[path]; !exists {
			t.Errorf("a stop of %s holds %s, which no call is", part, path)
		}
		if !slices.Contains(operator.Parts(), part) {
			t.Errorf("%s is no part", part)
		}
	}
}

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
	pass := func(path string) error {
		return p.db.Command(context.Background(), func(tx *sqldb.Tx) error { return emergencyGate{}.Pass(tx, path) }, emergencyGate{}.Hints(path)...)
	}
	const sell, swap = "/api/trade/sell", "/api/userAccount/qExchange"
	if err := errors.Join(pass(sell), pass(swap), pass("/api/user/logout")); err != nil {
		t.Fatalf("nothing is stopped: %v", err)
	}
	err = p.db.Update(context.Background(), func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`INSERT INTO operator_stop (part, is_stopped, reason, changed_at) VALUES ('sell', 1, 'test', 1)`)
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
