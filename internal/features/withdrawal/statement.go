package withdrawal

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig"
)

// messageAgeMax is how far a statement's time may be from ours.
const messageAgeMax = 5 * time.Minute

// expected is what the statement of a request must say.
type expected struct {
	host      string
	quantity  money.Amount
	fee       money.Amount
	asset     money.Asset
	network   string
	address   common.Address
	requestID string
}

// read takes a statement apart and holds it to the request. isOfOther says that
// it is a good statement of the same wallet for another request, which may have
// been used. It refuses with ErrSignature what says something else, and with
// ErrExpired what was made for terms that have changed since.
func (e expected) read(text string) (w signer.Withdrawal, isOfOther bool, err error) {
	w, err = signer.ReadStatement(e.host, text)
	if err != nil || w.Address != e.address {
		return w, false, ErrSignature
	}
	switch {
	case w.RequestID != e.requestID:
		return w, true, ErrSignature
	case w.Quantity != e.quantity || w.Currency != e.asset || w.Network != e.network:
		return w, false, ErrSignature
	case w.Fee != e.fee:
		return w, false, ErrExpired
	}
	return w, false, nil
}

// isFresh says that a statement was made now, give or take.
func isFresh(at, now time.Time) bool { return now.Sub(at).Abs() <= messageAgeMax }

// isSignedByPlain says that a plain wallet signed the text.
func isSignedByPlain(address common.Address, text, signature string) bool {
	parsed, err := walletsig.Parse(signature)
	if err != nil {
		return false
	}
	by, err := walletsig.Recover(walletsig.Digest(text), parsed)
	return err == nil && by == address
}
