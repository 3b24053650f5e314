package checkout

import (
	"time"

	"etld/internal/base/money"
)

// QuantityMax is how much one order may ask for.
const QuantityMax = 10

// Asked is what a call to buy names besides the product, the same for every seller.
type Asked struct {
	// Quantity has a refusal of the seller's own when it is missing.
	Quantity     int     `query:"quantity" optional:"true" minimum:"1" maximum:"10"`
	PayType      PayType `query:"payType" doc:"Unpaid orders may reserve a fifth of what is for sale: of fewer than five one; above it chain is refused with 1506, though balance is not"`
	TermsVersion string  `query:"termsVersion" maxLength:"64"`
	StartNow     bool    `query:"startNow" default:"false" doc:"Waives the cooling-off"`
}

// Order is a user's order of a product.
func (a Asked) Order(userID, productID string) Order {
	return Order{UserID: userID, ProductID: productID, Quantity: int64(a.Quantity), PayType: a.PayType, TermsVersion: a.TermsVersion, StartNow: a.StartNow}
}

// ToPay is what is to be paid on chain, for the answer to a purchase; all of it
// is null for one that the balance paid.
type ToPay struct {
	IntentNo   *string       `json:"intentNo" doc:"Only for payType chain, as the rest"`
	PayAddress *string       `json:"payAddress"`
	Network    *string       `json:"network"`
	Token      *string       `json:"token" doc:"The token's contract"`
	Amount     *money.Amount `json:"amount"`
	ExpireAt   *time.Time    `json:"expireAt"`
}

// ToPay is what the receipt's buyer has to pay on chain.
func (r Receipt) ToPay() ToPay {
	i := r.Intent
	if i == nil {
		return ToPay{}
	}
	return ToPay{IntentNo: &i.No, PayAddress: &i.PayAddress, Network: &i.Network, Token: &i.Token, Amount: &i.Amount, ExpireAt: &i.ExpireAt}
}
