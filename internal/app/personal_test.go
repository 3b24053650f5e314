package app

import (
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/core/user"
	"etld/internal/features/shop/address"
	"etld/internal/infra/config"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
)

// After the key was replaced, the new one alone opens what users wrote.
func TestTheKeyOfPersonalDataIsReplaced(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	former, present := strings.Repeat("ab", seal.KeyBytes), strings.Repeat("cd", seal.KeyBytes)
	database := "sqlite:" + filepath.Join(t.TempDir(), "etld.db")
	if err := sqldb.Migrate(ctx, database); err != nil {
		t.Fatal(err)
	}
	with := func(key, formerKey string, do func(p *Program) error) error {
		p, err := offline(ctx, config.Config{Host: "localhost", Database: database, PersonalKey: key, PersonalKeyFormer: formerKey}, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		return errors.Join(do(p), p.Close())
	}
	form := address.Form{Name: "Ann", Phone: "0912345678", Detail: "1 Harbour Road"}
	var userID string
	err := with(former, "", func(p *Program) error {
		err := p.db.Update(ctx, func(tx *sqldb.Tx) error {
			made, err := user.Create(tx, entropy.System(), user.New{Address: "0x00000000000000000000000000000000000000aa"})
			userID = made.ID
			return err
		})
		_, added := p.addresses.Add(ctx, userID, form)
		return errors.Join(err, added)
	})
	if err != nil {
		t.Fatal(err)
	}
	rotate := func(more ...string) (string, error) {
		var out strings.Builder
		err := Run(ctx, append([]string{"seal", "rotate", "--database", database, "--log-level", "error"}, more...), &out, io.Discard)
		return out.String(), err
	}
	if _, err := rotate("--personal-key", present); !errors.Is(err, seal.ErrSealed) {
		t.Errorf("without the former key: %v", err)
	}
	for _, want := range []string{"1 addresses", "0 addresses"} {
		if out, err := rotate("--personal-key", present, "--personal-key-former", former); err != nil || !strings.HasPrefix(out, want) {
			t.Errorf("%q, %v; want %s", out, err, want)
		}
	}
	err = with(present, "", func(p *Program) error {
		return p.db.View(ctx, func(tx *sqldb.Tx) error {
			list, err := p.addresses.Of(tx, userID)
			if err == nil && (len(list) != 1 || list[0].Form != form) {
				t.Errorf("the new key opens %+v", list)
			}
			return err
		})
	})
	if err != nil {
		t.Error(err)
	}
	if _, err := rotate("--personal-key", "short"); !errors.Is(err, seal.ErrKey) {
		t.Errorf("a short key: %v", err)
	}
	if err := Run(ctx, []string{"seal"}, io.Discard, io.Discard); !errors.Is(err, ErrSealUsage) {
		t.Errorf("no word behind seal: %v", err)
	}
}
