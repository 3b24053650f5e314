package shop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"etld/internal/base/fault"
	"etld/internal/features/shop/address"
	"etld/internal/infra/seal"
)

// sealOwner is whom an order's address is sealed for.
func sealOwner(orderNo string) string { return "order|" + orderNo }

func (s sale) sealAddress(orderNo string, to address.Form) (string, error) {
	text, err := json.Marshal(to)
	if err != nil {
		return "", fmt.Errorf("order %s: %w", orderNo, err)
	}
	return s.Sealer.Seal(text, sealOwner(orderNo)), nil
}

// addressOf opens an order's address; it is empty once it was erased.
func (s sale) addressOf(o Order) (to address.Form, err error) {
	if o.Sealed == "" {
		return to, nil
	}
	if s.Sealer == nil {
		return to, fault.Maintenance
	}
	text, err := s.Sealer.Open(o.Sealed, sealOwner(o.ID))
	if err == nil {
		err = json.Unmarshal(text, &to)
	}
	if err != nil {
		return to, fmt.Errorf("order %s: %w", o.ID, err)
	}
	return to, nil
}

const (
	selectSealed = `SELECT id, sealed FROM shop_order WHERE id > $1 ORDER BY id LIMIT $2`
	resealOne    = `UPDATE shop_order SET sealed = $1 WHERE id = $2 AND sealed = $3`
)

// Rotate seals with the present key what former ones sealed, and counts it.
func (s sale) Rotate(ctx context.Context) (int, error) {
	if s.Sealer == nil {
		return 0, errors.New("there is no key to seal with")
	}
	return s.Sealer.Rotate(ctx, s.DB, seal.Column{Read: selectSealed, Write: resealOne, Owner: sealOwner})
}
