package user_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const alice = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"

func TestParseAddress(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		alice:                             alice,
		strings.ToLower(alice):            alice,
		"0x" + strings.ToUpper(alice[2:]): alice,
		"0X" + alice[2:]:                  "",
		alice[2:]:                         "",
		alice + "0":                       "",
		"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg": "",
		"": "",
	} {
		if got, ok := user.ParseAddress(text); got != want || ok != (want != "") {
			t.Errorf("ParseAddress(%q) = %q, %v", text, got, ok)
		}
	}
}

func TestMask(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		alice: "0x5aAe******1BeAed", "1234567890123": "123456******890123", "123456789012": "12******", "一二三": "一二******", "": "******",
	} {
		if got := user.Mask(id); got != want {
			t.Errorf("Mask(%q) = %q, want %q", id, got, want)
		}
	}
}

func TestCreate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		ctx, chance := context.Background(), entropy.Seeded(1)
		var first, second user.Person
		create := func(tx sqldb.Command) (err error) {
			if first, err = user.Create(tx, chance, user.New{Address: strings.ToLower(alice)}); err != nil {
				return err
			}
			// The parent was made in the same transaction.
			second, err = user.Create(tx, chance, user.New{Address: "0x" + strings.Repeat("1", 40), ParentID: first.ID})
			return err
		}
		if err := db.Command(ctx, create); err != nil {
			t.Fatal(err)
		}
		if first.Address != alice || first.NickName != "0x5aAe******1BeAed" || !regexp.MustCompile(`^[0-9A-HJKMNP-TV-Z]{8}$`).MatchString(first.ReferralCode) {
			t.Errorf("the first user is %+v", first)
		}
		if link := first.InvitationLink("https://etld.example"); link != "https://etld.example/#/?pusername="+first.ReferralCode {
			t.Errorf("the link is %s", link)
		}
		err := db.View(ctx, func(tx *sqldb.Tx) error {
			for name, find := range map[string]func() (user.Person, error){
				"id":      func() (user.Person, error) { return user.Find(tx, second.ID) },
				"address": found(func() (user.Person, bool, error) { return user.FindByAddress(tx, second.Address) }),
				"name":    found(func() (user.Person, bool, error) { return user.FindReferrer(tx, strings.ToLower(second.Address)) }),
				"code":    found(func() (user.Person, bool, error) { return user.FindReferrer(tx, strings.ToLower(second.ReferralCode)) }),
			} {
				if got, err := find(); err != nil || got != second {
					t.Errorf("by %s: %+v, %v; want %+v", name, got, err, second)
				}
			}
			for _, unknown := range []string{"", "nobody", "ABCDEFGH", "0x" + strings.Repeat("2", 40)} {
				if _, ok, err := user.FindReferrer(tx, unknown); ok || err != nil {
					t.Errorf("referrer %q: %v, %v", unknown, ok, err)
				}
			}
			_, err := user.Find(tx, "nobody")
			if !errors.Is(err, fault.NotFound) {
				t.Errorf("an unknown id gives %v", err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func found(find func() (user.Person, bool, error)) func() (user.Person, error) {
	return func() (user.Person, error) {
		p, ok, err := find()
		if err == nil && !ok {
			err = errors.New("not found")
		}
		return p, err
	}
}

func TestCreateRefuses(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx, chance := context.Background(), entropy.Seeded(1)
		if err := db.Update(ctx, func(tx *sqldb.Tx) error {
			_, err := user.Create(tx, chance, user.New{Address: alice})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			new  user.New
			want error
		}{
			"the same address in another case": {user.New{Address: strings.ToLower(alice)}, user.ErrExists},
			"no address":                       {user.New{Address: "alice"}, user.ErrAddress},
			"a parent that does not exist":     {user.New{Address: "0x" + strings.Repeat("3", 40), ParentID: "nobody"}, fault.NotFound},
		} {
			err := db.Update(ctx, func(tx *sqldb.Tx) error {
				_, err := user.Create(tx, chance, c.new)
				return err
			})
			if !errors.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestRobotsReferNobody(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
		robot, err := user.Create(tx, entropy.Seeded(1), user.New{Address: alice})
		if err != nil {
			return err
		}
		if _, err := user.SetRobot(tx, robot.ID, true); err != nil {
			return err
		}
		for _, text := range []string{robot.ReferralCode, robot.Address} {
			if _, ok, err := user.FindReferrer(tx, text); ok || err != nil {
				t.Errorf("a platform account refers by %q: %v", text, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestChanges(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		var p user.Person
		err := db.Command(ctx, func(tx sqldb.Command) (err error) {
			if p, err = user.Create(tx, entropy.Seeded(1), user.New{Address: alice}); err != nil {
				return err
			}
			for _, step := range []func() (user.Person, error){
				func() (user.Person, error) { return user.SetProfile(tx, p.ID, "Ann", "") },
				func() (user.Person, error) { return user.SetProfile(tx, p.ID, "", "topaz") },
				func() (user.Person, error) { return user.SetEarnedLevel(tx, p.ID, 2) },
				func() (user.Person, error) { return user.SetGiftLevel(tx, p.ID, 3) },
				func() (user.Person, error) { return user.Suspend(tx, p.ID, "lost key", time.Time{}) },
			} {
				if p, err = step(); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		err = db.View(ctx, func(tx *sqldb.Tx) error {
			got, err := user.Find(tx, p.ID)
			if got != p || p.NickName != "Ann" || p.Image != "topaz" || p.EarnedLevel != 2 || p.Level() != 3 || p.Suspended != "lost key" {
				t.Errorf("stored %+v, answered %+v", got, p)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
