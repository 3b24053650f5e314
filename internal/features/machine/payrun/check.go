package payrun

import (
	"fmt"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

const selectPaid = `SELECT user_id, interest_through, total_interest, total_output FROM machine_user`

var selectDays = dayTable.Select("ORDER BY day")

// Check compares what users were paid by their machines' terms, by their own rows
// and by the journal.
type Check struct {
	users map[string]*paid
	// Violations are what was found.
	Violations []ledger.Violation
}

// paid is what a user was paid by the terms of his machines, by his own row, and
// by the journal.
type paid struct {
	Payee
	due, interest, output money.Amount
}

// NewCheck reads everybody's row and what the journal paid each, and holds I12
// (output within the day's budget) for the days.
func NewCheck(tx *sqldb.Tx) (*Check, error) {
	c := &Check{users: make(map[string]*paid)}
	err := tx.Query(func(row *sqldb.Row) error {
		var u paid
		err := row.Scan(&u.UserID, &u.InterestThrough, &u.TotalInterest, &u.TotalOutput)
		c.users[u.UserID] = &u
		return err
	}, selectPaid)
	if err != nil {
		return nil, err
	}
	err = ledger.PaidByPools(tx, func(userID string, kind ledger.Type, sum money.Amount) {
		switch kind {
		case ledger.MachineIncome:
			c.user(userID).interest += sum
		case ledger.MiningIncome:
			c.user(userID).output += sum
		}
	})
	if err != nil {
		return nil, err
	}
	return c, c.checkDays(tx)
}

func (c *Check) user(userID string) *paid {
	u := c.users[userID]
	if u == nil {
		u = &paid{Payee: Payee{UserID: userID}}
		c.users[userID] = u
	}
	return u
}

// Payee is how far a user has been paid.
func (c *Check) Payee(userID string) Payee { return c.user(userID).Payee }

// AddDue counts interest that the terms of one of a user's machines made due.
func (c *Check) AddDue(userID string, sum money.Amount) { c.user(userID).due += sum }

// CompareUsers holds I6 and I12 for each user once all that is due was added. The
// journal's interest must be what the terms of his machines come to; the output's
// formula needs every day of every machine, so only the sum that was kept of it is
// compared.
func (c *Check) CompareUsers() {
	for id, u := range c.users {
		if u.interest != u.due || u.TotalInterest != u.due {
			c.breach("I6", "user %s: interest of %s is due by the terms, the journal paid %s, stored is %s", id, u.due, u.interest, u.TotalInterest)
		}
		if u.output != u.TotalOutput {
			c.breach("I12", "user %s: the journal paid output of %s, stored is %s", id, u.output, u.TotalOutput)
		}
	}
}

// checkDays is I12, by the journal's sum for each day.
func (c *Check) checkDays(tx *sqldb.Tx) error {
	posted, err := ledger.SumByReference(tx, ledger.MiningIncome, RefOutput)
	if err != nil {
		return err
	}
	days, err := sqldb.Collect(tx, dayTable.Scan, selectDays)
	if err != nil {
		return err
	}
	var rates money.Amount
	for _, d := range days {
		rates += d.Rate
		if paid := posted[d.id]; paid > d.Budget || paid != d.Paid || d.RateSum != rates {
			c.breach("I12", "day %s: the journal paid %s of a budget of %s, stored is %s; sum of rates %s, stored %s",
				d.id, paid, d.Budget, d.Paid, rates, d.RateSum)
		}
		delete(posted, d.id)
	}
	for day, paid := range posted {
		c.breach("I12", "day %s: the journal paid %s for a day that is not closed", day, paid)
	}
	return nil
}

func (c *Check) breach(invariant, format string, args ...any) {
	c.Violations = append(c.Violations, ledger.Violation{Invariant: invariant, Detail: fmt.Sprintf(format, args...)})
}
