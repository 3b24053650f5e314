package app

import (
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
)

// points tells sign-in how many game points a user has.
type points struct{ ledger *ledger.Ledger }

func (p points) GamePoints(tx *sqldb.Tx, userID string) (int64, error) {
	balance, err := p.ledger.Balance(tx, ledger.Of(userID, ledger.Points, money.GP))
	return int64(balance), err
}

// people tells payment whose wallet is whose.
type people struct{}

func (people) ByAddress(tx *sqldb.Tx, address string) (string, bool, error) {
	p, found, err := user.FindByAddress(tx, address)
	return p.ID, found, err
}

func (people) AddressOf(tx *sqldb.Tx, userID string) (string, error) {
	p, err := user.Find(tx, userID)
	return p.Address, err
}
