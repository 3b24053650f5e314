package simulation

import (
	"context"
	"errors"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// transfer is a row of the journal.
type transfer struct {
	entry, debit, credit, refType, refID string
	kind                                 ledger.Type
	sub                                  ledger.SubType
	asset                                money.Asset
	amount                               money.Amount
}

// read looks into the database beside the server.
func (w *world) read(each func(row *sqldb.Row) error, query string) {
	err := w.books.View(context.Background(), func(tx *sqldb.Tx) error { return tx.Query(each, query) })
	if inside, ok := errors.AsType[*fault.PanicError](err); ok {
		panic(inside.Reason)
	}
	w.must(err)
}

func (w *world) entries() (list []transfer) {
	w.read(func(row *sqldb.Row) error {
		var t transfer
		err := row.Scan(&t.entry, &t.kind, &t.sub, &t.asset, &t.debit, &t.credit, &t.amount, &t.refType, &t.refID)
		list = append(list, t)
		return err
	}, `SELECT entry_id, type, sub_type, asset, debit, credit, amount, ref_type, ref_id FROM ledger_transfer ORDER BY id`)
	return list
}

func classOf(account string) ledger.Class {
	class, _, _ := strings.Cut(account, "/")
	return ledger.Class(class)
}

// checkCheaply holds after every step: the two sides of the books are equal,
// nobody is stuck, and nothing was stopped by the server's own check.
func (w *world) checkCheaply() {
	sides := make(map[money.Asset]money.Amount)
	w.read(func(row *sqldb.Row) error {
		var class ledger.Class
		var asset money.Asset
		var sum money.Amount
		err := row.Scan(&class, &asset, &sum)
		if class.DebitNormal() {
			sum = -sum
		}
		sides[asset] += sum
		return err
	}, `SELECT class, asset, CAST(SUM(balance) AS BIGINT) FROM ledger_account GROUP BY class, asset`)
	for asset, rest := range sides {
		if rest != 0 {
			w.fail("%s: credits less debits are %s", asset, rest)
		}
	}
	w.read(func(row *sqldb.Row) error {
		var user string
		if err := row.Scan(&user); err != nil {
			return err
		}
		w.fail("user %s is stuck", user)
		return nil
	}, `SELECT subject FROM job_parked WHERE job = 'machine_retry'`)
	w.read(func(row *sqldb.Row) error {
		var part, reason string
		if err := row.Scan(&part, &reason); err != nil {
			return err
		}
		w.fail("the server stopped %s: %s", part, reason)
		return nil
	}, `SELECT part, reason FROM operator_stop WHERE is_stopped = 1`)
	w.checkOrdersCheaply()
}

// checkAll is everything: what etld check looks at, and what the simulation
// knows by itself. At rest nothing is on its way, so that sums are equal.
func (w *world) checkAll(atRest bool) {
	// What is due is part of the invariants.
	w.work()
	found, err := w.program.Violations(context.Background())
	w.must(err)
	for _, v := range found {
		w.fail("%s", v)
	}
	list := w.entries()
	w.checkNobodyWasNegative(list)
	w.checkAgainstTheLine(list, atRest)
	for _, p := range w.people() {
		w.checkPerson(p, list)
	}
	w.checkIntents(atRest)
	w.checkOrders(list, atRest)
	w.checkWithdrawals(atRest)
	if atRest {
		w.checkGas(list)
	}
}

// checkNobodyWasNegative replays the journal in its order.
func (w *world) checkNobodyWasNegative(list []transfer) {
	balances := make(map[string]money.Amount)
	for _, t := range list {
		if classOf(t.debit).DebitNormal() {
			balances[t.debit] += t.amount
		} else if balances[t.debit] -= t.amount; balances[t.debit] < 0 {
			w.fail("%s went down to %s in entry %s", t.debit, balances[t.debit], t.entry)
		}
		if classOf(t.credit).DebitNormal() {
			balances[t.credit] -= t.amount
		} else {
			balances[t.credit] += t.amount
		}
	}
}

// sumJournal adds up the transfers of one asset that match.
func sumJournal(list []transfer, asset money.Asset, matches func(t transfer) bool) (sum money.Amount) {
	for _, t := range list {
		if t.asset == asset && matches(t) {
			sum += t.amount
		}
	}
	return sum
}

// sumLine adds up the whole atoms of the transfers of one token that match.
func sumLine(list []*movement, asset money.Asset, matches func(m *movement) bool) (sum money.Amount) {
	for _, m := range list {
		if m.token != tokens[asset] || !matches(m) {
			continue
		}
		// What is more than the books can hold is refused there as well.
		if a, _, err := money.FromBaseUnits(m.wei, tokenDecimals); err == nil {
			sum += a
		}
	}
	return sum
}

// leastDeposits are the parameters' defaults. What a sender's smaller transfers come
// to waits until it reaches them.
var leastDeposits = map[money.Asset]money.Amount{money.USDT: 1_000_000, money.ETLD: 10_000_000, money.ETH: 1_000}

// dustMax is the most of an asset that may wait to be credited: less than the least
// deposit of every sender, and no more than its smaller transfers come to.
func dustMax(list []*movement, asset money.Asset) (sum money.Amount) {
	senders := make(map[common.Address]money.Amount)
	for _, m := range list {
		if m.token != tokens[asset] || m.to != treasury {
			continue
		}
		if a, _, err := money.FromBaseUnits(m.wei, tokenDecimals); err == nil && a < leastDeposits[asset] {
			senders[m.from] += a
		}
	}
	for _, dust := range senders {
		sum += min(dust, leastDeposits[asset]-1)
	}
	return sum
}

// checkAgainstTheLine: the books never have more than arrived finally, nor give
// up less than left; at rest both are the same, to the atom, but for dust.
func (w *world) checkAgainstTheLine(list []transfer, atRest bool) {
	final := w.line.final()
	for _, asset := range assets {
		arrived := sumLine(final, asset, func(m *movement) bool { return m.to == treasury && !w.line.own[m.from] })
		left := sumLine(final, asset, func(m *movement) bool { return w.line.own[m.from] && !w.line.own[m.to] })
		in := sumJournal(list, asset, func(t transfer) bool { return t.debit == "A.CHAIN.BEP-20/"+string(asset) })
		out := sumJournal(list, asset, func(t transfer) bool { return t.credit == "A.CHAIN.BEP-20/"+string(asset) && t.sub != ledger.Gas })
		if in > arrived || atRest && in+dustMax(final, asset) < arrived {
			w.fail("%s: %s were credited, %s arrived finally", asset, in, arrived)
		}
		if out > left || atRest && out != left {
			w.fail("%s: %s were paid by the books, %s left finally", asset, out, left)
		}
		if atRest {
			w.checkHeld(asset, final, arrived-out)
		}
	}
}

// checkHeld: what the own addresses hold is what the books have or let wait as dust,
// and what is too small for them.
func (w *world) checkHeld(asset money.Asset, final []*movement, booked money.Amount) {
	want := units(booked)
	for _, m := range final {
		if m.token == tokens[asset] && m.to == treasury && !w.line.own[m.from] {
			_, rest, err := money.FromBaseUnits(m.wei, tokenDecimals)
			w.must(err)
			want.Add(want, rest)
		}
	}
	if held := w.line.heldFinally(tokens[asset]); held.Cmp(want) != 0 {
		w.fail("%s: our addresses hold %s units, the books and what is too small for them are %s", asset, held, want)
	}
}

// checkPerson: what a user sees is what the journal moved.
func (w *world) checkPerson(p *person, list []transfer) {
	own := func(class ledger.Class, asset money.Asset) string { return ledger.Of(p.id, class, asset).ID() }
	balances := make(map[string]money.Amount)
	for _, t := range list {
		balances[t.debit] -= t.amount
		balances[t.credit] += t.amount
	}
	var shown struct {
		List []struct {
			Currency                                 money.Asset
			Available, Frozen, Locked, Escrow, Total money.Amount
		}
	}
	if !p.read("/api/userAccount/balance", &shown) {
		return
	}
	for _, b := range shown.List {
		want := [4]money.Amount{balances[own(ledger.Available, b.Currency)], balances[own(ledger.Withdraw, b.Currency)], balances[own(ledger.Principal, b.Currency)],
			balances[own(ledger.Cooling, b.Currency)] + balances[own(ledger.Order, b.Currency)]}
		if got := [4]money.Amount{b.Available, b.Frozen, b.Locked, b.Escrow}; got != want || b.Total != want[0]+want[1]+want[2]+want[3] {
			w.fail("%s sees %v of %s, the journal says %v", p.name, got, b.Currency, want)
		}
	}
	w.checkMachines(p, list, balances[own(ledger.Principal, money.USDT)], balances[own(ledger.Cooling, money.USDT)])
	w.checkDeposits(p, list)
	w.checkSeenOrders(p)
}

// promised is the whole interest of a machine, price × rate × days, written
// down here and not computed by the server.
var promised = map[string]money.Amount{"machineSmall": money.MustParse("1.8"), "machineMedium": money.Units(45), "machineLarge": money.Units(1_080)}

// prices are what machines cost.
var machinePrices = map[string]money.Amount{"machineSmall": money.Units(100), "machineMedium": money.Units(1_000), "machineLarge": money.Units(10_000)}

// checkMachines: what machines say they paid was posted, a matured one paid all
// it promised, and principal lies where it belongs.
func (w *world) checkMachines(p *person, list []transfer, locked, escrow money.Amount) {
	var interest, output, principal, cooling, returned money.Amount
	for _, m := range p.machines("") {
		price := machinePrices[m.Product.ID]
		interest += m.InterestPaid
		output += m.ETLDPaid
		if m.Principal != price || m.NewPart+m.RepurchasePart != price || m.ETLDPaid > m.ETLDCap || m.ETLDPaid < 0 {
			w.fail("machine %s of %s: %+v", m.MinerNo, p.name, m)
		}
		switch m.Phase {
		case "":
			principal += price
		case "paused":
			principal += price
		case "cooling":
			cooling += price + m.ServiceFee
		case "matured":
			returned += price
			if m.InterestPaid != promised[m.Product.ID] || m.InterestRest != 0 {
				w.fail("machine %s of %s matured with %s of interest, promised were %s", m.MinerNo, p.name, m.InterestPaid, promised[m.Product.ID])
			}
		case "exited":
			returned += price
			if m.InterestPaid > promised[m.Product.ID] {
				w.fail("machine %s of %s paid %s of interest, promised were %s", m.MinerNo, p.name, m.InterestPaid, promised[m.Product.ID])
			}
		}
		if m.InterestPaid != 0 && (m.Phase == "cooling" || m.Phase == "payment" || m.Phase == "expired" || m.Phase == "cancelled") {
			w.fail("machine %s of %s paid %s of interest and never ran", m.MinerNo, p.name, m.InterestPaid)
		}
	}
	available := func(asset money.Asset) string { return ledger.Of(p.id, ledger.Available, asset).ID() }
	for _, one := range []struct {
		what             string
		machines, posted money.Amount
	}{
		{"interest", interest, sumJournal(list, money.USDT, func(t transfer) bool {
			return t.kind == ledger.MachineIncome && t.credit == available(money.USDT)
		})},
		{"output", output, sumJournal(list, money.ETLD, func(t transfer) bool { return t.kind == ledger.MiningIncome && t.credit == available(money.ETLD) })},
		{"returned principal", returned, sumJournal(list, money.USDT, func(t transfer) bool {
			return t.sub == ledger.PrincipalReturned && t.credit == available(money.USDT)
		})},
		{"principal", principal, locked},
		{"cooling", cooling, escrow},
	} {
		if one.machines != one.posted {
			w.fail("%s of %s: the machines say %s, the journal %s", one.what, p.name, one.machines, one.posted)
		}
	}
}

// checkDeposits: nobody is credited more than came from the own wallet.
func (w *world) checkDeposits(p *person, list []transfer) {
	final := w.line.final()
	for _, asset := range assets {
		sent := sumLine(final, asset, func(m *movement) bool { return m.from == p.address && m.to == treasury })
		credited := sumJournal(list, asset, func(t transfer) bool {
			return t.kind == ledger.TopUp && t.credit == ledger.Of(p.id, ledger.Available, asset).ID()
		})
		if credited > sent {
			w.fail("%s was credited %s %s and sent %s", p.name, credited, asset, sent)
		}
	}
}

// checkIntents: at rest none is open, and each has an end.
func (w *world) checkIntents(atRest bool) {
	w.read(func(row *sqldb.Row) error {
		var no, state string
		var closed int64
		err := row.Scan(&no, &state, &closed)
		if (state == "open") != (closed == 0) || atRest && state == "open" {
			w.fail("intent %s is %s, closed at %d", no, state, closed)
		}
		return err
	}, `SELECT no, state, closed_at FROM payment_intent ORDER BY no`)
}
