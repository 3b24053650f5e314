package shop

import (
	"errors"
	"time"

	"etld/internal/core/checkout"
	"etld/internal/infra/sqldb"
)

// seller is what checkout tells of payments that end.
type seller struct{ *Service }

var errNoOrder = errors.New("shop: nothing was ordered")

// EffectiveNow is now.
func (seller) EffectiveNow(tx *sqldb.Tx) (time.Time, error) { return tx.Now(), nil }

// Paid has no order to be about.
func (seller) Paid(*sqldb.Tx, checkout.Order, time.Time) error { return errNoOrder }

// Lapsed has no order to be about.
func (seller) Lapsed(*sqldb.Tx, checkout.Order, time.Time, string) error { return errNoOrder }
