package crash

import (
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"etld/internal/base/money"
	"etld/internal/infra/chain/anvil"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

// untilFinal is more blocks than the demo's chain takes to finality.
const untilFinal = 6

// TestAReorganisationUnderTheRealProgram has the chain take deposits back that the
// program has shown as seen. One stands in another block afterwards, at another
// log index, and is credited once; another does not come back and is never
// credited; the third is mined only then.
func TestAReorganisationUnderTheRealProgram(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newWorld(t, engine)
		back, gone, late := w.depositor(), w.depositor(), w.depositor()
		chain := w.stillChain()
		chain.mine(untilFinal)

		backTx := back.send(11)
		chain.mine(1)
		goneTx, lateTx := gone.send(13), late.send(17)
		chain.mine(1)
		for _, d := range []*depositor{back, gone, late} {
			d.await("being seen", "confirming")
			d.holds(0)
		}
		before := back.logIndex(backTx)
		chain.reorganise(2, anvil.Included{Transaction: lateTx}, anvil.Included{Transaction: backTx})
		if after := back.logIndex(backTx); after == before {
			t.Fatalf("the log's index is %d as before", after)
		}
		if _, err := gone.purse.Receipt(t.Context(), goneTx.Hash()); err == nil {
			t.Fatal("the reorganisation did not take it away")
		}
		gone.await("being gone", "gone")
		back.await("being seen again", "confirming")
		back.holds(0)

		chain.mine(untilFinal)
		back.await("credit", "credited")
		late.await("credit", "credited")
		chain.mine(untilFinal)
		chain.live()
		// A program that reads all of it again credits nothing again.
		if code := w.running().Stop(); code != 0 {
			t.Errorf("the program ended with %d", code)
		}
		w.start()
		last := w.depositor()
		last.send(19)
		last.await("credit of what came after it all", "credited")
		last.holds(19)
		back.holds(11)
		late.holds(17)
		gone.holds(0)
		gone.await("still being gone", "gone")
		w.check()
	})
}

// depositor is a player with tokens on the chain.
type depositor struct {
	world  *world
	wallet *player.Player
	purse  *player.Wallet
}

func (w *world) depositor() *depositor {
	w.t.Helper()
	d := &depositor{world: w, wallet: w.newPlayer()}
	if err := d.wallet.Faucet(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	var err error
	if d.purse, err = d.wallet.OpenWallet(w.t.Context(), w.running().RPCURL); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(d.purse.Close)
	return d
}

// send sends USDT to the treasury.
func (d *depositor) send(usdt int64) *types.Transaction {
	d.world.t.Helper()
	tx, err := d.purse.Send(d.world.t.Context(), money.USDT, money.Units(usdt))
	if err != nil {
		d.world.t.Fatal(err)
	}
	return tx
}

func (d *depositor) logIndex(tx *types.Transaction) uint {
	d.world.t.Helper()
	receipt, err := d.purse.Receipt(d.world.t.Context(), tx.Hash())
	if err != nil || len(receipt.Logs) != 1 {
		d.world.t.Fatalf("the receipt: %+v, %v", receipt, err)
	}
	return receipt.Logs[0].Index
}

// await waits until the depositor's one transfer is shown in a state.
func (d *depositor) await(what, state string) {
	d.world.t.Helper()
	type transfer struct{ TxHash, State string }
	var shown struct{ Pending, Recent []transfer }
	defer func() {
		if d.world.t.Failed() {
			d.world.t.Logf("what was shown: %+v", shown)
		}
	}()
	d.world.await(what, 30*time.Second, func() bool {
		if err := d.world.at(d.wallet).Must(d.world.t.Context(), "/api/userAccount/topUpInfo", nil, &shown); err != nil {
			d.world.t.Fatal(err)
		}
		all := append(shown.Pending, shown.Recent...)
		return len(all) == 1 && all[0].State == state
	})
}

// holds says what the depositor has, and that as many movements brought it as
// there must be.
func (d *depositor) holds(usdt int64) {
	d.world.t.Helper()
	h, err := d.world.at(d.wallet).Holding(d.world.t.Context(), money.USDT)
	if err != nil || h.Total != money.Units(usdt) || h.Available != h.Total {
		d.world.t.Errorf("the wallet holds %+v, want %d (%v)", h, usdt, err)
	}
	var movements struct{ List []struct{ Type string } }
	if err := d.world.at(d.wallet).Must(d.world.t.Context(), "/api/userAccount/balanceDetail", nil, &movements); err != nil {
		d.world.t.Fatal(err)
	}
	if want := min(usdt, 1); int64(len(movements.List)) != want {
		d.world.t.Errorf("%d movements, want %d: %+v", len(movements.List), want, movements.List)
	}
}

// stillChain is a world's chain that makes blocks when it is told.
type stillChain struct {
	world   *world
	client  *rpc.Client
	control anvil.Control
}

func (w *world) stillChain() *stillChain {
	w.t.Helper()
	client, err := rpc.DialContext(w.t.Context(), w.running().RPCURL)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(client.Close)
	c := &stillChain{world: w, client: client, control: anvil.NewControl(client)}
	c.every(0)
	return c
}

// live lets the chain make blocks by itself again.
func (c *stillChain) live() { c.every(1) }

func (c *stillChain) every(seconds int) {
	c.world.t.Helper()
	var ignored any
	if err := c.client.CallContext(c.world.t.Context(), &ignored, "evm_setIntervalMining", seconds); err != nil {
		c.world.t.Fatal(err)
	}
}

func (c *stillChain) mine(blocks int) {
	c.world.t.Helper()
	if err := c.control.Mine(c.world.t.Context(), blocks); err != nil {
		c.world.t.Fatal(err)
	}
}

func (c *stillChain) reorganise(depth int, included ...anvil.Included) {
	c.world.t.Helper()
	if err := c.control.Reorganise(c.world.t.Context(), depth, included...); err != nil {
		c.world.t.Fatal(err)
	}
}
