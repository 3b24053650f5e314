package payment

import (
	"etld/internal/core/user"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

// signedUp are the people of the platform.
type signedUp struct{}

func (signedUp) ByAddress(tx sqldb.Command, address string) (o Owner, found bool, err error) {
	p, found, err := user.FindByAddress(tx, address)
	if err != nil || !found {
		return o, found, err
	}
	w, _, err := user.WalletOf(tx, address)
	return Owner{UserID: p.ID, OnlyOn: w.ChainID}, true, err
}

func (signedUp) IsPlain(tx sqldb.Command, address string) (bool, error) {
	w, _, err := user.WalletOf(tx, address)
	return w.Kind == walletsig.KindPlain, err
}

func (signedUp) ProvePlain(tx sqldb.Command, address, message, signature string) error {
	return user.Prove(tx, user.Wallet{Address: address, Kind: walletsig.KindPlain, Message: message, Signature: signature})
}

func (signedUp) AddressOf(tx sqldb.Command, userID string) (string, error) {
	p, err := user.Find(tx, userID)
	return p.Address, err
}
