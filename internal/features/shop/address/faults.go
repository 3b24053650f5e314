package address

import "etld/internal/base/fault"

// Refusals.
var (
	ErrNoName   = fault.New(1012, "address_name_missing")
	ErrNoPhone  = fault.New(1013, "address_phone_missing")
	ErrNoDetail = fault.New(1014, "address_detail_missing")
	ErrTooMany  = fault.New(1804, "address_too_many")
)
