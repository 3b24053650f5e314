package user

import (
	"encoding/json"

	"etld/internal/base/each"
	"etld/internal/infra/sqldb"
)

// Who is a user as operators read one: what embeds it is Named.
type Who struct {
	UserID   string `json:"userId" doc:"Empty for nobody"`
	UserName string `json:"userName" doc:"The wallet, masked; empty for nobody"`
}

// Namings are the one of the user.
func (w *Who) Namings() []Naming { return []Naming{{w.UserID, &w.UserName}} }

// Naming is the id of a user, or nothing, and where the user's name belongs.
type Naming struct {
	ID   string
	Name *string
}

// Named is what shows users to operators.
type Named interface{ Namings() []Naming }

// WhoIn is the user whom a payload names, or nobody.
func WhoIn(payload []byte) Who {
	var named struct {
		UserID string `json:"userId"`
	}
	if json.Unmarshal(payload, &named) != nil {
		return Who{}
	}
	return Who{UserID: named.UserID}
}

// NameIn fills in the names of the users whom something shows, where it shows any.
func NameIn[T any](tx sqldb.Command, shown *T) error {
	if named, isNamed := any(shown).(Named); isNamed {
		return name(tx, named.Namings())
	}
	return nil
}

// NameEach fills in the names of the users in rows, all of them at once.
func NameEach[T any](tx sqldb.Command, rows []T) error {
	var namings []Naming
	for i := range rows {
		if named, isNamed := any(&rows[i]).(Named); isNamed {
			namings = append(namings, named.Namings()...)
		}
	}
	return name(tx, namings)
}

// name writes masked wallets to where they belong; who is not known gets none.
func name(tx sqldb.Command, namings []Naming) error {
	if err := Load(tx, each.Of(namings, func(n Naming) string { return n.ID })); err != nil {
		return err
	}
	for _, n := range namings {
		p, found, err := byID.Get(tx, n.ID)
		if err != nil {
			return err
		}
		if found {
			*n.Name = Mask(p.Address)
		}
	}
	return nil
}
