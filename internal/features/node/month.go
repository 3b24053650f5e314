package node

import (
	"context"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	dueEvery      = time.Second
	dividendEvery = 10 * time.Second
	// chunkMax bounds the nodes that one transaction activates, and the users whom
	// it pays.
	chunkMax = 16
	// retryAfter is when an item that failed is tried again.
	retryAfter = time.Hour
	// entryShares bounds the shares of one entry.
	entryShares = 80

	jobDue      = "node_due"
	jobClose    = "node_month"
	jobDividend = "node_dividend"
)

// paidOn is when a month's dividends are paid: at 12:00 of the first day after it.
// A period is the month in which they are paid.
var paidOn = jobs.Monthly(1, 12*time.Hour)

// PaidAt is when the dividends of a month are paid.
func PaidAt(m clock.Month) time.Time { return paidOn.At(int64(m) + 1) }

// NextPayment is when dividends are paid next.
func (*Service) NextPayment(now time.Time) time.Time { return paidOn.Next(now) }

// HasActive says that a user has a node that shares in dividends.
func (*Service) HasActive(tx *sqldb.Tx, userID string) (bool, error) {
	list, err := sqldb.Collect(tx, nodeTable.Scan, selectActiveMine, userID)
	return len(list) > 0, err
}

// Hints names what MachineStarted will read of a machine that starts now.
func (s dividends) Hints(string) []sqldb.Hint {
	return []sqldb.Hint{s.store.state.Hint(theState), s.store.months.Hint(clock.MonthOf(s.DB.Now()).String())}
}

// MachineStarted counts what a machine brought, in the transaction that posts it
// to the pools.
func (s dividends) MachineStarted(tx sqldb.Command, started life.Machine) error {
	v, err := s.currentState(tx)
	if err != nil {
		return err
	}
	id := max(clock.MonthOf(started.At), v.OpenMonth).String()
	m, _, err := s.store.months.Get(tx, id)
	if err != nil {
		return err
	}
	m.ID = id
	m.NewPart += started.NewPart
	m.RepurchasePart += started.RepurchasePart()
	m.Shares.Diamond += started.Diamond
	m.Shares.Star += started.Star
	m.Shares.King += started.King
	s.store.months.Put(tx, m)
	return nil
}

// MachineEnded is part of life.Listener: nothing is counted by it.
func (dividends) MachineEnded(sqldb.Command, life.Machine) error { return nil }

// Jobs is the scheduled work: cooling-offs that end, months that close, and
// dividends.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{
		jobs.Items{Job: jobDue, Max: chunkMax, RetryAfter: retryAfter, Owed: true, Do: s.Sale.activateDue,
			Read: jobs.ReadDue(selectDue, chunkMax)}.Every(dueEvery, s.DB),
		{Name: jobClose, Every: dividendEvery, Work: s.Dividends.closeStep, Owed: true},
		jobs.Items{Job: jobDividend, Max: chunkMax, RetryAfter: retryAfter, Owed: true, Do: s.Dividends.pay, Read: func(tx *sqldb.Tx) ([]string, error) {
			return sqldb.Collect(tx, sqldb.One[string], selectPayees, chunkMax)
		}}.Every(dividendEvery, s.DB),
		jobs.Purge(s.DB, "node_purge", s.checkout.PurgeLapsed),
	}
}

// activateDue activates a node whose cooling-off is over, as of its end.
func (s sale) activateDue(tx *sqldb.Tx, nodeID string) error {
	orderID, _, err := s.store.orderOf.Get(tx, nodeID)
	if err != nil {
		return err
	}
	list, _, err := s.store.orders.Get(tx, orderID)
	if err != nil {
		return err
	}
	list = slices.Clone(list)
	i := slices.IndexFunc(list, func(n Node) bool { return n.ID == nodeID && n.State == Cooling })
	if i < 0 {
		return nil
	}
	if err := s.activate(tx, &list[i], list[i].CoolingEndAt); err != nil {
		return err
	}
	s.store.putOrder(tx, orderID, list, i)
	return nil
}

// closeStep closes the open month when its dividends are due and no machine can
// start before its end any more.
func (s dividends) closeStep(ctx context.Context) (more bool, err error) {
	err = s.DB.Background(ctx, func(tx *sqldb.Tx) error {
		more = false
		v, err := s.currentState(tx)
		if err != nil || tx.Now().Before(PaidAt(v.OpenMonth)) {
			return err
		}
		until, err := s.Machines().StartedUntil(tx)
		if err != nil || until.Before(v.OpenMonth.End()) {
			return err
		}
		more = true
		return s.close(tx, v)
	})
	if sqldb.IsUniqueViolation(err) {
		// Another instance closed the month at the same moment. What both insert may meet
		// as a unique key instead of a conflict; the next step finds the month closed.
		return true, nil
	}
	return more && err == nil, err
}

// close divides the pools of the open month.
func (s dividends) close(tx *sqldb.Tx, v state) error {
	m, _, err := s.store.months.Get(tx, v.OpenMonth.String())
	if err != nil {
		return err
	}
	products, err := sqldb.Collect(tx, productTable.Scan, selectProducts)
	if err != nil {
		return err
	}
	next := state{OpenMonth: v.OpenMonth + 1, CountedTo: v.countsTo()}
	for _, p := range products {
		r, err := s.divide(tx, v, m, p)
		if err != nil {
			return err
		}
		*next.Carried.of(p.Level) = r.Carried
	}
	s.store.putState(tx, next)
	return nil
}

// divide writes the statement of one level with its shares, and posts what the
// weights do not reach.
func (s dividends) divide(tx *sqldb.Tx, v state, m month, p Product) (result, error) {
	cutOff := v.OpenMonth.End()
	nodes, err := sqldb.Collect(tx, nodeTable.Scan, selectActive, string(p.Level), cutOff)
	if err != nil {
		return result{}, err
	}
	r := result{ID: statementID(v.OpenMonth, p.Level), Month: v.OpenMonth, Level: p.Level, NewPart: m.NewPart, RepurchasePart: m.RepurchasePart,
		Opening: *v.Carried.of(p.Level), Shares: *m.Shares.of(p.Level), Floor: p.Floor, Nodes: int64(len(nodes)), ClosedAt: tx.Now()}
	if r.Funded, err = s.Ledger.Funded(tx, p.Level.pool(), v.CountedTo, v.countsTo()); err != nil {
		return result{}, err
	}
	d := Divide(r.pool(), p.Floor, weightsAt(nodes, cutOff))
	r.Weights, r.Divided, r.Free, r.Carried = d.Weights, d.Divided, d.Free, d.Carried
	s.store.saveStatement.Add(tx, r)
	for i, n := range nodes {
		one := share{ID: r.ID + "-" + n.ID, Statement: r.ID, Month: r.Month, NodeID: n.ID, UserID: n.UserID,
			Weight: Weight(n.activeFrom(), cutOff), Amount: d.Amounts[i]}
		if one.Amount == 0 {
			one.PaidAt = tx.Now()
		}
		s.store.saveShare.Add(tx, one)
	}
	if r.Free == 0 {
		return r, nil
	}
	_, err = s.Ledger.Post(tx, ledger.Entry{At: PaidAt(r.Month), RefType: ledger.RefDividend, RefID: r.ID, Transfers: []ledger.Transfer{
		{Type: ledger.InternalTransfer, SubType: ledger.Unallocated, Debit: p.Level.pool(), Credit: interestFree, Amount: r.Free}}})
	return r, err
}

func weightsAt(nodes []Node, cutOff time.Time) []int64 {
	return each.Of(nodes, func(n Node) int64 { return Weight(n.activeFrom(), cutOff) })
}

// pay pays what a user has to get, each statement's in entries of its own.
func (s dividends) pay(tx *sqldb.Tx, userID string) error {
	list, err := sqldb.Collect(tx, shareTable.Scan, selectUnpaid, userID)
	if err != nil {
		return err
	}
	sum := money.Amount(0)
	for len(list) > 0 {
		// Shares are in the order of their ids, so those of a statement follow each
		// other, and those of a month.
		n := 1
		for n < min(len(list), entryShares) && list[n].Statement == list[0].Statement {
			n++
		}
		paid, err := s.payShares(tx, list[:n])
		if err != nil {
			return err
		}
		sum += paid
		if m := list[0].Month; n == len(list) || list[n].Month != m {
			err = s.Notices.Send(tx, userID, "node_dividend", map[string]string{"amount": sum.String(), "month": m.String()}, "/dividendPool?month="+m.String())
			if err != nil {
				return err
			}
			sum = 0
		}
		list = list[n:]
	}
	return nil
}

// payShares posts some shares of a user in one statement, each on a line of its
// own.
func (s dividends) payShares(tx sqldb.Command, list []share) (sum money.Amount, err error) {
	from := levelOf(list[0].Statement).pool()
	e := ledger.Entry{At: PaidAt(list[0].Month), RefType: ledger.RefDividend, RefID: list[0].Statement}
	for _, one := range list {
		one.PaidAt = tx.Now()
		s.store.saveShare.Add(tx, one)
		sum += one.Amount
		e.Transfers = append(e.Transfers, ledger.Transfer{Type: ledger.NodeDividends, Debit: from,
			Credit: ledger.AvailableOf(one.UserID, money.USDT), Amount: one.Amount})
	}
	_, err = s.Ledger.Post(tx, e)
	return sum, err
}

func statementID(m clock.Month, l Level) string { return m.String() + "-" + string(l) }

// levelOf is the level that a statement's id names.
func levelOf(statementID string) Level {
	i := slices.IndexFunc(Levels(), func(l Level) bool {
		return len(statementID) > len(l) && statementID[len(statementID)-len(l):] == string(l)
	})
	return Levels()[max(i, 0)]
}
