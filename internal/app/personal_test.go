package app

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/infra/config"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// After the key was replaced, the new one alone opens what users wrote and where
// their orders go.
func TestTheKeyOfPersonalDataIsReplaced(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		replaceTheKey(t, dbtest.Address(t, engine))
	})
}

func replaceTheKey(t *testing.T, database string) {
	t.Helper()
	ctx := t.Context()
	former, present := strings.Repeat("ab", seal.KeyBytes), strings.Repeat("cd", seal.KeyBytes)
	with := func(key, formerKey string, do func(p *Program) error) error {
		p, err := offline(ctx, config.Config{Host: "localhost", Database: database, PersonalKey: key, PersonalKeyFormer: formerKey}, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		return errors.Join(do(p), p.Close())
	}
	var userID, orderNo string
	err := with(former, "", func(p *Program) error {
		w := p.world(t)
		w.Update(seeds{p}.seedDemoShop)
		userID = w.User(1)
		orderNo = p.order(t, userID, "quietFan")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "etld.toml")
	rotate := func(keys ...string) (string, error) {
		if err := os.WriteFile(file, []byte(strings.Join(keys, "\n")), 0o600); err != nil {
			return "", err
		}
		var out strings.Builder
		err := Run(ctx, []string{"seal", "rotate", "--database", database, "--log-level", "error", "-config", file}, &out, io.Discard)
		return out.String(), err
	}
	isPresent, wasFormer := `personal-key = "`+present+`"`, `personal-key-former = "`+former+`"`
	if _, err := rotate(isPresent); !errors.Is(err, seal.ErrSealed) || !strings.Contains(err.Error(), "address|") {
		t.Errorf("without the former key: %v", err)
	}
	for _, want := range []string{"1 addresses of users and 1 of orders", "0 addresses of users and 0 of orders"} {
		if out, err := rotate(isPresent, wasFormer); err != nil || !strings.HasPrefix(out, want) {
			t.Errorf("%q, %v; want %s", out, err, want)
		}
	}
	err = with(present, "", func(p *Program) error {
		return p.db.View(ctx, func(tx *sqldb.Tx) error {
			list, err := p.addresses.Of(tx, userID)
			if err == nil && (len(list) != 1 || list[0].Region != "TW") {
				t.Errorf("the new key opens %+v", list)
			}
			return err
		})
	})
	if err != nil {
		t.Error(err)
	}
	if got := addressOfOrder(t, database, orderNo, present); !strings.Contains(got, `"region":"TW"`) {
		t.Errorf("the new key opens an order's address as %s", got)
	}
	if _, err := rotate(`personal-key = "short"`); !errors.Is(err, seal.ErrKey) {
		t.Errorf("a short key: %v", err)
	}
	if err := Run(ctx, []string{"seal"}, io.Discard, io.Discard); !errors.Is(err, ErrRotateUsage) {
		t.Errorf("no word behind seal: %v", err)
	}
}

// addressOfOrder is what a key opens in the database itself.
func addressOfOrder(t *testing.T, database, orderNo, key string) string {
	t.Helper()
	parsed, err := seal.ParseKey(key)
	if err != nil {
		t.Fatal(err)
	}
	sealer, err := seal.New(parsed, entropy.System())
	if err != nil {
		t.Fatal(err)
	}
	var opened []byte
	err = dbtest.Open(t, database, dbtest.NewClock()).View(t.Context(), func(tx *sqldb.Tx) error {
		found, err := sqldb.Collect(tx, sqldb.One[string], `SELECT sealed FROM shop_order WHERE id = $1`, orderNo)
		if err == nil {
			opened, err = sealer.Open(strings.Join(found, ""), "order|"+orderNo)
		}
		return err
	})
	if err != nil {
		t.Errorf("order %s: %v", orderNo, err)
	}
	return string(opened)
}
