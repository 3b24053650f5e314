package simulation

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"strconv"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/infra/chain"
)

const (
	peopleMax = 14
	day       = 24 * time.Hour
	// throttleTime is for how long a node asks to be left alone.
	throttleTime = time.Minute
)

// deed is one thing that somebody does.
type deed struct {
	name   string
	weight int
	do     func(w *world)
}

// deeds is everything that happens, and how often.
var deeds = slices.Concat([]deed{
	{"sign up", 7, (*world).arrive},
	{"top up", 20, (*world).topUp},
	{"a stranger pays", 3, (*world).strangerPays},
	{"claim", 2, (*world).claim},
	{"buy", 14, (*world).buy},
	{"pay for machines", 8, (*world).payOwed},
	{"start now", 4, func(w *world) { w.onMachine("/api/miner/startNow", "to_be_confirmed") }},
	{"cancel a machine", 3, func(w *world) { w.onMachine("/api/miner/cancel", "to_be_confirmed") }},
	{"exit a machine", 3, func(w *world) { w.onMachine("/api/miner/exit", "not_running") }},
	{"pause machines", 2, (*world).pause},
	{"resume machines", 2, (*world).resume},
	{"capital", 1, (*world).addCapital},
	{"mine", 10, func(w *world) { w.line.mine(1 + w.chance.IntN(6)) }},
	{"reorganise", 6, (*world).reorganise},
	{"time", 12, (*world).passTime},
	{"nodes", 4, (*world).changeNodes},
	{"restart", 3, func(w *world) { w.restart() }},
	{"stop in the middle", 3, (*world).stopInTheMiddle},
}, marketDeeds, withdrawalDeeds)

// draw picks a deed by weight.
func (w *world) draw() deed {
	total := 0
	for _, d := range deeds {
		total += d.weight
	}
	at := w.chance.IntN(total)
	for _, d := range deeds {
		if at -= d.weight; at < 0 {
			return d
		}
	}
	panic("weights")
}

// arrive signs up somebody new, or a stranger who has paid before.
func (w *world) arrive() {
	var p *person
	for _, one := range w.users {
		if !one.isUser && w.oneIn(2) {
			p = one
		}
	}
	if p == nil {
		if len(w.users) >= peopleMax {
			return
		}
		p = w.newPerson()
	}
	if list := w.people(); len(list) > 0 && w.oneIn(2) {
		p.referrer = pick(w, list).code
	}
	w.note("%s signs up, referred by %q: %d", p.name, p.referrer, p.signIn().Code)
}

// topUp sends tokens to the treasury, at times less than the books can hold.
func (w *world) topUp() {
	if len(w.people()) == 0 {
		return
	}
	p := pick(w, w.people())
	asset, most := money.USDT, int64(3_000)
	switch w.chance.IntN(6) {
	case 0:
		asset = money.ETLD
	case 1:
		asset, most = money.ETH, 2
	}
	w.deposit(p, asset, w.amount(most), w.chance.Int64N(2*1e10))
}

// deposit sends an amount and some of the token's own units, of which the books
// hold the whole atoms.
func (w *world) deposit(p *person, asset money.Asset, a money.Amount, more int64) {
	wei := new(big.Int).Add(units(a), big.NewInt(more))
	if w.oneIn(10) {
		wei = big.NewInt(more + 1)
	}
	hash := w.line.send(tokens[asset], p.address, treasury, wei)
	w.note("%s sends %s units of %s: %s", p.name, wei, asset, hash)
}

// strangerPays is a deposit of a wallet that never signed up.
func (w *world) strangerPays() {
	if len(w.users) >= peopleMax {
		return
	}
	w.deposit(w.newPerson(), money.USDT, w.amount(800), 0)
}

// claim takes what a wallet sent before it signed up.
func (w *world) claim() {
	if len(w.people()) == 0 {
		return
	}
	p := pick(w, w.people())
	var info struct {
		ClaimPhrase string
		Claimable   []json.RawMessage
	}
	if !p.read("/api/userAccount/topUpInfo", &info) || len(info.Claimable) == 0 {
		return
	}
	w.clock.Advance(time.Millisecond)
	message := info.ClaimPhrase + strconv.FormatInt(w.clock.Now().UnixMilli(), 10)
	a := p.call("/api/pay/claimSuspense", values("sender", p.address.Hex(), "message", message, "signature", p.sign(message)))
	w.note("%s claims %d deposits: %d %s", p.name, len(info.Claimable), a.Code, a.Message)
	w.counts["claim"]++
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
	p := pick(w, w.people())
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
		w.oweFor(p, *bought.IntentNo, *bought.Amount)
	}
}

// payment is what somebody means to send for an order.
type payment struct {
	by     *person
	intent string
	parts  []money.Amount
}

// oweFor plans how an order is paid: at once, in parts, short, over, or not at all.
func (w *world) oweFor(p *person, intent string, a money.Amount) {
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
	w.owed = append(w.owed, payment{p, intent, parts})
}

// payOwed sends the next part of what is owed, in time or late, and at times
// names the transaction to the server.
func (w *world) payOwed() {
	if len(w.owed) == 0 {
		return
	}
	i := w.chance.IntN(len(w.owed))
	o := &w.owed[i]
	hash := w.line.send(tokens[money.USDT], o.by.address, treasury, units(o.parts[0]))
	w.note("%s pays %s for %s: %s", o.by.name, o.parts[0], o.intent, hash)
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
	owner := pick(w, w.people())
	list := owner.machines(status)
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
			risk.call("machines/pause", deedOf(map[string]any{"minerNo": m.MinerNo}), nil)
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
			risk.call("machines/resume", deedOf(map[string]any{"minerNo": m.MinerNo}), nil)
		}
	}
}

// addCapital is more money of the operator's.
func (w *world) addCapital() {
	w.line.send(tokens[money.USDT], funder, treasury, units(w.amount(5_000)))
}

func (w *world) reorganise() {
	depth := 1 + w.chance.IntN(finalityDepth)
	w.note("the newest %d blocks are taken back", depth)
	w.line.reorganise(depth)
}

// passTime moves the clock: some minutes, to about midnight, days, or a month.
func (w *world) passTime() {
	var by time.Duration
	switch w.chance.IntN(12) {
	case 0, 1, 2:
		by = time.Duration(w.chance.Int64N(int64(2 * time.Hour)))
	case 3, 4:
		midnight := clock.DayOf(w.clock.Now()).End()
		by = midnight.Sub(w.clock.Now()) + time.Duration(w.chance.Int64N(int64(4*time.Minute))) - 2*time.Minute
	case 5, 6, 7:
		by = time.Duration(w.chance.Int64N(int64(30 * time.Hour)))
	case 8, 9, 10:
		by = time.Duration(w.chance.Int64N(int64(9 * day)))
	case 11:
		by = 25*day + time.Duration(w.chance.Int64N(int64(10*day)))
	}
	w.pass(max(0, by))
}

func (w *world) pass(by time.Duration) {
	w.clock.Advance(by.Truncate(time.Microsecond))
	w.note("%s pass", by)
	w.line.mine(1 + w.chance.IntN(3))
}

// What can be wrong with the nodes.
const (
	healthy = iota
	oneDown
	oneThrottles
	oneBehind
	answersLost
	someSwallow
	allRefuse
	allDown
	troubles
)

// changeNodes draws what is wrong with the nodes now.
func (w *world) changeNodes() {
	trouble := w.chance.IntN(troubles)
	if w.oneIn(2) {
		trouble = healthy
	}
	w.changeNodesTo(trouble)
}

func (w *world) changeNodesTo(trouble int) {
	for _, n := range w.nodes {
		if errors.Is(n.down, chain.ErrThrottled) {
			w.restUntil = w.clock.Now().Add(throttleTime + time.Second)
		}
		n.refuses, n.swallows, n.loses, n.behind = trouble == allRefuse, trouble == someSwallow && w.oneIn(2), trouble == answersLost, 0
		n.setDown(map[bool]error{true: errNoConnection}[trouble == allDown])
	}
	n := pick(w, w.nodes)
	switch trouble {
	case oneDown:
		n.setDown(errNoConnection)
	case oneThrottles:
		n.setDown(&chain.ThrottledError{RetryAfter: throttleTime})
	case oneBehind:
		n.behind = 3
		n.setDown(nil)
	}
	w.note("trouble with the nodes: %d", trouble)
}

// stopInTheMiddle ends the server at some call to the chain, and starts it again.
func (w *world) stopInTheMiddle() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	left := w.chance.IntN(40)
	w.line.onCall = func() {
		if left--; left < 0 {
			cancel()
		}
	}
	finished := w.workWithin(ctx)
	w.line.onCall = func() {}
	w.note("stopped in the middle of its work: %v", !finished)
	w.restart()
}
