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
	"etld/internal/infra/chain"
)

const (
	peopleMax = 14
	day       = 24 * time.Hour
	// throttleTime is for how long a node asks to be left alone.
	throttleTime = time.Minute
)

// event is one thing that somebody does.
type event struct {
	name   string
	weight int
	do     func(w *world)
}

// events is everything that happens, and how often.
var events = slices.Concat([]event{
	{"sign up", 7, (*world).arrive},
	{"top up", 20, (*world).topUp},
	{"a stranger pays", 3, (*world).strangerPays},
	{"claim", 2, (*world).claim},
	{"repeat an old request", 5, (*world).repeatAnOldRequest},
	{"capital", 1, (*world).addCapital},
	{"mine", 10, func(w *world) { w.line.mine(1 + w.chance.IntN(6)) }},
	{"reorganise", 6, (*world).reorganise},
	{"time", 12, (*world).passTime},
	{"nodes", 4, (*world).changeNodes},
	{"restart", 3, func(w *world) { w.restart() }},
	{"stop in the middle", 3, (*world).stopInTheMiddle},
}, machineEvents, goodsEvents, marketEvents, withdrawalEvents)

// draw picks an event by weight.
func (w *world) draw() event {
	total := 0
	for _, d := range events {
		total += d.weight
	}
	at := w.chance.IntN(total)
	for _, d := range events {
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
	switch w.chance.IntN(13) {
	case 0, 1, 2:
		by = time.Duration(w.chance.Int64N(int64(2 * time.Hour)))
	case 3, 4:
		midnight := clock.DayOf(w.clock.Now()).End()
		by = midnight.Sub(w.clock.Now()) + time.Duration(w.chance.Int64N(int64(4*time.Minute))) - 2*time.Minute
	case 5, 6, 7:
		by = time.Duration(w.chance.Int64N(int64(30 * time.Hour)))
	case 8, 9, 10:
		by = time.Duration(w.chance.Int64N(int64(9 * day)))
	case 11, 12:
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
