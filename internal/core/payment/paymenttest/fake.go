// Package paymenttest stands in for payments on chain in tests of those who ask
// for them.
package paymenttest

import (
	"etld/internal/base/entropy"
	"etld/internal/core/payment"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Fake opens, cancels and ends intents as payment.Service does, but takes no
// money: whoever ends one as paid has credited its amount before. What is open it
// keeps in memory, so a transaction that is undone is to be the last.
type Fake struct {
	// Intents are the open ones, by number.
	Intents  map[string]payment.Intent
	handlers map[payment.Purpose]payment.Handler
}

// New is a fake without intents.
func New() *Fake {
	return &Fake{Intents: make(map[string]payment.Intent), handlers: make(map[payment.Purpose]payment.Handler)}
}

// Handle registers who is told; a later one replaces an earlier one.
func (f *Fake) Handle(purpose payment.Purpose, h payment.Handler) { f.handlers[purpose] = h }

// OpenHints has none.
func (f *Fake) OpenHints(string) []sqldb.Hint { return nil }

// Open refuses a second open intent of a user.
func (f *Fake) Open(tx sqldb.Command, o payment.IntentRequest) (payment.Intent, error) {
	for _, i := range f.Intents {
		if i.UserID == o.UserID {
			return payment.Intent{}, payment.ErrAlreadyOpen
		}
	}
	i := payment.Intent{No: entropy.ID(entropy.System(), tx.Now()), UserID: o.UserID, Purpose: o.Purpose, Ref: o.Ref, PayAddress: "0xTreasury",
		Network: "BEP-20", Token: "0xToken", Asset: o.Asset, Amount: o.Amount, State: payment.StateOpen,
		CreatedAt: tx.Now(), ExpireAt: tx.Now().Add(payment.IntentWindow)}
	f.Intents[i.No] = i
	return i, nil
}

// Cancel ends an open intent at its user's request.
func (f *Fake) Cancel(tx sqldb.Command, no string) error {
	i, isOpen := f.Intents[no]
	if !isOpen {
		return payment.ErrNotOpen
	}
	return f.Lapse(tx, i, payment.Cancelled)
}

// Item is what an intent pays for.
func (f *Fake) Item(tx *sqldb.Tx, i payment.Intent, language httpapi.Language) (payment.Item, error) {
	return f.handlers[i.Purpose].Item(tx, i, language)
}

// Pay ends an intent as paid.
func (f *Fake) Pay(tx sqldb.Command, i payment.Intent) error {
	delete(f.Intents, i.No)
	return f.handlers[i.Purpose].Paid(tx, i)
}

// Lapse ends an intent that was not paid.
func (f *Fake) Lapse(tx sqldb.Command, i payment.Intent, cause string) error {
	delete(f.Intents, i.No)
	return f.handlers[i.Purpose].Lapsed(tx, i, cause)
}
