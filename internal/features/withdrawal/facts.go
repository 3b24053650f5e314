package withdrawal

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

// facts is all that a request is judged by, read at the door: what follows decides
// without the database.
type facts struct {
	now     time.Time
	address common.Address
	kind    walletsig.Kind
	// closed is why the offer is not open; empty while it is.
	closed string
	terms  terms.Terms
	room   terms.Room
	// askAgainAt is when there is room for another request; see mayAskAgain.
	askAgainAt time.Time
	// said is what the statement says, misfit why it is none of this request's, and
	// isUsed that a withdrawal was made with it.
	said   signer.Withdrawal
	misfit error
	isUsed bool
	// price is what one of the currency costs in USDT; 0 without a fresh one.
	price  money.Amount
	limits terms.Limits
	// inputs are the other withdrawals, and who asks.
	inputs terms.Inputs
}

// factsOf reads what a request is judged by.
func (s door) factsOf(tx *sqldb.Tx, o terms.Offer, request Request) (f facts, err error) {
	f.now = tx.Now()
	person, err := user.Find(tx, request.UserID)
	if err != nil {
		return f, err
	}
	f.address = common.HexToAddress(person.Address)
	if f.kind, err = s.Wallets.Kind(tx, person.Address); err != nil {
		return f, err
	}
	paused, err := s.pauses(tx)
	if err != nil {
		return f, err
	}
	if f.closed, err = s.closure(o, f.kind, paused); err != nil {
		return f, err
	}
	if f.terms, f.room, err = s.roomOf(tx, request.UserID, o); err != nil {
		return f, err
	}
	if f.askAgainAt, err = mayAskAgain(tx, request.UserID); err != nil {
		return f, err
	}
	if err := s.readStatement(tx, &f, o, request); err != nil {
		return f, err
	}
	if f.price, err = s.priceOf(tx, o.Asset); err != nil {
		return f, err
	}
	if f.limits, err = terms.CurrentLimits(tx); err != nil {
		return f, err
	}
	f.inputs, err = s.riskInputsOf(tx, person, "", f.said.At)
	return f, err
}

// roomOf is an offer's terms, and what the user's balance and day leave. What is begun on a
// day bounds a request: a payout above it alone would never be paid.
func (s door) roomOf(tx *sqldb.Tx, userID string, o terms.Offer) (t terms.Terms, r terms.Room, err error) {
	if t, err = o.Terms(tx); err != nil {
		return t, r, err
	}
	if _, coin, unpaid := s.Payouts.Orders.CoinOf(o.Network, o.Asset); unpaid == nil && coin.DayMax > 0 {
		t.MaxRequest = min(t.MaxRequest, coin.DayMax)
	}
	used, err := usedToday(tx, userID, o.Asset, clock.DayOf(tx.Now()).Start())
	if err != nil {
		return t, r, err
	}
	r.DayRest = t.RestOf(used)
	r.Available, err = s.Ledger.Balance(tx, ledger.AvailableOf(userID, o.Asset))
	return t, r, err
}

// readStatement takes the statement apart and finds whether it was used.
func (s door) readStatement(tx *sqldb.Tx, f *facts, o terms.Offer, request Request) error {
	var isOfOther bool
	f.said, isOfOther, f.misfit = expected{host: s.Host, quantity: request.Quantity, fee: f.terms.Fee, asset: o.Asset, network: o.Network, address: f.address,
		requestID: request.RequestID}.read(request.Message)
	if f.misfit != nil && !isOfOther {
		return nil
	}
	used, err := withdrawals(tx, selectByStatement, request.UserID, f.said.RequestID)
	f.isUsed = len(used) > 0
	return err
}

// priceOf is what one of a currency costs in USDT; 0 without a fresh price.
func (s door) priceOf(tx sqldb.Command, asset money.Asset) (money.Amount, error) {
	if asset == money.USDT {
		return money.Unit, nil
	}
	q, err := s.Prices.Find(tx, asset)
	if err != nil || !q.Usable() {
		return 0, err
	}
	return q.Price, nil
}

// riskInputsOf are a user's other withdrawals around a time, and what else decides who
// must approve one.
func (s door) riskInputsOf(tx *sqldb.Tx, person user.Person, but string, signedAt time.Time) (in terms.Inputs, err error) {
	if in.User, err = recentOf(tx, person.ID, but, signedAt); err != nil {
		return in, err
	}
	if in.Automatic, err = automaticOf(tx, clock.DayOf(tx.Now()).Start()); err != nil {
		return in, err
	}
	in.Age, in.IsFlagged = tx.Now().Sub(person.CreatedAt), person.IsSuspended(tx.Now()) || person.IsRobot
	if !in.IsFlagged {
		in.IsFlagged, err = s.Flags.HasOpen(tx, person.ID)
	}
	return in, err
}
