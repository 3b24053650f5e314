package shop

import (
	"errors"
	"log/slog"

	"etld/internal/base/entropy"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/picture"
	"etld/internal/features/shop/address"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
)

// sellerName is what checkout knows goods by.
const sellerName = "goods"

// Pictures are shown by their ids.
type Pictures interface {
	// Shown leaves out ids that it does not know.
	Shown(tx *sqldb.Tx, ids []string, l httpapi.Language) ([]picture.Picture, error)
}

// Notifier leaves a notice for a user, through lookups and writes only.
type Notifier interface {
	Send(tx *sqldb.Tx, userID, kind string, params map[string]string, link string) error
}

// Config is what the service is built from. Every part but Sealer and Log is
// needed; without a sealer there are no addresses to send anything to.
type Config struct {
	DB        *sqldb.DB
	Notices   Notifier
	Addresses *address.Service
	Sealer    *seal.Sealer
	Log       *slog.Logger
	Ledger    *ledger.Ledger
	Chance    entropy.Source
	Payments  checkout.Payments
	Pictures  Pictures
}

// Service is the capability: goods and what becomes of them.
type Service struct {
	db        *sqldb.DB
	notices   Notifier
	addresses *address.Service
	sealer    *seal.Sealer
	log       *slog.Logger
	ledger    *ledger.Ledger
	chance    entropy.Source
	checkout  *checkout.Service
	pictures  Pictures
	store     *store
}

// New builds the service.
func New(c Config) (*Service, error) {
	if c.DB == nil || c.Ledger == nil || c.Chance == nil || c.Payments == nil || c.Pictures == nil || c.Notices == nil || c.Addresses == nil {
		return nil, errors.New("shop: every part of the configuration but Sealer and Log is needed")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{db: c.DB, notices: c.Notices, addresses: c.Addresses, sealer: c.Sealer, log: c.Log,
		ledger: c.Ledger, chance: c.Chance, pictures: c.Pictures, store: newStore()}
	var err error
	s.checkout, err = checkout.New(checkout.Config{Name: sellerName, Seller: seller{s}, Ledger: c.Ledger, Payments: c.Payments,
		Escrow: ledger.Order, Refund: ledger.OrderRefund})
	return s, err
}
