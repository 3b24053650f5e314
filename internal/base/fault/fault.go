// Package fault describes how the product says no.
//
// A refusal is a Fault: a number of the public catalogue, a stable name, and
// parameters for its localised text. Everything else that goes wrong is an
// ordinary error and reaches the user only as a system error.
package fault

import (
	"errors"
	"maps"
	"strings"
)

// Fault is a refusal a caller can act on. Faults are values: compare with
// errors.Is, which looks at the name and ignores parameters.
type Fault struct {
	// Code is the number in the public error catalogue.
	Code int
	// Name is stable and lower-case. Several names may share a code and with
	// it the localised text.
	Name string
	// Params fill the text's placeholders and travel in the answer's data.
	Params map[string]string
	// Transient says that the same request may succeed later and that its
	// refusal must not be stored as the request's answer.
	Transient bool
}

// New declares a fault. Packages declare theirs in faults.go.
func New(code int, name string) Fault { return Fault{Code: code, Name: name} }

// NewTransient declares a fault whose refusal is not stored for a request id.
func NewTransient(code int, name string) Fault {
	return Fault{Code: code, Name: name, Transient: true}
}

// The numbers of what a user's balance is too small for.
const shortOfUSDT, shortOfOther = 1201, 1202

// IsShort says that a user's balance, of USDT or of another currency, is too small.
func (f Fault) IsShort() bool { return f.Code == shortOfUSDT || f.Code == shortOfOther }

// Error is for logs; users see the localised text.
func (f Fault) Error() string { return f.Name }

// Is compares names.
func (f Fault) Is(target error) bool {
	other, ok := target.(Fault)
	return ok && other.Name == f.Name
}

// With is the fault with one more parameter.
func (f Fault) With(key, value string) Fault {
	params := make(map[string]string, len(f.Params)+1)
	maps.Copy(params, f.Params)
	params[key] = value
	f.Params = params
	return f
}

// As finds a fault in an error chain.
func As(err error) (Fault, bool) { return errors.AsType[Fault](err) }

// Text is an error's text as a database takes it, of so many bytes at most: PostgreSQL
// refuses bytes that are no UTF-8, and zero ones.
func Text(err error, most int) string {
	text := err.Error()
	text = text[:min(len(text), most)]
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
}

// Faults every call may answer with.
var (
	SignInAgain  = NewTransient(1001, "sign_in_again")
	InvalidField = New(1002, "invalid_parameter")
	NotFound     = New(1005, "not_found")
	System       = NewTransient(1008, "system_error")
	OtherData    = New(1009, "request_id_reused")
	TooMany      = NewTransient(1010, "too_many_requests")
	Maintenance  = NewTransient(1011, "under_maintenance")
)

// Invalid is InvalidField naming the field.
func Invalid(field string) Fault { return InvalidField.With("field", field) }

// Known takes what a lookup answers, and refuses with NotFound what it did not find.
func Known[T any](v T, found bool, err error) (T, error) {
	if err == nil && !found {
		err = NotFound
	}
	return v, err
}
