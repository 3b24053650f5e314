package param

import "etld/internal/base/fault"

// ErrParameter is for operators whose change of a parameter cannot be.
var ErrParameter = fault.New(2023, "parameter_refused")
