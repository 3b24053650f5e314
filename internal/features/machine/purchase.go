package machine

import (
	"errors"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
)

const (
	// QuantityMax is how many machines one order may hold.
	QuantityMax = 10
	// CoolingPeriod is the buyer's time to cancel.
	CoolingPeriod = 24 * time.Hour
	// Purpose is what on-chain payments of machines are opened for.
	Purpose = "machine"

	// PayBalance and PayChain are the two ways to pay.
	PayBalance = "balance"
	PayChain   = "chain"

	// Unpaid payments hold at most one part in five of a stock and of the
	// interest pool, so that nobody can empty the shop without paying.
	unpaidPart = 5
)

// Wish is what a user asks to buy.
type Wish struct {
	UserID, ProductID string
	Quantity          int64
	PayType           string
	TermsVersion      string
	// StartNow waives the cooling-off.
	StartNow bool
}

// Bought is a purchase that was made, or is waiting for its payment.
type Bought struct {
	Order    Order
	Machines []Machine
	Terms    Terms
	// Intent is set when the payment is on chain.
	Intent *payment.Intent
}

// PurchaseHints names what Purchase will read.
func (s *Service) PurchaseHints(w Wish) []sqldb.Hint {
	hints := []sqldb.Hint{
		s.store.products.Hint(w.ProductID), s.store.stocks.Hint(w.ProductID), s.store.terms.Hint(w.TermsVersion), s.store.state.Hint(theState),
		s.store.accounts.Hint(w.UserID), s.store.machines.Hint(w.UserID), s.store.credits.Hint(w.UserID), user.Hint(w.UserID), param.Hint(),
		s.ledger.Hint(available(w.UserID)), s.ledger.Hint(cooling(w.UserID)), s.ledger.Hint(interestFree), s.ledger.Hint(interestReserved),
	}
	if w.StartNow {
		hints = append(hints, s.startHints(w.UserID)...)
	}
	if w.PayType == PayChain {
		hints = append(hints, s.payments.OpenHints(w.UserID)...)
	}
	return hints
}

// CurrentTerms are the terms under which a product is sold now.
func (s *Service) CurrentTerms(tx *sqldb.Tx, productID string) (Terms, error) {
	product, found, err := s.store.products.Get(tx, productID)
	if err != nil {
		return Terms{}, err
	}
	if !found || !product.OnSale {
		return Terms{}, fault.NotFound
	}
	return termsOf(tx, product)
}

// Purchase buys machines. It may be part of a command. It refuses, in this
// order, with fault.NotFound (no such product on sale), ErrPlatformOwned,
// ErrCatchingUp, ErrTermsChanged, ErrSoldOut, ErrUserLimit, ErrPoolTooSmall,
// and ErrInsufficient or, on chain, what opening a payment refuses with.
func (s *Service) Purchase(tx *sqldb.Tx, w Wish) (Bought, error) {
	product, found, err := s.store.products.Get(tx, w.ProductID)
	if err != nil {
		return Bought{}, err
	}
	if !found || !product.OnSale {
		return Bought{}, fault.NotFound
	}
	buyer, err := user.Find(tx, w.UserID)
	if err != nil {
		return Bought{}, err
	}
	if buyer.IsRobot {
		return Bought{}, ErrPlatformOwned
	}
	h, err := s.openSettled(tx, w.UserID)
	if err != nil {
		return Bought{}, err
	}
	terms, err := termsOf(tx, product)
	if err != nil {
		return Bought{}, err
	}
	if w.TermsVersion != terms.Version() {
		return Bought{}, ErrTermsChanged
	}
	if err := h.reserve(w, product, terms); err != nil {
		return Bought{}, err
	}
	return h.order(w, terms)
}

// reserve holds the sale's conditions and takes stock for it.
func (h *holder) reserve(w Wish, product Product, terms Terms) error {
	left, _, err := h.s.store.stocks.Get(h.tx, product.ID)
	if err != nil {
		return err
	}
	if left.Rest < w.Quantity || (w.PayType == PayChain && left.Held+w.Quantity > (left.Rest+left.Held)/unpaidPart) {
		return ErrSoldOut
	}
	if h.held(product.ID)+w.Quantity > product.UserLimit {
		return ErrUserLimit
	}
	free, err := h.s.ledger.Balance(h.tx, interestFree)
	if err != nil {
		return err
	}
	interest := terms.InterestTotal * money.Amount(w.Quantity)
	if free < interest || (w.PayType == PayChain && h.state.HeldUnpaid+interest > (free+h.state.HeldUnpaid)/unpaidPart) {
		return ErrPoolTooSmall
	}
	left.Rest -= w.Quantity
	if w.PayType == PayChain {
		left.Held += w.Quantity
		h.state.HeldUnpaid += interest
		h.s.store.putState(h.tx, h.state)
	}
	h.s.store.putStock(h.tx, product.ID, left)
	return nil
}

// held counts the user's unfinished machines of a product.
func (h *holder) held(productID string) (n int64) {
	for i := range h.machines {
		if h.machines[i].ProductID == productID && !h.machines[i].State.final() {
			n++
		}
	}
	return n
}

// order writes the machines and takes or asks for the money.
func (h *holder) order(w Wish, terms Terms) (Bought, error) {
	now := effectiveNow(h.tx, h.state)
	o := Order{ID: entropy.ID(h.s.chance, now), UserID: w.UserID, ProductID: w.ProductID, TermsVersion: w.TermsVersion, Quantity: w.Quantity,
		PayType: w.PayType, StartNow: w.StartNow, CreatedAt: now}
	list, err := h.newMachines(o, terms)
	if err != nil {
		return Bought{}, err
	}
	for _, m := range list {
		o.PayAmount += m.Price() + m.Fee
	}
	if err := h.s.store.putTerms(h.tx, w.TermsVersion, terms); err != nil {
		return Bought{}, err
	}
	first := len(h.machines)
	for _, m := range list {
		h.add(m)
	}
	var intent *payment.Intent
	if w.PayType == PayChain {
		intent, err = h.askPayment(&o, first, terms)
	} else {
		err = h.payFromBalance(o, first, terms)
	}
	if err != nil {
		return Bought{}, err
	}
	b := Bought{Order: o, Machines: slices.Clone(h.machines[first:]), Terms: terms, Intent: intent}
	return b, h.save()
}

// newMachines shares the user's open credit out over an order's machines, in
// their order: what it covers of a price is a repurchase.
func (h *holder) newMachines(o Order, terms Terms) ([]Machine, error) {
	before, err := h.credits()
	if err != nil {
		return nil, err
	}
	ids := make([]string, o.Quantity)
	for i := range ids {
		ids[i] = entropy.ID(h.s.chance, o.CreatedAt)
	}
	slices.Sort(ids)
	after := before
	list := make([]Machine, len(ids))
	for i, id := range ids {
		m := Machine{ID: id, UserID: o.UserID, OrderID: o.ID, ProductID: o.ProductID, TermsVersion: o.TermsVersion, Power: terms.Power, Open: true, CreatedAt: o.CreatedAt}
		after, m.CreditUse, m.RepurchasePart = takeCredit(after, terms.Price, o.CreatedAt)
		m.NewPart = terms.Price - m.RepurchasePart
		m.Fee = terms.feeFor(m.NewPart, m.RepurchasePart)
		list[i] = m
	}
	if len(before) > 0 {
		h.s.store.putCredits(h.tx, o.UserID, before, after)
	}
	return list, nil
}

func holdInterest(terms Terms, quantity int64) []ledger.Transfer {
	return appendTransfer(nil, ledger.InternalTransfer, ledger.InterestHeld, interestFree, interestReserved, terms.InterestTotal*money.Amount(quantity))
}

func payIn(userID string, amount money.Amount) ledger.Transfer {
	return ledger.Transfer{Type: ledger.PurchaseProduct, Debit: available(userID), Credit: cooling(userID), Amount: amount}
}

// payFromBalance takes the money and begins the cooling-off, or ends it at once.
func (h *holder) payFromBalance(o Order, first int, terms Terms) error {
	transfers := append([]ledger.Transfer{payIn(o.UserID, o.PayAmount)}, holdInterest(terms, o.Quantity)...)
	err := h.post(o.CreatedAt, refOrder, o.ID, transfers...)
	var short *ledger.InsufficientError
	if errors.As(err, &short) && short.Account == available(o.UserID) {
		return ErrInsufficient
	}
	if err != nil {
		return err
	}
	if err := h.s.store.countSale(h.tx, o.ProductID, clock.DayOf(o.CreatedAt), o.Quantity); err != nil {
		return err
	}
	for i := first; i < len(h.machines); i++ {
		if err := h.cool(i, PaidFromBalance, o.CreatedAt, o.StartNow); err != nil {
			return err
		}
	}
	return nil
}

// cool begins the cooling-off of a paid machine. A buyer who waived it sees
// the machine start at once.
func (h *holder) cool(i int, cause Cause, at time.Time, startNow bool) error {
	if err := h.move(i, Cooling, cause, at, actorUser, ""); err != nil {
		return err
	}
	m := &h.machines[i]
	m.CoolingEndAt = at.Add(CoolingPeriod)
	if startNow {
		return h.start(i, at, CoolingWaived, actorUser)
	}
	return h.notify(m, "machine_cooling", map[string]string{"coolingEndAt": moment(m.CoolingEndAt)})
}

// askPayment reserves the interest and opens the on-chain payment.
func (h *holder) askPayment(o *Order, first int, terms Terms) (*payment.Intent, error) {
	intent, err := h.s.payments.Open(h.tx, payment.IntentRequest{UserID: o.UserID, Purpose: Purpose, Ref: o.ID, Asset: money.USDT, Amount: o.PayAmount})
	if err != nil {
		return nil, err
	}
	o.IntentNo = intent.No
	h.s.store.putOrder(h.tx, *o)
	if transfers := holdInterest(terms, o.Quantity); len(transfers) > 0 {
		if err := h.post(o.CreatedAt, refOrder, o.ID, transfers...); err != nil {
			return nil, err
		}
	}
	for i := first; i < len(h.machines); i++ {
		if err := h.move(i, Payment, IntentOpened, o.CreatedAt, actorUser, ""); err != nil {
			return nil, err
		}
	}
	return &intent, nil
}
