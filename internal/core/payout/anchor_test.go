package payout_test

import (
	"context"
	"errors"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/signer/signertest"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/sqldb"
)

const (
	anchorNetwork = "anchor"
	period        = "20260101-001"
	beaconRound   = 1_000
)

// anchoring is a world with a wallet of anchors beside that of payouts.
type anchoring struct {
	*world
	address common.Address
	// decided is when the beacon's round is published.
	decided time.Time
	root    string
}

// eachAnchoring runs a test on both engines, 15 s before a round decides.
func eachAnchoring(t *testing.T, test func(t *testing.T, w *anchoring)) {
	t.Helper()
	each(t, func(t *testing.T, w *world) {
		a := &anchoring{world: w, decided: w.Clock.Now().Add(15 * time.Second), root: strings.Repeat("ab", 32)}
		a.address = wallettest.Address(wallettest.Key("anchor"))
		w.node.now = w.Clock.Now
		w.node.mineMany(finalityDepth + 1)
		w.node.fund(common.Address{}, a.address, wei(1))
		a.rebuild()
		test(t, a)
	})
}

// rebuild makes the service of both wallets, as a start does.
func (a *anchoring) rebuild() {
	a.T.Helper()
	network := policy(outcomeOnly{a.node}).Networks[0]
	all := signer.Policy{Host: host, Networks: []signer.Network{network}, Anchor: &signer.AnchorPolicy{ChainID: chainID, FeeCapMax: 1_000 * gwei, GasMax: 100_000, GasDayMax: 1e18}}
	p, _, err := all.ForAnchors()
	a.Must(err)
	folder := a.T.TempDir()
	key, err := signer.ImportKeystore(filepath.Join(folder, "anchor.json"), "a long passphrase", signer.Light, wallettest.Key("anchor"))
	a.Must(err)
	local, err := signer.New(signer.Config{Key: key, Policy: p, Journal: filepath.Join(folder, "journal"), Clock: a.Clock, Log: a.log})
	a.Must(err)
	a.T.Cleanup(func() { _ = local.Close() })
	own := payout.Wallet{Network: anchorNetwork, Purpose: payout.PurposeAnchors, ChainID: chainID, Address: a.address, Account: ledger.ChainAnchor, Native: bnb,
		FeeCapMax: 500 * gwei, Chain: a.node, Signer: local, Timing: payout.AnchorTiming}
	a.service, err = payout.New(payout.Config{DB: a.DB, Ledger: a.Ledger, Chance: a.chance, Log: a.log, Settlement: func() payout.Settlement { return a.ends }, Stopped: a.stopped,
		Halted: func(sqldb.Command, string) (string, error) { return a.halted, nil }, Wallets: []payout.Wallet{own, a.wallet}, Decides: func(round uint64) time.Time {
			return a.decided.Add(3 * time.Second * time.Duration(int64(round)-beaconRound))
		}})
	a.Must(err)
}

func (a *anchoring) text() []byte { return []byte(signertest.AnchorText(period, a.root, beaconRound)) }

func (a *anchoring) publish() {
	a.T.Helper()
	a.Update(func(tx *sqldb.Tx) error { return a.service.Anchors.Publish(tx, period, a.text()) })
}

// state is what the books say of the period's anchor.
func (a *anchoring) state() (text string) {
	a.T.Helper()
	a.View(func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&text), `SELECT state || ' ' || proof || ' ' || reason FROM payout_anchor`)
		return err
	})
	return strings.TrimSpace(text)
}

func (a *anchoring) wantState(want string) {
	a.T.Helper()
	if got := a.state(); got != want {
		a.T.Fatalf("the anchor is %q, not %q", got, want)
	}
	a.wantSound()
}

// pass lets time and blocks pass, a block each second, with the work done.
func (a *anchoring) pass(by time.Duration) {
	a.T.Helper()
	for range by / time.Second {
		a.Clock.Advance(time.Second)
		a.node.mine()
		a.work()
	}
}

// search reads the blocks in which an anchor counts.
func (a *anchoring) search(sender common.Address) (chain.SentSpan, error) {
	return a.service.Anchors.SentBetween(a.T.Context(), sender, a.decided.Add(-30*time.Second), a.decided.Add(-payout.AnchorMargin))
}

// anchored lets the round become final and says which texts the chain has of it.
func (a *anchoring) anchored() (texts []string) {
	a.T.Helper()
	a.pass(25 * time.Second)
	span, err := a.search(a.address)
	a.Must(err)
	for _, one := range span.Sent {
		texts = append(texts, string(one.Data))
	}
	return texts
}

// wantAnchored holds what the chain has of the round to these texts.
func (a *anchoring) wantAnchored(want ...string) {
	a.T.Helper()
	if got := a.anchored(); !slices.Equal(got, want) {
		a.T.Fatalf("the chain has %q, not %q", got, want)
	}
}

func TestAnAnchorIsShownInTime(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		a.publish()
		a.publish()
		other := []byte(signertest.AnchorText(period, strings.Repeat("cd", 32), beaconRound))
		if err := a.DB.Update(context.Background(), func(tx *sqldb.Tx) error { return a.service.Anchors.Publish(tx, period, other) }); !errors.Is(err, payout.ErrOrdered) {
			t.Fatalf("another root for the same period: %v", err)
		}
		for _, wrong := range []string{"", "ETLDBOX1", string(a.text()) + " ", strings.Replace(string(a.text()), period, "20260101-002", 1)} {
			if err := a.DB.Update(context.Background(), func(tx *sqldb.Tx) error { return a.service.Anchors.Publish(tx, period, []byte(wrong)) }); err == nil {
				t.Errorf("%q is published", wrong)
			}
		}
		a.work()
		a.wantState("broadcast")
		if _, err := a.search(a.address); !errors.Is(err, chain.ErrNotFinalYet) {
			t.Fatalf("before the chain is final: %v", err)
		}
		a.wantAnchored(string(a.text()))
		a.wantState("final")
		// Its gas was paid in, used, and both are booked apart from the hot wallet's.
		spent := a.balance(ledger.GasSpent, bnb)
		if want := money.Amount(transferGas * gwei / 1e10); spent != want || a.balance(ledger.ChainAnchor, bnb) != money.Units(1)-spent {
			t.Errorf("gas %s of %s; %s are left", spent, want, a.balance(ledger.ChainAnchor, bnb))
		}
	})
}

// The round of an anchor that nobody can send is refunded, and the next one is
// not kept back by it.
func TestAnAnchorWithoutGasIsGivenUp(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		a.node.fund(common.Address{}, a.address, new(big.Int).Neg(wei(1)))
		a.publish()
		a.work()
		a.wantState("queued  low_gas")
		if o := a.overview(); o.Purpose != payout.PurposeAnchors || o.LowGas != 1 {
			t.Errorf("operators read %+v", o)
		}
		a.wantAnchored()
		a.wantState("failed unsigned late")
		wantMetric(t, a.service, "etld_anchors_missed 1")
		wantMetric(t, a.service, `etld_hot_wallet_low_gas{network="anchor"} 0`)
		a.node.fund(common.Address{}, a.address, wei(1))
		a.pass(31 * time.Second)
		if n := a.node.nextNonce(a.address); n != 0 {
			t.Errorf("%d anchors were sent too late", n)
		}
	})
}

// A wallet with nothing to send waits for nothing: what kept its last anchor waiting is
// over for it once that was given up.
func TestNobodyWaitsBehindAnEmptyQueue(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		waits := func(want payout.Wait) {
			t.Helper()
			if o := a.overview(); o.Wait != want {
				t.Errorf("the wallet waits for %q, want %q", o.Wait, want)
			}
		}
		a.halted = payout.ReasonFinality
		a.publish()
		a.work()
		waits(payout.ReasonFinality)
		a.halted = ""
		a.Clock.Advance(a.decided.Sub(a.Clock.Now()))
		a.work()
		a.wantState("failed unsigned late")
		waits("")
		wantMetric(t, a.service, `etld_hot_wallet_waiting{network="anchor"} 0`)
	})
}

func TestAStuckAnchorIsRaised(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		a.publish()
		a.work()
		a.node.set(func(n *node) { n.base = 3 * gwei })
		a.wantAnchored(string(a.text()))
		a.wantState("final")
	})
}

// An anchor whose block is taken back is sent again, the same bytes, and counts by
// the block in which it then stands.
func TestAnAnchorIsTakenBack(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		a.publish()
		a.work()
		a.pass(2 * time.Second)
		a.wantState("mined")
		a.node.reorganise(3, true)
		a.pass(time.Second)
		a.wantAnchored(string(a.text()))
		a.wantState("final")
		if n := a.node.nextNonce(a.address); n != 1 {
			t.Errorf("%d nonces were used", n)
		}
	})
}

// Only what stands in a block six seconds before the beacon's round is anything at all.
func TestALateAnchorMeansNothing(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		a.publish()
		a.work()
		// Blocks come, and none takes it.
		a.node.set(func(n *node) { n.base = 5_000 * gwei })
		a.pass(11 * time.Second)
		a.node.set(func(n *node) { n.base = gwei })
		a.wantAnchored()
		a.wantState("final")
	})
}

// An anchor that stood in a block in time, was taken back, and comes into a block again
// too late, is as late as any other.
func TestAnAnchorTakenBackForTooLongMeansNothing(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		a.publish()
		a.work()
		a.pass(2 * time.Second)
		a.wantState("mined")
		a.node.set(func(n *node) { n.base = 5_000 * gwei })
		a.node.reorganise(3, true)
		a.pass(9 * time.Second)
		a.wantState("broadcast  fee_too_high")
		a.node.set(func(n *node) { n.base = gwei })
		a.wantAnchored()
		a.wantState("final")
	})
}

// Who knows the beacon undoes no round by a second root in a block of its second.
func TestASecondRootInTheBeaconsSecondMeansNothing(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		a.publish()
		a.work()
		a.pass(14 * time.Second)
		a.node.inject(a.forged(1, signertest.AnchorText(period, strings.Repeat("cd", 32), beaconRound)))
		a.pass(time.Second)
		if !a.node.blocks[len(a.node.blocks)-1].time.Equal(a.decided) {
			t.Fatal("the block is of another second")
		}
		a.wantAnchored(string(a.text()))
	})
}

// What the database forgot of an anchor changes nothing of what the chain says.
func TestAForgottenAnchorIsFound(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		a.publish()
		a.work()
		a.wantAnchored(string(a.text()))
		a.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec("DELETE FROM payout_anchor")
			return err
		})
		if span, err := a.search(a.address); err != nil || len(span.Sent) != 1 {
			t.Errorf("%+v, %v", span, err)
		}
	})
}

// A round that closed under a former address of anchors is looked for there.
func TestAnAnchorOfAFormerAddressIsFound(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		a.publish()
		a.work()
		a.wantAnchored(string(a.text()))
		former := a.address
		a.address = wallettest.Address(wallettest.Key("a later anchor"))
		a.rebuild()
		if span, err := a.search(former); err != nil || len(span.Sent) != 1 {
			t.Errorf("of the former address: %+v, %v", span, err)
		}
		if span, err := a.search(a.address); err != nil || len(span.Sent) != 0 {
			t.Errorf("of the present address: %+v, %v", span, err)
		}
	})
}

// Whoever has the key and shows another root is seen, and the wallet stops.
func TestASecondRootIsSeen(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		a.publish()
		a.work()
		a.pass(time.Second)
		second := signertest.AnchorText(period, strings.Repeat("cd", 32), beaconRound)
		a.node.inject(a.forged(1, second))
		a.wantAnchored(string(a.text()), second)
		a.publishAnother()
		a.work()
		if state := a.walletState(); state.Breaker != payout.BreakerNonce {
			t.Errorf("the wallet goes on: %+v", state)
		}
	})
}

// The first one counts, also where it is not ours; the signer then signs nothing,
// as the chain knows a nonce that its journal does not.
func TestTheFirstRootCounts(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		forged := strings.Repeat("ef", 32)
		a.node.inject(a.forged(0, signertest.AnchorText(period, forged, beaconRound)))
		a.node.mine()
		a.publish()
		a.wantAnchored(signertest.AnchorText(period, forged, beaconRound))
	})
}

func (a *anchoring) forged(nonce uint64, text string) *types.Transaction {
	a.T.Helper()
	tx, err := types.SignNewTx(wallettest.Key("anchor"), types.LatestSignerForChainID(big.NewInt(chainID)), &types.DynamicFeeTx{ChainID: big.NewInt(chainID), Nonce: nonce,
		To: &a.address, Data: []byte(text), Gas: 50_000, GasTipCap: big.NewInt(gwei), GasFeeCap: big.NewInt(10 * gwei)})
	a.Must(err)
	return tx
}

func (a *anchoring) publishAnother() {
	a.T.Helper()
	a.decided = a.Clock.Now().Add(15 * time.Second)
	a.Update(func(tx *sqldb.Tx) error {
		return a.service.Anchors.Publish(tx, "20260101-009", []byte(signertest.AnchorText("20260101-009", a.root, beaconRound)))
	})
}

func (a *anchoring) walletState() payout.WalletState {
	a.T.Helper()
	return a.overview().WalletState
}

// An emergency stop of payouts does not keep rounds from being drawn.
func TestAnchorsGoOnWhilePayoutsAreStopped(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		a.stopped = func(sqldb.Command) (string, bool, error) { return "a drill", true, nil }
		a.rebuild()
		a.publish()
		a.wantAnchored(string(a.text()))
	})
}

// Another process goes on where one died, with the same bytes.
func TestAnotherInstanceSendsTheAnchor(t *testing.T) {
	eachAnchoring(t, func(t *testing.T, a *anchoring) {
		a.publish()
		a.node.set(func(n *node) { n.refuse = true })
		a.work()
		a.node.set(func(n *node) { n.refuse = false })
		first := a.service
		a.rebuild()
		if first == a.service {
			t.Fatal("no other instance")
		}
		// The lease of the one that died runs out while the anchor is still of use.
		a.Clock.Advance(6 * time.Second)
		a.pass(6 * time.Second)
		a.wantState("final")
		if n := a.node.nextNonce(a.address); n != 1 {
			t.Errorf("%d nonces were used", n)
		}
	})
}
