package machine

import (
	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// theState is the key of the one row of machine_state.
const theState = "machine"

// store is all SQL that actions and jobs need: lookups and writes only.
type store struct {
	products *sqldb.Lookup[Product]
	sales    *sqldb.Lookup[int64]
	terms    *sqldb.Lookup[Terms]
	// machines are a user's open machines. No other lookup may yield machines
	// that are to be changed: two memories of one row would disagree.
	machines *sqldb.Lookup[[]Machine]
	owners   *sqldb.Lookup[string]
	pauses   *sqldb.Lookup[[]Pause]
	credits  *sqldb.Lookup[[]Credit]
	accounts *sqldb.Lookup[account]
	days     *sqldb.Lookup[Day]
	state    *sqldb.Lookup[state]
	// causes are those of steps of history.
	causes *sqldb.Lookup[Cause]

	saveProduct *sqldb.Rows[Product]
	saveSale    *sqldb.Rows[saleRow]
	saveTerms   *sqldb.Rows[termsRow]
	saveMachine *sqldb.Rows[machineRow]
	insertStep  *sqldb.Rows[stepRow]
	savePause   *sqldb.Rows[pauseRow]
	saveCredit  *sqldb.Rows[creditRow]
	saveDay     *sqldb.Rows[dayRow]
	saveState   *sqldb.Rows[stateRow]

	saveAccount *sqldb.Write
	movePlan    *sqldb.Write
	// follow moves users along their plans.
	follow *sqldb.Swap
}

const (
	selectOwner    = `SELECT id, user_id FROM machine_machine WHERE id`
	accountColumns = `user_id, next_due_at, interest_through, output_next, mining, total_interest, total_output, stuck,
		plan_until, plan_interest, plan_power, plan_day, plan_rate_sum`
	selectAccount = `SELECT ` + accountColumns + ` FROM machine_user WHERE user_id`
	selectSale    = `SELECT id, sold FROM machine_sale WHERE id`
	selectCause   = `SELECT id, cause FROM machine_history WHERE id`
)

func newStore() *store {
	s := &store{}
	s.buildLookups()
	s.buildWrites()
	return s
}

func (s *store) buildLookups() {
	s.products = sqldb.NewLookup("machine products", productTable.Select("WHERE id"), sqldb.Single(productTable.ByKey(func(p Product) string { return p.ID })))
	s.sales = sqldb.NewLookup("machine sales", selectSale, sqldb.Single(func(row *sqldb.Row) (id string, sold int64, err error) {
		err = row.Scan(&id, &sold)
		return id, sold, err
	}))
	s.terms = sqldb.NewLookup("machine terms", termsTable.Select("WHERE version"), sqldb.Single(func(row *sqldb.Row) (string, Terms, error) {
		r, err := termsTable.Scan(row)
		return r.version, r.Terms, err
	}))
	s.machines = sqldb.NewLookup("open machines", machineTable.Select("WHERE open = 1 AND user_id"), sqldb.Several(func(row *sqldb.Row) (string, Machine, error) {
		m, err := scanMachine(row)
		return m.UserID, m, err
	}))
	s.owners = sqldb.NewLookup("machine owners", selectOwner, sqldb.Single(func(row *sqldb.Row) (id, user string, err error) {
		err = row.Scan(&id, &user)
		return id, user, err
	}))
	s.pauses = sqldb.NewLookup("machine pauses", pauseTable.Select("WHERE machine_id"), sqldb.Several(func(row *sqldb.Row) (string, Pause, error) {
		r, err := pauseTable.Scan(row)
		return r.machineID, r.Pause, err
	}))
	s.credits = sqldb.NewLookup("machine credits", creditTable.Select("WHERE live = 1 AND user_id"), sqldb.Several(func(row *sqldb.Row) (string, Credit, error) {
		r, err := creditTable.Scan(row)
		return r.UserID, r.Credit, err
	}))
	s.accounts = sqldb.NewLookup("machine users", selectAccount, sqldb.Single(func(row *sqldb.Row) (string, account, error) {
		a, err := scanAccount(row)
		return a.UserID, a, err
	}))
	s.causes = sqldb.NewLookup("machine causes", selectCause, sqldb.Single(func(row *sqldb.Row) (id string, cause Cause, err error) {
		err = row.Scan(&id, &cause)
		return id, cause, err
	}))
	s.days = sqldb.NewLookup("machine days", dayTable.Select("WHERE id"), sqldb.Single(func(row *sqldb.Row) (string, Day, error) {
		r, err := dayTable.Scan(row)
		return r.id, r.Day, err
	}))
	s.state = sqldb.NewLookup("machine state", stateTable.Select("WHERE id"), sqldb.Single(func(row *sqldb.Row) (string, state, error) {
		r, err := stateTable.Scan(row)
		return r.id, r.state, err
	}))
}

func (s *store) buildWrites() {
	text, integer := sqldb.Text, sqldb.Integer
	s.saveProduct, s.saveSale, s.saveTerms = productTable.Upsert(), saleTable.Upsert(), termsTable.Upsert()
	s.saveMachine, s.insertStep, s.savePause = machineTable.Upsert(), stepTable.Insert(), pauseTable.Upsert()
	s.saveCredit, s.saveDay, s.saveState = creditTable.Upsert(), dayTable.Upsert(), stateTable.Upsert()
	s.saveAccount = sqldb.NewUpsert("machine_user", text("user_id"), integer("next_due_at"), integer("interest_through"), integer("output_next"),
		integer("mining"), integer("total_interest"), integer("total_output"), integer("stuck"),
		integer("plan_until"), text("plan_interest"), integer("plan_power"), integer("plan_day"), integer("plan_rate_sum"))
	s.follow = sqldb.NewSwap("machine_user", text("user_id"), integer("next_due_at"), integer("interest_through"), integer("output_next"),
		integer("mining").Once(), integer("total_interest"), integer("total_output"), integer("stuck").Once(),
		integer("plan_until").Once(), text("plan_interest"), integer("plan_power").Once(), integer("plan_day").Once(), integer("plan_rate_sum").Once())
	s.movePlan = sqldb.NewUpdate("machine_user", text("user_id"), integer("plan_until"), text("plan_interest"), integer("plan_power"), integer("plan_day"), integer("plan_rate_sum"))
}

func scanAccount(row *sqldb.Row) (account, error) {
	var a account
	var next, interest, output, planDay, planRateSum int64
	err := row.Scan(&a.UserID, &a.NextDueAt, &a.InterestThrough, &next, &a.Mining, &interest, &output, &a.AsideSince,
		&a.plan.until, &a.plan.interest, &a.plan.power, &planDay, &planRateSum)
	a.OutputNext, a.TotalInterest, a.TotalOutput = clock.Day(next), money.Amount(interest), money.Amount(output)
	a.plan.firstDay, a.plan.rateSumMax = clock.Day(planDay), money.Amount(planRateSum)
	return a, err
}
