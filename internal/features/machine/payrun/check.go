package payrun

import (
	"errors"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

var (
	selectAllPayees = PayeeTable.Select("ORDER BY user_id")
	selectDays      = dayTable.Select("ORDER BY day")
)

// Check compares what users were paid by their machines' terms, by their own rows
// and by the journal. It goes through all three in the order of the users' ids and
// holds one user at a time.
type Check struct {
	payees           *sqldb.Cursor[Payee]
	interest, output *sqldb.Cursor[ledger.Paid]
	now              paid
	// Violations are what was found.
	Violations ledger.Findings
}

// paid is what a user was paid by the terms of his machines, by his own row, and
// by the journal.
type paid struct {
	Payee
	due, interest, output money.Amount
}

// NewCheck holds I12 (output within the day's budget) for the days, and stands
// before the first user. The caller closes it.
func NewCheck(tx *sqldb.Tx) (c *Check, err error) {
	c = &Check{}
	defer func() {
		if err != nil {
			c.Close()
		}
	}()
	if err := c.checkDays(tx); err != nil {
		return nil, err
	}
	if c.payees, err = sqldb.OpenCursor(tx, PayeeTable.Scan, selectAllPayees); err != nil {
		return nil, err
	}
	if c.interest, err = ledger.PaidByPools(tx, ledger.MachineIncome, money.USDT); err != nil {
		return nil, err
	}
	c.output, err = ledger.PaidByPools(tx, ledger.MiningIncome, money.ETLD)
	return c, err
}

// Close ends what the check reads.
func (c *Check) Close() {
	if c.payees != nil {
		c.payees.Close()
	}
	for _, journal := range []*sqldb.Cursor[ledger.Paid]{c.interest, c.output} {
		if journal != nil {
			journal.Close()
		}
	}
}

// Payee goes on to a user and tells how far they have been paid. The caller asks in
// the order of the ids; the users before are compared.
func (c *Check) Payee(userID string) (Payee, error) {
	for c.now.UserID != userID {
		if err := c.next(userID); err != nil {
			return Payee{}, err
		}
	}
	return c.now.Payee, nil
}

// AddDue counts interest that the terms of one of this user's machines made due.
func (c *Check) AddDue(sum money.Amount) { c.now.due += sum }

// End compares the users who are left.
func (c *Check) End() error {
	for id, isThere := c.first(); isThere; id, isThere = c.first() {
		if err := c.next(id); err != nil {
			return err
		}
	}
	c.compare()
	return nil
}

// first is the first user ahead.
func (c *Check) first() (id string, isThere bool) {
	take := func(next string) {
		if !isThere || next < id {
			id, isThere = next, true
		}
	}
	if c.payees.Row != nil {
		take(c.payees.Row.UserID)
	}
	for _, journal := range []*sqldb.Cursor[ledger.Paid]{c.interest, c.output} {
		if journal.Row != nil {
			take(journal.Row.UserID)
		}
	}
	return id, isThere
}

// next compares the user it stands on and goes to the first one ahead, or to one
// who has a machine and may stand nowhere else.
func (c *Check) next(withMachine string) error {
	c.compare()
	id, isThere := c.first()
	if !isThere || withMachine < id {
		id = withMachine
	}
	c.now = paid{Payee: Payee{UserID: id}}
	if c.payees.Row != nil && c.payees.Row.UserID == id {
		c.now.Payee = *c.payees.Row
		if err := c.payees.Next(); err != nil {
			return err
		}
	}
	return errors.Join(add(c.interest, id, &c.now.interest), add(c.output, id, &c.now.output))
}

func add(journal *sqldb.Cursor[ledger.Paid], userID string, sum *money.Amount) error {
	if journal.Row == nil || journal.Row.UserID != userID {
		return nil
	}
	*sum = journal.Row.Sum
	return journal.Next()
}

// compare holds I6 and I12 for the user it stands on, once all that is due was added. The
// journal's interest must be what the terms of his machines come to; the output's
// formula needs every day of every machine, so only the sum that was kept of it is
// compared.
func (c *Check) compare() {
	id, u := c.now.UserID, &c.now
	if u.interest != u.due || u.TotalInterest != u.due {
		c.breach("I6", "user %s: interest of %s is due by the terms, the journal paid %s, stored is %s", id, u.due, u.interest, u.TotalInterest)
	}
	if u.output != u.TotalOutput {
		c.breach("I12", "user %s: the journal paid output of %s, stored is %s", id, u.output, u.TotalOutput)
	}
	c.now = paid{}
}

// checkDays is I12, by the journal's sum for each day.
func (c *Check) checkDays(tx *sqldb.Tx) error {
	posted, err := ledger.SumByReference(tx, ledger.MiningIncome, ledger.RefOutput)
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
	c.Violations.Add(invariant, format, args...)
}
