package simulation

import (
	"slices"
	"strconv"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
)

// machineEvents are what happens to machines.
var machineEvents = []event{
	{"buy", 14, (*world).buy},
	{"pay what is owed", 14, (*world).payOwed},
	{"start now", 4, func(w *world) { w.onMachine("/api/miner/startNow", "to_be_confirmed") }},
	{"cancel a machine", 3, func(w *world) { w.onMachine("/api/miner/cancel", "to_be_confirmed") }},
	{"exit a machine", 5, func(w *world) { w.onMachine("/api/miner/exit", "not_running") }},
	{"pause machines", 4, (*world).pause},
	{"resume machines", 1, (*world).resume},
}

// product is what the catalogue says of a machine.
type product struct {
	ID, TermsVersion string
	PayNew           money.Amount
}

// buy orders machines, out of the balance or by wallet.
func (w *world) buy() {
	if len(w.people()) == 0 {
		return
	}
	p, _ := w.holder(money.USDT, 1)
	if users := w.withCredit(); len(users) > 0 && w.oneIn(2) {
		p = w.byID(pick(w, users))
	}
	var catalogue struct{ List []product }
	if !p.read("/api/miner/all", &catalogue) {
		return
	}
	item := catalogue.List[0]
	if w.oneIn(4) {
		item = pick(w, catalogue.List)
	}
	way, quantity := "balance", 1+w.chance.IntN(2)
	if w.oneIn(3) {
		way = "chain"
	}
	var bought struct {
		IntentNo *string
		Amount   *money.Amount
		ExpireAt *time.Time
	}
	a := p.do("/api/miner/purchaseMiner", &bought, "productId", item.ID, "quantity", strconv.Itoa(quantity), "payType", way, "termsVersion", item.TermsVersion,
		"startNow", strconv.FormatBool(w.oneIn(3)))
	if a.ok() && bought.IntentNo != nil {
		w.oweFor(p, *bought.IntentNo, money.USDT, *bought.Amount)
	}
}

// withCredit are those whose next machine is a repurchase.
func (w *world) withCredit() (users []string) {
	w.read(func(row *sqldb.Row) error {
		var id string
		err := row.Scan(&id)
		users = append(users, id)
		return err
	}, `SELECT DISTINCT user_id FROM machine_credit WHERE live = 1 AND rest > 0 ORDER BY user_id`)
	return users
}

// payment is what somebody means to send for an order.
type payment struct {
	by     *person
	intent string
	asset  money.Asset
	parts  []money.Amount
}

// oweFor plans how an order is paid: in whole, in parts, short, over, or not at all; at
// times it is begun at once.
func (w *world) oweFor(p *person, intent string, asset money.Asset, a money.Amount) {
	var parts []money.Amount
	switch w.chance.IntN(8) {
	case 0:
		return
	case 1:
		parts = []money.Amount{a / 2}
	case 2:
		parts = []money.Amount{a / 3, a - a/3}
	case 3:
		parts = []money.Amount{a + w.amount(50)}
	case 4:
		parts = []money.Amount{a, a}
	default:
		parts = []money.Amount{a}
	}
	w.owed = append(w.owed, payment{p, intent, asset, parts})
	if w.oneIn(2) {
		w.pay(len(w.owed) - 1)
	}
}

// payOwed pays some of what is owed, in time or late.
func (w *world) payOwed() {
	if len(w.owed) > 0 {
		w.pay(w.chance.IntN(len(w.owed)))
	}
}

// pay sends the next part of what is owed, and at times names the transaction to the
// server.
func (w *world) pay(i int) {
	o := &w.owed[i]
	hash := w.line.send(tokens[o.asset], o.by.address, treasury, units(o.parts[0]))
	w.note("%s pays %s %s for %s: %s", o.by.name, o.parts[0], o.asset, o.intent, hash)
	if w.oneIn(2) {
		a := o.by.call("/api/pay/submitTx", values("intentNo", o.intent, "txHash", hash.Hex()))
		w.note("and says so: %d", a.Code)
	}
	if o.parts = o.parts[1:]; len(o.parts) == 0 {
		w.owed = slices.Delete(w.owed, i, i+1)
	}
}

// machineRow is a machine as its owner sees it.
type machineRow struct {
	MinerNo, Status, Phase                  string
	Product                                 struct{ ID string }
	InterestPaid, InterestRest, ETLDPaid    money.Amount
	ETLDCap, Principal, NewPart, ServiceFee money.Amount
	RepurchasePart                          money.Amount
	PausedSeconds                           int64
	EndAt                                   *time.Time
}

// machines are all of somebody's.
func (p *person) machines(status string) (list []machineRow) {
	for cursor := ""; ; {
		params := []string{"size", "50"}
		if status != "" {
			params = append(params, "status", status)
		}
		if cursor != "" {
			params = append(params, "cursor", cursor)
		}
		var page struct {
			List       []machineRow
			NextCursor string
			HasMore    bool
		}
		if !p.read("/api/miner/findMyList", &page, params...) {
			return list
		}
		list = append(list, page.List...)
		if cursor = page.NextCursor; !page.HasMore {
			return list
		}
	}
}

// onMachine does something to a machine of somebody's, seldom to one of another's.
func (w *world) onMachine(path, status string) {
	if len(w.people()) == 0 {
		return
	}
	var owner *person
	var list []machineRow
	for range 4 {
		owner = pick(w, w.people())
		list = owner.machines(status)
		paused := slices.DeleteFunc(slices.Clone(list), func(m machineRow) bool { return m.Phase != "paused" })
		if len(paused) > 0 {
			list = paused
			break
		}
	}
	if len(list) == 0 {
		return
	}
	by := owner
	if w.oneIn(12) {
		by = pick(w, w.people())
	}
	a := by.do(path, nil, "minerNo", pick(w, list).MinerNo)
	if by != owner && a.ok() {
		w.fail("%s did %s to a machine of %s", by.name, path, owner.name)
	}
}

// pause proposes to pause machines of somebody's; a second person agrees, mostly.
func (w *world) pause() {
	if len(w.people()) == 0 {
		return
	}
	risk := w.colleague(operator.Risk, "risk")
	for _, m := range pick(w, w.people()).machines("running") {
		if w.oneIn(2) {
			risk.call("machines/pause", proposalOf(map[string]any{"minerNo": m.MinerNo}), nil)
		}
	}
	w.checker(0).approveAll("machine_pause", 1+w.chance.IntN(2))
}

func (w *world) resume() {
	if len(w.people()) > 0 {
		w.resumeOf(pick(w, w.people()), 2)
	}
}

func (w *world) resumeOf(p *person, oneIn int) {
	risk := w.colleague(operator.Risk, "risk")
	for _, m := range p.machines("not_running") {
		if m.Phase == "paused" && w.oneIn(oneIn) {
			risk.call("machines/resume", proposalOf(map[string]any{"minerNo": m.MinerNo}), nil)
		}
	}
}
