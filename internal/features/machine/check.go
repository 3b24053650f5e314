package machine

import (
	"fmt"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// machineOfClosed and the like list what the invariants add up.
const (
	selectAll  = `SELECT ` + machineColumns + ` FROM machine_machine WHERE id > $1 ORDER BY id LIMIT $2`
	sumPaid    = `SELECT user_id, interest_through FROM machine_user ORDER BY user_id`
	selectDays = `SELECT ` + dayColumns + ` FROM machine_day ORDER BY day`
	// checkPage bounds the machines of one read.
	checkPage = 1000
)

// sums is what the machines say the books should hold.
type sums struct {
	principal, reserved, cooling, unpaidHeld money.Amount
	found                                    []ledger.Violation
}

// Check holds the invariants that concern machines: I5 (principal), I6
// (reserved interest), I11 (rewards within the fee) and I12 (output within the
// day's budget).
func (s *Service) Check(tx *sqldb.Tx) ([]ledger.Violation, error) {
	accounts, err := allAccounts(tx)
	if err != nil {
		return nil, err
	}
	var total sums
	for after := ""; ; {
		page, err := machinesAfter(tx, after)
		if err != nil {
			return nil, err
		}
		for i := range page {
			if err := s.checkMachine(tx, &total, &page[i], accounts[page[i].UserID]); err != nil {
				return nil, err
			}
		}
		if len(page) < checkPage {
			break
		}
		after = page[len(page)-1].ID
	}
	books, err := s.checkBooks(tx, total)
	if err != nil {
		return nil, err
	}
	days, err := checkDays(tx)
	return append(append(total.found, books...), days...), err
}

func allAccounts(tx *sqldb.Tx) (map[string]account, error) {
	accounts := make(map[string]account)
	err := tx.Query(func(row *sqldb.Row) error {
		var a account
		err := row.Scan(&a.UserID, &a.InterestThrough)
		accounts[a.UserID] = a
		return err
	}, sumPaid)
	return accounts, err
}

func machinesAfter(tx *sqldb.Tx, after string) ([]Machine, error) {
	var page []Machine
	err := tx.Query(func(row *sqldb.Row) error {
		m, err := scanMachine(row)
		page = append(page, m)
		return err
	}, selectAll, after, checkPage)
	return page, err
}

func (s *Service) checkMachine(tx *sqldb.Tx, total *sums, m *Machine, a account) error {
	t, found, err := s.store.terms.Get(tx, m.TermsVersion)
	if err != nil || !found {
		return fmt.Errorf("machine %s: its terms %s: found %v, %w", m.ID, m.TermsVersion, found, err)
	}
	var pauses []Pause
	if m.Pauses > 0 {
		if pauses, _, err = s.store.pauses.Get(tx, m.ID); err != nil {
			return err
		}
	}
	if m.State.holdsPrincipal() {
		total.principal += m.Price()
		total.reserved += t.InterestTotal - InterestUpTo(t.InterestTotal, t.TermDays, m.daysDueBefore(a.InterestThrough, t.TermDays, pauses))
	}
	switch m.State {
	case Payment:
		total.reserved += t.InterestTotal
		total.unpaidHeld += t.InterestTotal
	case Cooling:
		total.reserved += t.InterestTotal
		total.cooling += m.Price() + m.Fee
	}
	split := t.splitFee(m.NewPart, m.Fee)
	if split.Platform < 0 || m.Referral > split.Referral || m.Fee != t.feeFor(m.NewPart, m.RepurchasePart) {
		total.found = append(total.found, ledger.Violation{Invariant: "I11",
			Detail: fmt.Sprintf("machine %s: fee %s, rewards %s, referral %s of %s", m.ID, m.Fee, split.Rewards(), m.Referral, split.Referral)})
	}
	return nil
}

func (s *Service) checkBooks(tx *sqldb.Tx, total sums) ([]ledger.Violation, error) {
	v, err := s.currentState(tx)
	if err != nil {
		return nil, err
	}
	var found []ledger.Violation
	if v.HeldUnpaid != total.unpaidHeld {
		found = append(found, ledger.Violation{Invariant: "I6", Detail: fmt.Sprintf("unpaid payments hold %s of interest, recorded is %s", total.unpaidHeld, v.HeldUnpaid)})
	}
	for _, sum := range []struct {
		invariant string
		class     ledger.Class
		want      money.Amount
	}{{"I5", ledger.Principal, total.principal}, {"I6", ledger.InterestReserved, total.reserved}} {
		holds, err := s.books.ClassTotal(tx, sum.class, money.USDT)
		if err != nil {
			return nil, err
		}
		if holds != sum.want {
			found = append(found, ledger.Violation{Invariant: sum.invariant, Detail: fmt.Sprintf("%s holds %s, the machines need %s", sum.class, holds, sum.want)})
		}
	}
	holds, err := s.books.ClassTotal(tx, ledger.Cooling, money.USDT)
	if err != nil {
		return nil, err
	}
	if holds < total.cooling {
		// Nodes cool off there as well, so it may hold more.
		found = append(found, ledger.Violation{Invariant: "I6", Detail: fmt.Sprintf("%s holds %s, cooling machines need %s", ledger.Cooling, holds, total.cooling)})
	}
	return found, nil
}

func checkDays(tx *sqldb.Tx) ([]ledger.Violation, error) {
	var found []ledger.Violation
	var sum money.Amount
	err := tx.Query(func(row *sqldb.Row) error {
		_, d, err := scanDay(row)
		if err != nil {
			return err
		}
		sum += d.Rate
		if d.Paid > d.Budget || d.RateSum != sum {
			found = append(found, ledger.Violation{Invariant: "I12", Detail: fmt.Sprintf("day %s: paid %s of a budget of %s; sum of rates %s, stored %s", d.Day, d.Paid, d.Budget, sum, d.RateSum)})
		}
		return nil
	}, selectDays)
	return found, err
}
