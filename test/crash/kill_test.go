package crash

import (
	"context"
	"math/rand/v2"
	"net/url"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

// kills is how often the program is killed under load.
var kills = long.Or(4, 7)

const (
	devicesEach = 2
	wallets     = 3
)

// TestKilledUnderLoad kills the program at random moments while people buy,
// start and cancel machines and pay in on chain.
func TestKilledUnderLoad(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		chance := newRandom(t)
		w := newWorld(t, engine)
		buyers := w.newBuyers(chance)
		purses := w.openPurses(buyers)
		intent := w.orderOnChain(buyers[0].terms["machineSmall"])
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		group, ctx := errgroup.WithContext(ctx)
		for _, b := range buyers {
			group.Go(func() error { return b.press(ctx) })
		}
		more := chance.Uint64()
		group.Go(func() error { return payInMore(ctx, more, buyers, purses) })
		group.Go(intent.pay)
		for range kills {
			time.Sleep(time.Duration(200+chance.IntN(900)) * time.Millisecond)
			w.running().Kill()
			w.start()
			if ctx.Err() != nil {
				break
			}
		}
		w.awaitAnswers(ctx, buyers)
		stop()
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		t.Log(count(buyers))
		intent.verify()
		w.verify(buyers)
	})
}

// onChain is an order that is paid from the wallet while the program comes and
// goes.
type onChain struct {
	world    *world
	payer    *player.Player
	purse    *player.Wallet
	amount   money.Amount
	intentNo string
	machine  string
}

func (w *world) orderOnChain(terms string) *onChain {
	w.t.Helper()
	o := &onChain{world: w, payer: w.newPlayer()}
	params := purchase("order-paid-on-chain-1", "machineSmall", terms, 1)
	params.Set("payType", "chain")
	var out struct {
		MinerNos  []string
		PayAmount money.Amount
		IntentNo  string
	}
	if err := o.payer.Must(w.t.Context(), purchasePath, params, &out); err != nil {
		w.t.Fatal(err)
	}
	o.amount, o.intentNo, o.machine = out.PayAmount, out.IntentNo, out.MinerNos[0]
	if err := o.payer.Faucet(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	o.purse = w.openPurses([]*buyer{{wallet: o.payer}})[0]
	return o
}

// pay sends the amount in two parts.
func (o *onChain) pay() error {
	for _, part := range []money.Amount{o.amount - money.Units(5), money.Units(5)} {
		if _, err := o.purse.Deposit(context.Background(), money.USDT, part); err != nil {
			return err
		}
	}
	return nil
}

// verify waits until the payment counts, and holds that it bought the machine.
func (o *onChain) verify() {
	t := o.world.t
	t.Helper()
	payer := o.world.at(o.payer)
	var last player.Answer
	defer func() {
		if t.Failed() {
			t.Logf("the payment's last status: %d %s %s", last.Code, last.Message, last.Data)
		}
	}()
	o.world.await("payment of the order", 30*time.Second, func() bool {
		var progress struct{ State string }
		var err error
		last, err = payer.Call(t.Context(), "/api/pay/status", url.Values{"intentNo": {o.intentNo}})
		return err == nil && decode(last, &progress) == nil && progress.State == "paid"
	})
	h, err := payer.Holding(t.Context(), money.USDT)
	if want := (player.Holding{Currency: money.USDT, Escrow: o.amount, Total: o.amount}); err != nil || h != want {
		t.Errorf("after the payment the wallet holds %+v, want %+v (%v)", h, want, err)
	}
	machines, err := (&buyer{wallet: payer}).listMachines(t.Context())
	if err != nil || len(machines) != 1 || machines[o.machine] != "to_be_confirmed" {
		t.Errorf("machines of the order: %v (%v)", machines, err)
	}
}

// newBuyers funds a few wallets. Each is one buyer, so that what it owns can
// be worked out from its answers alone.
func (w *world) newBuyers(chance *rand.Rand) []*buyer {
	w.t.Helper()
	return w.manyBuyers(chance, wallets*devicesEach)
}

func (w *world) manyBuyers(chance *rand.Rand, count int) []*buyer {
	w.t.Helper()
	buyers := make([]*buyer, count)
	funding, _ := errgroup.WithContext(w.t.Context())
	for i := range buyers {
		b := &buyer{world: w, chance: rand.New(rand.NewPCG(chance.Uint64(), uint64(i))), deposited: money.Units(20_000)}
		buyers[i] = b
		b.wallet = w.newPlayer()
		funding.Go(func() error {
			w.deposit(b.wallet, b.deposited)
			return nil
		})
	}
	if err := funding.Wait(); err != nil {
		w.t.Fatal(err)
	}
	for _, b := range buyers {
		w.awaitAvailable(b.wallet, b.deposited)
		b.terms = w.terms(b.wallet)
	}
	return buyers
}

func (w *world) awaitAvailable(p *player.Player, want money.Amount) {
	w.t.Helper()
	w.await("credit of "+want.String(), time.Minute, func() bool {
		h, err := w.at(p).Holding(w.t.Context(), money.USDT)
		return err == nil && h.Available == want
	})
}

// openPurses connects the buyers' wallets to the chain.
func (w *world) openPurses(buyers []*buyer) []*player.Wallet {
	w.t.Helper()
	purses := make([]*player.Wallet, len(buyers))
	for i, b := range buyers {
		var err error
		if purses[i], err = b.wallet.OpenWallet(w.t.Context(), w.running().RPCURL); err != nil {
			w.t.Fatal(err)
		}
		w.t.Cleanup(purses[i].Close)
	}
	return purses
}

// payInMore sends small deposits while the program comes and goes; the chain
// lives on.
func payInMore(ctx context.Context, seed uint64, buyers []*buyer, purses []*player.Wallet) error {
	chance := rand.New(rand.NewPCG(seed, 2))
	for ctx.Err() == nil {
		at := chance.IntN(len(buyers))
		amount := money.Units(int64(1 + chance.IntN(9)))
		// A transfer that was sent is waited for, or it would not be known.
		if _, err := purses[at].Deposit(context.WithoutCancel(ctx), money.USDT, amount); err != nil {
			return err
		}
		buyers[at].addDeposit(amount)
	}
	return nil
}

// verify asks for every answer again, adds them up and checks the books.
func (w *world) verify(buyers []*buyer) {
	w.t.Helper()
	w.settleAnswers(buyers)
	w.check()
}

// settlersMax is how many buyers ask for their answers at once.
const settlersMax = 16

// settleAnswers asks for every answer again and adds them up.
func (w *world) settleAnswers(buyers []*buyer) {
	w.t.Helper()
	var settling errgroup.Group
	settling.SetLimit(settlersMax)
	for _, b := range buyers {
		b.wallet.Server = w.url()
		settling.Go(func() error {
			if err := b.settleLost(w.t.Context()); err != nil {
				return err
			}
			var wrong error
			// The last deposits may still be on their way.
			for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(5 * pollPause) {
				if wrong = b.compare(w.t.Context()); wrong == nil {
					return nil
				}
			}
			w.t.Error(wrong)
			return nil
		})
	}
	if err := settling.Wait(); err != nil {
		w.t.Fatal(err)
	}
}
