package shop

import (
	"log/slog"

	"etld/internal/base/entropy"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/picture"
	"etld/internal/core/user"
	"etld/internal/features/shop/address"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
)

// Config is what the service is built from. Every part but Sealer is
// needed; without one there are no addresses to send anything to.
type Config struct {
	DB        *sqldb.DB
	Notices   user.Notices
	Addresses *address.Service
	Sealer    *seal.Sealer
	Log       *slog.Logger
	Ledger    *ledger.Ledger
	Chance    entropy.Source
	Payments  checkout.Payments
	Pictures  *picture.Service
}

// Service is the capability: goods and what becomes of them.
type Service struct {
	*shared
	shelf shelf
	Sale  sale
}

// shared is what both chapters stand on; neither uses the other.
type shared struct {
	Config
	checkout *checkout.Service
	store    *store
}

type (
	// shelf is the goods: shown to buyers, changed by operators.
	shelf struct{ *shared }
	// sale takes orders until they are shipped or invalid.
	sale struct{ *shared }
)

// New builds the service.
func New(c Config) *Service {
	p := &shared{Config: c, store: newStore()}
	s := &Service{p, shelf{p}, sale{p}}
	p.checkout = checkout.New(checkout.Config{Purpose: payment.ForGoods, RefType: ledger.RefGoodsOrder, Seller: seller{s.Sale}, Ledger: c.Ledger, Payments: c.Payments,
		Escrow: ledger.Order, Refund: ledger.OrderRefund})
	return s
}
