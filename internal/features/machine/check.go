package machine

import (
	"slices"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/sqldb"
)

var (
	selectAllByUser = MachineTable.Select("ORDER BY user_id, id")
	selectAllByID   = MachineTable.Select("ORDER BY id")
)

// sums is what the machines say the books should hold.
type sums struct {
	principal, reserved, cooling, unpaid money.Amount
	// paid compares what users were paid.
	paid   *payrun.Check
	claims ledger.Claims
	found  ledger.Findings
}

func (s *sums) breach(invariant, format string, args ...any) {
	s.found.Add(invariant, format, args...)
}

// Check holds the invariants that concern machines: I6 (interest: what
// each user was paid), I11 (rewards within the fee, and shared out as the terms
// say), I12 (output within the day's budget), and the stock. What was paid is
// read from the journal. It claims I5 (principal) and I6 (interest that is
// reserved, purchases that may still be cancelled).
func (s *Service) Check(tx *sqldb.Tx, claims ledger.Claims) ([]ledger.Violation, error) {
	total := sums{claims: claims}
	if err := s.checkUsers(tx, &total); err != nil {
		return nil, err
	}
	if err := s.checkFees(tx, &total); err != nil {
		return nil, err
	}
	if err := s.claim(tx, &total); err != nil {
		return nil, err
	}
	stock, err := s.checkout.Check(tx)
	return slices.Concat([]ledger.Violation(total.paid.Violations), total.found, stock), err
}

// checkUsers goes through the machines in the order of their users' ids.
func (s *Service) checkUsers(tx *sqldb.Tx, total *sums) (err error) {
	if total.paid, err = payrun.NewCheck(tx); err != nil {
		return err
	}
	defer total.paid.Close()
	err = sqldb.Walk(tx, scanMachine, func(m Machine) error { return s.checkMachine(tx, total, &m) }, selectAllByUser)
	if err != nil {
		return err
	}
	return total.paid.End()
}

func (s *Service) checkMachine(tx sqldb.Command, total *sums, m *Machine) error {
	t, err := s.owners.termsOf(tx, m.TermsVersion)
	if err != nil {
		return err
	}
	pauses, err := s.owners.pauses(tx, m)
	if err != nil {
		return err
	}
	payee, err := total.paid.Payee(m.UserID)
	if err != nil {
		return err
	}
	switch m.State {
	case Payment:
		total.reserved += t.InterestTotal
		total.unpaid += t.InterestTotal
	case Cooling:
		total.reserved += t.InterestTotal
		total.cooling += m.Pay()
	case Running, DugOut, Paused:
		paid := m.life(t, pauses).InterestBefore(payee.InterestThrough)
		total.principal += m.Price()
		total.reserved += t.InterestTotal - paid
		total.paid.AddDue(paid)
	case Matured:
		total.paid.AddDue(t.InterestTotal)
	case Exited:
		total.paid.AddDue(m.life(t, pauses).InterestBefore(m.EndedAt))
	case None, Expired, Cancelled:
		// Nothing of these is reserved, locked or owed.
	}
	return nil
}

// checkFees goes through the machines and what the journal did with their fees, in
// the order of the machines' ids.
func (s *Service) checkFees(tx *sqldb.Tx, total *sums) error {
	machines, err := sqldb.OpenCursor(tx, scanMachine, selectAllByID)
	if err != nil {
		return err
	}
	defer machines.Close()
	fees, err := ledger.SharedFees(tx, ledger.RefMachine)
	if err != nil {
		return err
	}
	defer fees.Close()
	for machines.Row != nil || fees.Row != nil {
		if machines.Row == nil || fees.Row != nil && fees.Row.ID < machines.Row.ID {
			total.breach("I11", "machine %s: the journal shared out a fee of %s, of which nothing is known", fees.Row.ID, fees.Row.Whole)
			if err := fees.Next(); err != nil {
				return err
			}
			continue
		}
		var posted ledger.SharedFee
		if fees.Row != nil && fees.Row.ID == machines.Row.ID {
			posted = fees.Row.SharedFee
			if err := fees.Next(); err != nil {
				return err
			}
		}
		t, err := s.owners.termsOf(tx, machines.Row.TermsVersion)
		if err != nil {
			return err
		}
		total.checkFee(machines.Row, t, posted)
		if err := machines.Next(); err != nil {
			return err
		}
	}
	return nil
}

// checkFee is I11, by the machine's own row and by what the journal did with
// its fee.
func (s *sums) checkFee(m *Machine, t offer.Terms, posted ledger.SharedFee) {
	split := t.Split(m.Cost)
	if split.Platform < 0 || m.Referral > split.Referral || m.Fee != t.FeeFor(m.NewPart, m.RepurchasePart) {
		s.breach("I11", "machine %s: fee %s, rewards %s, referral %s of %s", m.ID, m.Fee, split.Rewards(), m.Referral, split.Referral)
	}
	var want ledger.SharedFee
	if !m.StartAt.IsZero() {
		want = ledger.SharedFee{Rewards: split.Rewards(), Whole: m.Fee}
	}
	if posted != want {
		s.breach("I11", "machine %s: the journal shared out %s of a fee of %s, %s of it as rewards; by the terms %s are rewards",
			m.ID, posted.Whole, want.Whole, posted.Rewards, want.Rewards)
	}
}

// claim states what the machines need in the accounts that others may share.
func (s *Service) claim(tx sqldb.Command, total *sums) error {
	v, err := s.PayRun.State(tx)
	if err != nil {
		return err
	}
	if v.UnpaidInterest != total.unpaid {
		total.breach("I6", "unpaid orders reserve %s of interest, recorded is %s", total.unpaid, v.UnpaidInterest)
	}
	total.claims.Add("I5", ledger.Principal, money.USDT, total.principal)
	total.claims.Add("I6", ledger.InterestReserved, money.USDT, total.reserved)
	total.claims.Add("I6", ledger.Cooling, money.USDT, total.cooling)
	return nil
}
