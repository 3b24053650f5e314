package machine

import (
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/user"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/rules"
	"etld/internal/infra/sqldb"
)

// Bought is a purchase that was made, or is waiting for its payment.
type Bought struct {
	checkout.Receipt
	Machines []Machine
}

// PurchaseHints names what Purchase will read.
func (s *Service) PurchaseHints(o checkout.Order) []sqldb.Hint {
	hints := append(s.checkout.Hints(o),
		s.catalogue.Hint(o.ProductID), s.store.terms.Hint(o.TermsVersion),
		s.store.machines.Hint(o.UserID), s.store.credits.Hint(o.UserID), user.Hint(o.UserID), param.Hint(),
		s.Ledger.Hint(interestFree), s.Ledger.Hint(interestReserved))
	hints = append(hints, s.PayRun.Hints(o.UserID)...)
	if o.StartNow {
		hints = append(hints, s.startHints(o.UserID)...)
	}
	return hints
}

// CurrentTerms are the terms under which a product is sold now.
func (s *Service) CurrentTerms(tx sqldb.Command, productID string) (offer.Terms, error) {
	product, err := s.catalogue.OnSale(tx, productID)
	if err != nil {
		return offer.Terms{}, err
	}
	return rules.TermsOf(tx, product)
}

// Purchase buys machines; the order says who wants how many of what, and how he
// pays. It refuses, in this order, with
// fault.NotFound (no such product on sale), ErrPlatformOwned, ErrCatchingUp,
// ErrTermsChanged, ErrSoldOut, ErrUserLimit, ErrPoolTooSmall, checkout.ErrReserved,
// ErrSumChanged, and what paying refuses with.
func (s *Service) Purchase(tx sqldb.Command, o checkout.Order) (Bought, error) {
	product, err := s.catalogue.OnSale(tx, o.ProductID)
	if err != nil {
		return Bought{}, err
	}
	buyer, err := user.Find(tx, o.UserID)
	if err != nil {
		return Bought{}, err
	}
	if buyer.IsRobot {
		return Bought{}, ErrPlatformOwned
	}
	f, err := s.owners.openCaughtUp(tx, o.UserID)
	if err != nil {
		return Bought{}, err
	}
	terms, err := rules.TermsOf(tx, product)
	if err != nil {
		return Bought{}, err
	}
	if o.TermsVersion != terms.Version() {
		return Bought{}, ErrTermsChanged
	}
	if err := f.reserve(o, product, terms); err != nil {
		return Bought{}, err
	}
	return f.order(o, terms)
}

// reserve checks the sale's conditions and reserves stock and interest for it.
func (f *portfolio) reserve(o checkout.Order, product offer.Product, terms offer.Terms) error {
	inStock, err := f.s.checkout.Reserve(f.tx, o)
	if err != nil {
		return err
	}
	if !inStock {
		return ErrSoldOut
	}
	if f.countOf(product.ID)+o.Quantity > product.UserLimit {
		return ErrUserLimit
	}
	free, err := f.s.Ledger.Balance(f.tx, interestFree)
	if err != nil {
		return err
	}
	interest := terms.InterestOf(o.Quantity)
	if free < interest {
		return ErrPoolTooSmall
	}
	if o.PayType == checkout.PayBalance {
		return nil
	}
	if !checkout.IsWithinUnpaidShare(interest, f.State.UnpaidInterest, free) {
		return checkout.ErrReserved
	}
	f.AddUnpaidInterest(interest)
	return nil
}

// countOf counts the user's unfinished machines of a product.
func (f *portfolio) countOf(productID string) (n int64) {
	for i := range f.machines {
		if f.machines[i].ProductID == productID && !f.machines[i].State.final() {
			n++
		}
	}
	return n
}

// order writes the machines and pays for them, or asks for their payment.
func (f *portfolio) order(o checkout.Order, terms offer.Terms) (Bought, error) {
	o.CreatedAt = f.State.EffectiveNow(f.tx)
	o.ID = entropy.ID(f.s.Chance, o.CreatedAt)
	list, err := f.newMachines(o, terms)
	if err != nil {
		return Bought{}, err
	}
	var fee money.Amount
	for _, m := range list {
		o.Amount += m.Pay()
		fee += m.Fee
	}
	// Credit ends, is used elsewhere and comes back: nobody pays another sum than he saw.
	if o.Shown != nil && *o.Shown != o.Amount {
		return Bought{}, ErrSumChanged.With("payAmount", o.Amount.String()).With("serviceFee", fee.String())
	}
	if err := f.s.store.putTerms(f.tx, o.TermsVersion, terms); err != nil {
		return Bought{}, err
	}
	receipt, err := f.s.checkout.Pay(f.tx, o, reserveInterest(terms.InterestOf(o.Quantity))...)
	if err != nil {
		return Bought{}, err
	}
	first := len(f.machines)
	for _, m := range list {
		f.add(m)
	}
	if receipt.Intent == nil {
		err = f.coolAll(receipt.Order, PaidFromBalance, o.CreatedAt)
	} else {
		err = f.awaitPayment(first, o.CreatedAt)
	}
	if err != nil {
		return Bought{}, err
	}
	b := Bought{Receipt: receipt, Machines: slices.Clone(f.machines[first:])}
	return b, f.Save()
}

// newMachines shares the user's open credit out over an order's machines, in
// their order: what it covers of a price is a repurchase.
func (f *portfolio) newMachines(o checkout.Order, terms offer.Terms) ([]Machine, error) {
	before, err := f.credits()
	if err != nil {
		return nil, err
	}
	ids := make([]string, o.Quantity)
	for i := range ids {
		ids[i] = entropy.ID(f.s.Chance, o.CreatedAt)
	}
	slices.Sort(ids)
	after := before
	list := make([]Machine, len(ids))
	for i, id := range ids {
		m := Machine{ID: id, UserID: o.UserID, OrderID: o.ID, ProductID: o.ProductID, TermsVersion: o.TermsVersion,
			Power: terms.Power, Open: true, CreatedAt: o.CreatedAt}
		m.Cost, after = terms.NextCost(after, o.CreatedAt)
		list[i] = m
	}
	if len(before) > 0 {
		f.s.store.putCredits(f.tx, o.UserID, before, after)
	}
	return list, nil
}

func reserveInterest(amount money.Amount) []ledger.Transfer {
	return withoutEmpty(internalTransfer(ledger.InterestHeld, interestFree, interestReserved, amount))
}

// coolAll counts a paid order as sold, and begins its machines' cooling-off.
func (f *portfolio) coolAll(o checkout.Order, cause Cause, at time.Time) error {
	if err := f.s.store.countSale(f.tx, o.ProductID, clock.DayOf(o.CreatedAt), o.Quantity); err != nil {
		return err
	}
	for i := range f.machines {
		if f.machines[i].OrderID != o.ID {
			continue
		}
		if err := f.cool(i, cause, at, o.StartNow); err != nil {
			return err
		}
	}
	return nil
}

// cool begins the cooling-off of a paid machine. A buyer who waived it sees
// the machine start at once.
func (f *portfolio) cool(i int, cause Cause, at time.Time, startNow bool) (err error) {
	if err := f.changeState(i, Step{To: Cooling, Cause: cause, Actor: actorUser, At: at}); err != nil {
		return err
	}
	m := &f.machines[i]
	if m.CoolingEndAt, err = checkout.CoolingEnd(f.tx, m.UserID, at); err != nil {
		return err
	}
	if startNow {
		return f.start(i, at, CoolingWaived, actorUser)
	}
	return f.notifyCooling(m)
}

// notifyCooling tells until when a machine can be taken back, once that is known.
func (f *portfolio) notifyCooling(m *Machine) error {
	if !user.IsEndKnown(m.CoolingEndAt) {
		return nil
	}
	return f.notifyUser(m, "machine_cooling", map[string]string{"coolingEndAt": clock.Text(m.CoolingEndAt)})
}

// awaitPayment leaves new machines waiting for their order's payment on chain.
func (f *portfolio) awaitPayment(first int, at time.Time) error {
	for i := first; i < len(f.machines); i++ {
		if err := f.changeState(i, Step{To: Payment, Cause: IntentOpened, Actor: actorUser, At: at}); err != nil {
			return err
		}
	}
	return nil
}
