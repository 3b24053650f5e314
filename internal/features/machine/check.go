package machine

import (
	"fmt"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/sqldb"
)

const (
	selectPaid = `SELECT user_id, interest_through, total_interest, total_output FROM machine_user`
	// checkPage bounds the machines of one read.
	checkPage = 1000
)

// sums is what the machines say the books should hold.
type sums struct {
	principal, reserved, cooling, unpaid money.Amount
	// users are how far each one has been paid, and what.
	users map[string]*paidUser
	// fees are how the journal shared out the fees of machines that were not
	// looked at yet.
	fees   map[string]ledger.SharedFee
	claims ledger.Claims
	found  []ledger.Violation
}

// paidUser is what a user was paid by the terms of his machines, by his own
// row, and by the journal.
type paidUser struct {
	account
	due, interest, output money.Amount
}

func (s *sums) breach(invariant, format string, args ...any) {
	s.found = append(s.found, ledger.Violation{Invariant: invariant, Detail: fmt.Sprintf(format, args...)})
}

// Check is CheckClaims where nobody else has a claim.
func (s *Service) Check(tx *sqldb.Tx) ([]ledger.Violation, error) {
	claims := make(ledger.Claims)
	found, err := s.CheckClaims(tx, claims)
	if err != nil {
		return nil, err
	}
	unmet, err := claims.Compare(tx, s.books)
	return append(found, unmet...), err
}

// CheckClaims holds the invariants that concern machines: I6 (interest: what
// each user was paid), I11 (rewards within the fee, and shared out as the terms
// say), I12 (output within the day's budget), and the stock. What was paid is
// read from the journal. It claims I5 (principal) and I6 (interest that is
// reserved, purchases that may still be cancelled).
func (s *Service) CheckClaims(tx *sqldb.Tx, claims ledger.Claims) ([]ledger.Violation, error) {
	total := sums{claims: claims}
	var err error
	if total.users, err = allPaid(tx); err != nil {
		return nil, err
	}
	if total.fees, err = ledger.SharedFees(tx, refMachine); err != nil {
		return nil, err
	}
	for after := ""; ; {
		page, err := machinesAfter(tx, after)
		if err != nil {
			return nil, err
		}
		for i := range page {
			if err := s.checkMachine(tx, &total, &page[i]); err != nil {
				return nil, err
			}
		}
		if len(page) < checkPage {
			break
		}
		after = page[len(page)-1].ID
	}
	total.checkUsers()
	for id, fee := range total.fees {
		total.breach("I11", "machine %s: the journal shared out a fee of %s, of which nothing is known", id, fee.Whole)
	}
	if err := s.claim(tx, &total); err != nil {
		return nil, err
	}
	if err := checkDays(tx, &total); err != nil {
		return nil, err
	}
	stock, err := s.checkout.Check(tx)
	return append(total.found, stock...), err
}

// allPaid reads everybody's row and what the journal paid each.
func allPaid(tx *sqldb.Tx) (map[string]*paidUser, error) {
	users := make(map[string]*paidUser)
	err := tx.Query(func(row *sqldb.Row) error {
		var u paidUser
		err := row.Scan(&u.UserID, &u.InterestThrough, &u.TotalInterest, &u.TotalOutput)
		users[u.UserID] = &u
		return err
	}, selectPaid)
	if err != nil {
		return nil, err
	}
	return users, ledger.PaidByPools(tx, func(userID string, kind ledger.Type, sum money.Amount) {
		if kind != ledger.MachineIncome && kind != ledger.MiningIncome {
			return
		}
		u := users[userID]
		if u == nil {
			u = &paidUser{account: account{UserID: userID}}
			users[userID] = u
		}
		if kind == ledger.MachineIncome {
			u.interest += sum
		} else {
			u.output += sum
		}
	})
}

// checkUsers compares what each user was paid. The journal's interest must be
// what the terms of his machines come to; the output's formula needs every day
// of every machine, so only the sum that was kept of it is compared.
func (s *sums) checkUsers() {
	for id, u := range s.users {
		if u.interest != u.due || u.TotalInterest != u.due {
			s.breach("I6", "user %s: interest of %s is due by the terms, the journal paid %s, stored is %s", id, u.due, u.interest, u.TotalInterest)
		}
		if u.output != u.TotalOutput {
			s.breach("I12", "user %s: the journal paid output of %s, stored is %s", id, u.output, u.TotalOutput)
		}
	}
}

func machinesAfter(tx *sqldb.Tx, after string) ([]Machine, error) {
	return sqldb.Collect(tx, scanMachine, selectAll, after, checkPage)
}

func (s *Service) checkMachine(tx *sqldb.Tx, total *sums, m *Machine) error {
	t, found, err := s.store.terms.Get(tx, m.TermsVersion)
	if err != nil || !found {
		return fmt.Errorf("machine %s: its terms %s: found %v, %w", m.ID, m.TermsVersion, found, err)
	}
	var pauses []earning.Pause
	if m.Pauses > 0 {
		if pauses, _, err = s.store.pauses.Get(tx, m.ID); err != nil {
			return err
		}
	}
	u := total.users[m.UserID]
	if u == nil {
		u = &paidUser{account: account{UserID: m.UserID}}
		total.users[m.UserID] = u
	}
	switch m.State {
	case Payment:
		total.reserved += t.InterestTotal
		total.unpaid += t.InterestTotal
	case Cooling:
		total.reserved += t.InterestTotal
		total.cooling += m.Price() + m.Fee
	case Running, DugOut, Paused:
		paid := m.life(t, pauses).InterestBefore(u.InterestThrough)
		total.principal += m.Price()
		total.reserved += t.InterestTotal - paid
		u.due += paid
	case Matured:
		u.due += t.InterestTotal
	case Exited:
		u.due += m.life(t, pauses).InterestBefore(m.EndedAt)
	}
	total.checkFee(m, t)
	return nil
}

// checkFee is I11, by the machine's own row and by what the journal did with
// its fee.
func (s *sums) checkFee(m *Machine, t Terms) {
	split := t.splitFee(m.NewPart, m.Fee)
	if split.Platform < 0 || m.Referral > split.Referral || m.Fee != t.feeFor(m.NewPart, m.RepurchasePart) {
		s.breach("I11", "machine %s: fee %s, rewards %s, referral %s of %s", m.ID, m.Fee, split.Rewards(), m.Referral, split.Referral)
	}
	var want ledger.SharedFee
	if !m.StartAt.IsZero() {
		want = ledger.SharedFee{Rewards: split.Rewards(), Whole: m.Fee}
	}
	if posted := s.fees[m.ID]; posted != want {
		s.breach("I11", "machine %s: the journal shared out %s of a fee of %s, %s of it as rewards; by the terms %s are rewards",
			m.ID, posted.Whole, want.Whole, posted.Rewards, want.Rewards)
	}
	delete(s.fees, m.ID)
}

// claim states what the machines need in the accounts that others may share.
func (s *Service) claim(tx *sqldb.Tx, total *sums) error {
	v, err := s.currentState(tx)
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

// checkDays is I12, by the journal's sum for each day.
func checkDays(tx *sqldb.Tx, total *sums) error {
	posted, err := ledger.SumByReference(tx, ledger.MiningIncome, refOutput)
	if err != nil {
		return err
	}
	var rates money.Amount
	err = tx.Query(func(row *sqldb.Row) error {
		d, err := scanDay(row)
		if err != nil {
			return err
		}
		rates += d.Rate
		if paid := posted[d.Day.String()]; paid > d.Budget || paid != d.Paid || d.RateSum != rates {
			total.breach("I12", "day %s: the journal paid %s of a budget of %s, stored is %s; sum of rates %s, stored %s",
				d.Day, paid, d.Budget, d.Paid, rates, d.RateSum)
		}
		delete(posted, d.Day.String())
		return nil
	}, selectDays)
	for day, paid := range posted {
		total.breach("I12", "day %s: the journal paid %s for a day that is not closed", day, paid)
	}
	return err
}
