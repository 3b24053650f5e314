package shop

import (
	"encoding/json"
	"fmt"

	"etld/internal/base/fault"
	"etld/internal/features/shop/address"
)

// sealOwner is whom an order's address is sealed for.
func sealOwner(orderNo string) string { return "order|" + orderNo }

func (s *Service) sealAddress(orderNo string, to address.Form) (string, error) {
	text, err := json.Marshal(to)
	if err != nil {
		return "", fmt.Errorf("order %s: %w", orderNo, err)
	}
	return s.sealer.Seal(text, sealOwner(orderNo)), nil
}

// addressOf opens an order's address; it is empty once it was erased.
func (s *Service) addressOf(o Order) (to address.Form, err error) {
	if o.Sealed == "" {
		return to, nil
	}
	if s.sealer == nil {
		return to, fault.Maintenance
	}
	text, err := s.sealer.Open(o.Sealed, sealOwner(o.ID))
	if err == nil {
		err = json.Unmarshal(text, &to)
	}
	if err != nil {
		return to, fmt.Errorf("order %s: %w", o.ID, err)
	}
	return to, nil
}
