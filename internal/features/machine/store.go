package machine

import (
	"encoding/json"
	"fmt"
	"time"

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

	saveProduct, saveSale, saveTerms, saveMachine, insertStep *sqldb.Write
	savePause, saveCredit, saveAccount, saveDay, saveState    *sqldb.Write
	movePlan                                                  *sqldb.Write
	// follow moves users along their plans.
	follow *sqldb.Swap
}

const (
	machineColumns = `id, user_id, order_id, product_id, terms, power, state, before_pause, open, new_part, repurchase_part, fee, referral, credit_use,
		created_at, cooling_end_at, start_at, end_at, ended_at, mining_until, paused_at, paused_us, pauses, steps, ending_noticed`
	selectOpenMachines = `SELECT ` + machineColumns + ` FROM machine_machine WHERE open = 1 AND user_id`
	selectOwner        = `SELECT id, user_id FROM machine_machine WHERE id`
	accountColumns     = `user_id, next_due_at, interest_through, output_next, mining, total_interest, total_output, stuck,
		plan_until, plan_interest, plan_power, plan_day, plan_rate_sum`
	selectAccount  = `SELECT ` + accountColumns + ` FROM machine_user WHERE user_id`
	productColumns = `id, size, image, price, power, term_days, daily_rate, etld_cap, user_limit, position, on_sale, names, details`
	selectProduct  = `SELECT ` + productColumns + ` FROM machine_product WHERE id`
	selectSale     = `SELECT id, sold FROM machine_sale WHERE id`
	selectTerms    = `SELECT version, body FROM machine_terms WHERE version`
	selectPauses   = `SELECT machine_id, id, from_at, until_at FROM machine_pause WHERE machine_id`
	selectCredits  = `SELECT user_id, id, amount, rest, created_at, expires_at FROM machine_credit WHERE live = 1 AND user_id`
	dayColumns     = `id, day, pool, budget, weight, rate, rate_sum, paid`
	selectDay      = `SELECT ` + dayColumns + ` FROM machine_day WHERE id`
	selectCause    = `SELECT id, cause FROM machine_history WHERE id`
	selectState    = `SELECT id, open_day, held_unpaid FROM machine_state WHERE id`
)

func newStore() *store {
	s := &store{}
	s.buildLookups()
	s.buildWrites()
	return s
}

func (s *store) buildLookups() {
	s.products = sqldb.NewLookup("machine products", selectProduct, sqldb.Single(scanProduct))
	s.sales = sqldb.NewLookup("machine sales", selectSale, sqldb.Single(func(row *sqldb.Row) (id string, sold int64, err error) {
		err = row.Scan(&id, &sold)
		return id, sold, err
	}))
	s.terms = sqldb.NewLookup("machine terms", selectTerms, sqldb.Single(scanTerms))
	s.machines = sqldb.NewLookup("open machines", selectOpenMachines, sqldb.Several(func(row *sqldb.Row) (string, Machine, error) {
		m, err := scanMachine(row)
		return m.UserID, m, err
	}))
	s.owners = sqldb.NewLookup("machine owners", selectOwner, sqldb.Single(func(row *sqldb.Row) (id, user string, err error) {
		err = row.Scan(&id, &user)
		return id, user, err
	}))
	s.pauses = sqldb.NewLookup("machine pauses", selectPauses, sqldb.Several(func(row *sqldb.Row) (id string, p Pause, err error) {
		err = row.Scan(&id, &p.ID, &p.From, &p.Until)
		return id, p, err
	}))
	s.credits = sqldb.NewLookup("machine credits", selectCredits, sqldb.Several(func(row *sqldb.Row) (string, Credit, error) {
		var c Credit
		err := row.Scan(&c.UserID, &c.ID, &c.Amount, &c.Rest, &c.CreatedAt, &c.ExpiresAt)
		return c.UserID, c, err
	}))
	s.accounts = sqldb.NewLookup("machine users", selectAccount, sqldb.Single(func(row *sqldb.Row) (string, account, error) {
		a, err := scanAccount(row)
		return a.UserID, a, err
	}))
	s.causes = sqldb.NewLookup("machine causes", selectCause, sqldb.Single(func(row *sqldb.Row) (id string, cause Cause, err error) {
		err = row.Scan(&id, &cause)
		return id, cause, err
	}))
	s.days = sqldb.NewLookup("machine days", selectDay, sqldb.Single(scanDay))
	s.state = sqldb.NewLookup("machine state", selectState, sqldb.Single(func(row *sqldb.Row) (id string, v state, err error) {
		err = row.Scan(&id, &v.OpenDay, &v.UnpaidInterest)
		return id, v, err
	}))
}

func (s *store) buildWrites() {
	text, integer := sqldb.Text, sqldb.Integer
	s.saveProduct = sqldb.NewUpsert("machine_product", text("id"), text("size"), text("image"), integer("price"), integer("power"),
		integer("term_days"), integer("daily_rate"), integer("etld_cap"), integer("user_limit"), integer("position"), integer("on_sale"), text("names"), text("details"))
	s.saveSale = sqldb.NewUpsert("machine_sale", text("id"), text("product_id").Once(), integer("day").Once(), integer("sold"))
	s.saveTerms = sqldb.NewUpsert("machine_terms", text("version"), text("body"))
	s.saveMachine = sqldb.NewUpsert("machine_machine", text("id"), text("user_id").Once(), text("order_id").Once(), text("product_id").Once(), text("terms").Once(),
		integer("power").Once(), text("state"), text("before_pause"), integer("open"), integer("new_part").Once(), integer("repurchase_part").Once(), integer("fee").Once(),
		integer("referral"), text("credit_use").Once(), integer("created_at").Once(), integer("cooling_end_at"), integer("start_at"), integer("end_at"),
		integer("ended_at"), integer("mining_until"), integer("paused_at"), integer("paused_us"), integer("pauses"), integer("steps"), integer("ending_noticed"))
	s.insertStep = sqldb.NewInsert("machine_history", text("id"), text("machine_id"), text("from_state"), text("to_state"), text("cause"),
		text("actor"), text("note"), integer("at"), integer("written_at"))
	s.savePause = sqldb.NewUpsert("machine_pause", text("id"), text("machine_id").Once(), integer("from_at").Once(), integer("until_at"))
	s.saveCredit = sqldb.NewUpsert("machine_credit", text("id"), text("user_id").Once(), integer("amount").Once(), integer("rest"), integer("created_at").Once(), integer("expires_at").Once(), integer("live"))
	s.saveAccount = sqldb.NewUpsert("machine_user", text("user_id"), integer("next_due_at"), integer("interest_through"), integer("output_next"),
		integer("mining"), integer("total_interest"), integer("total_output"), integer("stuck"),
		integer("plan_until"), text("plan_interest"), integer("plan_power"), integer("plan_day"), integer("plan_rate_sum"))
	s.follow = sqldb.NewSwap("machine_user", text("user_id"), integer("next_due_at"), integer("interest_through"), integer("output_next"),
		integer("mining").Once(), integer("total_interest"), integer("total_output"), integer("stuck").Once(),
		integer("plan_until").Once(), text("plan_interest"), integer("plan_power").Once(), integer("plan_day").Once(), integer("plan_rate_sum").Once())
	s.movePlan = sqldb.NewUpdate("machine_user", text("user_id"), integer("plan_until"), text("plan_interest"), integer("plan_power"), integer("plan_day"), integer("plan_rate_sum"))
	s.saveDay = sqldb.NewUpsert("machine_day", text("id"), integer("day"), integer("pool"), integer("budget"), integer("weight"), integer("rate"),
		integer("rate_sum"), integer("paid"), integer("closed_at"))
	s.saveState = sqldb.NewUpsert("machine_state", text("id"), integer("open_day"), integer("held_unpaid"))
}

func scanMachine(row *sqldb.Row) (Machine, error) {
	var m Machine
	var uses string
	var pausedMicros int64
	var newPart, repurchasePart, fee, referral int64
	var status, before string
	err := row.Scan(&m.ID, &m.UserID, &m.OrderID, &m.ProductID, &m.TermsVersion, &m.Power, &status, &before, &m.Open,
		&newPart, &repurchasePart, &fee, &referral, &uses, &m.CreatedAt, &m.CoolingEndAt, &m.StartAt, &m.EndAt, &m.EndedAt, &m.MiningUntil,
		&m.PausedAt, &pausedMicros, &m.Pauses, &m.Steps, &m.EndingNoticed)
	if err != nil {
		return Machine{}, err
	}
	// Plain integers and texts scan without reflection, which counts when a
	// job reads a million rows.
	m.State, m.BeforePause = State(status), State(before)
	m.NewPart, m.RepurchasePart, m.Fee, m.Referral = money.Amount(newPart), money.Amount(repurchasePart), money.Amount(fee), money.Amount(referral)
	m.Paused = time.Duration(pausedMicros) * time.Microsecond
	m.CreditUse, err = decodeUses(uses)
	return m, err
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

func scanProduct(row *sqldb.Row) (string, Product, error) {
	var p Product
	var names, details string
	err := row.Scan(&p.ID, &p.Size, &p.Image, &p.Price, &p.Power, &p.TermDays, &p.DailyRate, &p.ETLDCap, &p.UserLimit, &p.Position, &p.OnSale, &names, &details)
	if err != nil {
		return "", Product{}, err
	}
	if err := json.Unmarshal([]byte(names), &p.Names); err != nil {
		return "", Product{}, fmt.Errorf("names of product %s: %w", p.ID, err)
	}
	if err := json.Unmarshal([]byte(details), &p.Details); err != nil {
		return "", Product{}, fmt.Errorf("details of product %s: %w", p.ID, err)
	}
	return p.ID, p, nil
}

func scanTerms(row *sqldb.Row) (string, Terms, error) {
	var version, body string
	if err := row.Scan(&version, &body); err != nil {
		return "", Terms{}, err
	}
	t, err := decodeTerms(body)
	return version, t, err
}

func scanDay(row *sqldb.Row) (string, Day, error) {
	var id string
	var d Day
	err := row.Scan(&id, &d.Day, &d.Pool, &d.Budget, &d.Weight, &d.Rate, &d.RateSum, &d.Paid)
	return id, d, err
}
