package shop

import (
	"errors"

	"etld/internal/base/entropy"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/picture"
	"etld/internal/infra/sqldb"
)

// sellerName is what checkout knows goods by.
const sellerName = "goods"

// Pictures are shown by their ids.
type Pictures interface {
	// Shown leaves out ids that it does not know.
	Shown(tx *sqldb.Tx, ids []string) ([]picture.Picture, error)
}

// Config is what the service is built from. Every part is needed.
type Config struct {
	Ledger   *ledger.Ledger
	Chance   entropy.Source
	Payments checkout.Payments
	Pictures Pictures
}

// Service is the capability: goods and what becomes of them.
type Service struct {
	ledger   *ledger.Ledger
	chance   entropy.Source
	checkout *checkout.Service
	pictures Pictures
	store    *store
}

// New builds the service.
func New(c Config) (*Service, error) {
	if c.Ledger == nil || c.Chance == nil || c.Payments == nil || c.Pictures == nil {
		return nil, errors.New("shop: every part of the configuration is needed")
	}
	s := &Service{ledger: c.Ledger, chance: c.Chance, pictures: c.Pictures, store: newStore()}
	var err error
	s.checkout, err = checkout.New(checkout.Config{Name: sellerName, Seller: seller{s}, Ledger: c.Ledger, Payments: c.Payments,
		Escrow: ledger.Order, Refund: ledger.OrderRefund})
	return s, err
}
