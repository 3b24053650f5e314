package crash

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/test/player"
)

const (
	ownersCount = 5
	// Each owner's machines begin an hour apart, so that a day of one ends with every
	// hour that passes while faults befall: interest is paid at the end of an hour.
	machinesEach     = 10
	hour             = time.Hour
	day              = 24 * hour
	oldEnough        = 10 * time.Minute
	machinePriceEach = 105

	drawn         = "12"
	drawsEach     = 12
	drawnWithin   = 3 * time.Minute
	hourAhead     = 300 * time.Millisecond
	statementsMax = 5
)

// owner has machines that run and does nothing else.
type owner struct {
	wallet *player.Player
	// startedAt are the times at which the machines began.
	startedAt []time.Time
}

// settleIn makes the owners and drawers, and lets time pass until the first machine's
// first day is about to end.
func (d *drill) settleIn() {
	d.t.Helper()
	w := d.instances[0]
	people := []*player.Player{d.watcher}
	for _, b := range d.buyers {
		people = append(people, b.wallet)
	}
	for range ownersCount {
		p := w.fundedPlayer(machinesEach * machinePriceEach)
		d.owners, people = append(d.owners, &owner{wallet: p}), append(people, p)
	}
	for range 1 + *drillFaults/drawsEach {
		p := w.fundedPlayer(1_000)
		d.drawers, people = append(d.drawers, &drawer{world: w, wallet: p}), append(people, p)
	}
	w.advance(oldEnough)
	for range machinesEach {
		for _, o := range d.owners {
			o.startedAt = append(o.startedAt, w.serverTime(o.wallet))
			w.buyAt(o.wallet, "machineSmall", "true")
		}
		w.advance(hour)
	}
	w.advance(day - (machinesEach+1)*hour)
	for _, p := range people {
		if err := p.SignIn(d.t.Context()); err != nil {
			d.t.Fatal(err)
		}
	}
	for _, drawer := range d.drawers {
		drawer.before = drawer.holds()
	}
}

// passHour lets an hour pass on every instance at once, at whose end owners are paid. An
// instance that something befalls may miss it; it then learns the time from the others.
func (d *drill) passHour(ctx context.Context) {
	for _, w := range d.instances {
		go func() { _ = w.running().Operate(ctx, fmt.Sprint("/demo/advance?seconds=", int(hour/time.Second))) }()
	}
	time.Sleep(hourAhead)
}

// due is what the owner must have been paid by a time: interest of each full day, at the
// end of the hour in which the day ends.
func (o *owner) due(at time.Time) (sum money.Amount, days int64) {
	for _, began := range o.startedAt {
		days += int64(at.Truncate(hour).Sub(began) / day)
	}
	return money.Amount(days) * dailyInterest[money.Units(100)], days
}

// draw asks for money until the request is answered. It yields nothing where it was not
// taken.
func (o *drawer) draw(ctx context.Context) *withdrawal {
	o.calls++
	at, refused := *o.wallet, 0
	var a player.Answer
	ctx, cancel := context.WithTimeout(ctx, drawnWithin)
	defer cancel()
	for tried := 1; ctx.Err() == nil && refused < statementsMax; tried++ {
		at.Server = o.world.url()
		id := fmt.Sprintf("withdrawal-%s-%d-%d", at.Address().Hex()[2:10], o.calls, tried)
		params, err := at.Withdrawal(ctx, id, money.MustParse(drawn))
		if err != nil {
			time.Sleep(pollPause)
			continue
		}
		// The same words again until they are answered: they may have been taken.
		for a, err = at.Call(ctx, withdrawPath, params); ctx.Err() == nil && (err != nil || a.Code == codeMaintenance); a, err = at.Call(ctx, withdrawPath, params) {
			time.Sleep(pollPause)
		}
		var out struct{ WithdrawNo string }
		switch {
		case err != nil:
		case a.Code == http.StatusOK && decode(a, &out) == nil:
			o.arriving += money.MustParse(drawn) - money.Unit
			return &withdrawal{drawer: o, no: out.WithdrawNo}
		case a.Code == codePaused:
			// The answer is kept, so it is another request that asks again.
			time.Sleep(pollPause)
		default:
			// An hour may have passed since it was signed.
			refused++
		}
	}
	o.calls--
	o.world.t.Errorf("a withdrawal is answered nothing but %d %s %s within %s", a.Code, a.Message, a.Data, drawnWithin)
	return nil
}

// verify holds everything to everything, while the first instance and its chain still
// run, and then the books of what stands still.
func (d *drill) verify() {
	d.t.Helper()
	first := d.instances[0]
	for _, w := range d.instances[1:] {
		if err := w.running().StopWell(); err != nil {
			d.t.Error(err)
		}
	}
	first.settleAnswers(d.buyers)
	first.explainSights(d.buyers)
	for _, o := range d.drawers {
		o.world = first
		o.wallet.Server = first.url()
	}
	for _, w := range d.draws {
		w.await("confirmation", isConfirmed)
	}
	for _, o := range d.drawers {
		o.verify()
	}
	paid := int64(0)
	for i, o := range d.owners {
		o.wallet.Server = first.url()
		var last string
		d.t.Cleanup(func() {
			if d.t.Failed() {
				d.t.Logf("owner %d's machines began %v: %s", i+1, o.startedAt, last)
			}
		})
		first.await(fmt.Sprintf("what owner %d's machines earned", i+1), payoutsWithin, func() bool {
			due, days := o.due(first.serverTime(o.wallet))
			price := money.Units(machinePriceEach * int64(len(o.startedAt)))
			h, err := o.wallet.Holding(d.t.Context(), money.USDT)
			if last = fmt.Sprintf("%+v after %d days (%v)", h, days, err); err != nil || h.Available != money.Units(machinesEach*machinePriceEach)-price+due {
				return false
			}
			paid += days
			return true
		})
	}
	d.t.Logf("%d payouts arrived, %d days of machines were paid for", len(d.draws), paid)
	d.compareSigner()
	d.checkWithChain()
	first.check()
}

// checkWithChain has the books compared with the chain.
func (d *drill) checkWithChain() {
	d.t.Helper()
	first := d.instances[0]
	facts, err := d.drawers[0].wallet.Facts(d.t.Context())
	if err != nil || len(facts.Networks) == 0 {
		d.t.Fatalf("facts: %+v, %v", facts, err)
	}
	network := facts.Networks[0]
	list := []string{"check", "--data-dir", first.dir, "--database", first.database, "--rpc-urls", fmt.Sprint("http://127.0.0.1:", chainPort), "--single-node",
		"--treasury", network.Treasury.Hex(), "--hot-wallet", d.hotWallet().Hex()}
	for _, token := range network.Tokens {
		list = append(list, "--token-"+strings.ToLower(string(token.Currency)), token.Contract.Hex())
	}
	// On the first machine, as nodes elsewhere must be asked through an encrypted line.
	words := d.machines[0].command(slices.Concat([]string{program}, list)...)
	output, code := player.Run(d.t.Context(), words[0], words[1:]...)
	if code != 0 {
		d.t.Errorf("etld check with the chain ended with %d", code)
	}
	d.t.Logf("etld check: %s", output)
}

// hotWallet is the address that pays.
func (d *drill) hotWallet() common.Address {
	d.t.Helper()
	text, err := os.ReadFile(filepath.Join(d.instances[0].dir, "demo.json"))
	if err != nil {
		d.t.Fatal(err)
	}
	var marker struct{ HotWallet common.Address }
	if err := decode(player.Answer{Data: text}, &marker); err != nil {
		d.t.Fatal(err)
	}
	return marker.HotWallet
}

// compareSigner holds what the signer signed to what the database knows of.
func (d *drill) compareSigner() {
	d.t.Helper()
	journal, err := sql.Open("sqlite", filepath.Join(d.instances[0].dir, "signer", "journal"))
	if err != nil {
		d.t.Fatal(err)
	}
	defer journal.Close()
	books, err := player.OpenDatabase(d.instances[0].database)
	if err != nil {
		d.t.Fatal(err)
	}
	defer books.Close()
	signed, err := player.Rows(journal, `SELECT content ->> '$.hash' FROM chain_signer_decision WHERE refusal IS NULL`)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, row := range signed {
		known, err := player.Rows(books, `SELECT hash FROM payout_attempt WHERE hash = '`+row[0]+`'`)
		if err != nil || len(known) != 1 {
			d.t.Errorf("the signer signed %s, of which the database knows %v (%v)", row[0], known, err)
		}
	}
	d.t.Logf("%d transactions were signed, and the database knows all of them", len(signed))
}
