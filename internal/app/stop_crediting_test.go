package app

import (
	"math/big"
	"net/http"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/payment"
	"etld/internal/infra/chain"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// settleDeposits runs the job that credits what is final.
func (p *Program) settleDeposits(t *testing.T) {
	t.Helper()
	list := p.payment.Jobs()
	at := slices.IndexFunc(list, func(job jobs.Job) bool { return job.Name == "payment_settle" })
	if at < 0 {
		t.Fatal("no job settles transfers")
	}
	for more := true; more; {
		var err error
		if more, err = list[at].Work(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// depositor pays the treasury from a user's wallet, one final block after
// another.
type depositor struct {
	*drawer
	blocks uint64
}

func (d *depositor) pay(amount money.Amount) {
	d.t.Helper()
	network := d.p.networks[0]
	watch, err := d.p.payment.Incoming.Watch(chainID)
	if err != nil {
		d.t.Fatal(err)
	}
	wei, err := money.ToBaseUnits(amount, tokenDecimals)
	if err != nil {
		d.t.Fatal(err)
	}
	progress, err := watch.Load(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	d.blocks++
	block := chain.BlockRef{Number: d.blocks, Hash: common.BigToHash(new(big.Int).SetUint64(d.blocks)), Parent: common.BigToHash(new(big.Int).SetUint64(d.blocks - 1))}
	t := chain.Transfer{TransferKey: chain.TransferKey{ChainID: chainID, Tx: crypto.Keccak256Hash(block.Hash.Bytes())}, Token: network.Tokens[0].Contract,
		From: crypto.PubkeyToAddress(d.key.PublicKey), To: network.Treasury, Wei: wei.String(), Block: block, BlockTime: d.p.settings.Clock.Now()}
	step := chain.Step{Expect: progress.Version, Append: []chain.BlockRef{block}, Final: []chain.Transfer{t}, Finalized: &block}
	if err := watch.Apply(d.t.Context(), step); err != nil {
		d.t.Fatal(err)
	}
}

// look is the user's balance and why deposits wait.
func (d *depositor) look() (balance money.Amount, pause payment.Pause) {
	d.t.Helper()
	err := d.p.db.View(d.t.Context(), func(tx *sqldb.Tx) (err error) {
		if balance, err = d.p.ledger.Balance(tx, ledger.AvailableOf(d.id, money.USDT)); err != nil {
			return err
		}
		info, err := d.p.payment.TopUpInfo(tx, d.id)
		if err == nil {
			pause = info.Networks[0].PauseReason
		}
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return balance, pause
}

// One person stops the crediting of deposits, by itself or with everything, and
// two let what waited be credited, once. A stop of another part leaves it alone.
func TestEmergencyStopHoldsDeposits(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		d := &depositor{drawer: p.drawer(t)}
		risk, checker := p.staff(t, operator.Risk), p.staff(t, operator.FinanceChecker)
		before, _ := d.look()
		for _, stop := range []struct {
			part  emergency.Part
			holds bool
		}{{emergency.Sales, false}, {emergency.Crediting, true}, {emergency.Everything, true}} {
			change := func(isStopped bool) map[string]any {
				return map[string]any{"payload": map[string]any{"part": stop.part, "stop": isStopped}, "reason": "a drill"}
			}
			if r := risk.call("emergency/change", change(true)); r.Code != http.StatusOK {
				t.Fatalf("stop %s: %+v", stop.part, r)
			}
			d.pay(money.Units(7))
			after, told := before+money.Units(7), payment.Pause("")
			meanwhile := after
			if stop.holds {
				meanwhile, told = before, payment.PauseStopped
			}
			p.settleDeposits(t)
			proposed := checker.call("emergency/change", change(false))
			p.settleDeposits(t)
			if got, pause := d.look(); got != meanwhile || pause != told {
				t.Errorf("while %s is stopped: %s, want %s; told %q", stop.part, got, meanwhile, pause)
			}
			if r := risk.approve(proposed); r.Code != http.StatusOK {
				t.Fatalf("restart %s: %+v", stop.part, r)
			}
			p.settleDeposits(t)
			p.settleDeposits(t)
			if got, pause := d.look(); got != after || pause != "" {
				t.Errorf("after the restart of %s: %s, want %s; told %q", stop.part, got, after, pause)
			}
			before = after
		}
	})
}
