package shop

import (
	"context"

	"etld/internal/base/fault"
	"etld/internal/features/shop/address"
)

// sealOwner is whom an order's address is sealed for.
func sealOwner(orderNo string) string { return "order|" + orderNo }

// addressOf opens an order's address; it is empty once it was erased.
func (s sale) addressOf(o Order) (to address.Form, err error) {
	if o.Sealed == "" {
		return to, nil
	}
	if s.Sealer == nil {
		return to, fault.Maintenance
	}
	err = s.Sealer.OpenValue(o.Sealed, sealOwner(o.ID), &to)
	return to, err
}

// Rotate seals with the present key what former ones sealed, and counts it.
func (s sale) Rotate(ctx context.Context) (int, error) {
	return s.Sealer.Rotate(ctx, s.DB, orderTable.Name(), sealOwner)
}
