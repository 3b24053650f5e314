package suspense

import "etld/internal/base/fault"

// ErrNotYet refuses an assignment that was not announced for this user, or not long
// enough ago for whoever signed up with the sending wallet.
var ErrNotYet = fault.New(2081, "suspense_not_announced")
