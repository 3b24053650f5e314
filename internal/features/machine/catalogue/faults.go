package catalogue

import "etld/internal/base/fault"

// ErrFull refuses a product beyond what is shown.
var ErrFull = fault.New(2071, "machine_catalogue_full")
