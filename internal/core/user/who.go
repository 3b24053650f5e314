package user

import (
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

// Name writes the masked wallets of users to where they belong. It reads all of them at
// once; who is not known gets no name.
func Name(tx sqldb.Command, namings []Naming) error {
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
