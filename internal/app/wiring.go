package app

import (
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/features/machine"
	"etld/internal/features/node"
	"etld/internal/infra/chain/walletsig"
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

func (people) ByAddress(tx *sqldb.Tx, address string) (o payment.Owner, found bool, err error) {
	p, found, err := user.FindByAddress(tx, address)
	if err != nil || !found {
		return o, found, err
	}
	w, _, err := user.WalletOf(tx, address)
	return payment.Owner{UserID: p.ID, OnlyOn: w.ChainID}, true, err
}

func (people) IsPlain(tx *sqldb.Tx, address string) (bool, error) {
	w, _, err := user.WalletOf(tx, address)
	return w.Kind == walletsig.KindPlain, err
}

func (people) ProvePlain(tx *sqldb.Tx, address, message, signature string) error {
	return user.Prove(tx, user.Wallet{Address: address, Kind: walletsig.KindPlain, Message: message, Signature: signature})
}

func (people) AddressOf(tx *sqldb.Tx, userID string) (string, error) {
	p, err := user.Find(tx, userID)
	return p.Address, err
}

// nodeListener tells nodes of machines that start.
type nodeListener struct{ *Program }

func (n nodeListener) Hints(string) []sqldb.Hint { return n.node.SaleHints(n.settings.Clock.Now()) }

func (n nodeListener) MachineStarted(tx *sqldb.Tx, e machine.Started) error {
	return n.node.MachineStarted(tx, node.Sale{NewPart: e.NewPart, RepurchasePart: e.Price - e.NewPart,
		Diamond: e.Split.Diamond, Star: e.Split.Star, King: e.Split.King, At: e.At})
}

func (nodeListener) MachineEnded(*sqldb.Tx, machine.Ended) error { return nil }
