package payout_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/long"
	"etld/internal/base/money"
	"etld/internal/core/payout"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/signer/signertest"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

var (
	simulationSeed  = flag.Uint64("payout.seed", 0, "run the simulation with this seed only")
	simulationSteps = flag.Int("payout.steps", 250, "steps of a simulation")
	simulationRuns  = flag.Int("payout.runs", long.Or(2, 6), "simulations per engine")
)

// TestSimulation lets payouts, crashes, reorganisations, lying nodes, several
// instances and hasty operators loose on each other. Whatever happened, when the
// world has calmed down each withdrawal was paid exactly once or given up with a
// proof and not paid at all.
func TestSimulation(t *testing.T) {
	t.Parallel()
	seeds := make([]uint64, *simulationRuns)
	for i := range seeds {
		seeds[i] = uint64(time.Now().UnixNano()) + uint64(i)
	}
	if *simulationSeed != 0 {
		seeds = []uint64{*simulationSeed}
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
				s := newSimulation(t, db, c, seed)
				for range *simulationSteps {
					s.step()
				}
				s.calmDown()
				s.verify()
			})
		})
	}
}

// crash unwinds a worker as a kill would: nothing after it runs.
type crash struct{ point string }

// simulation is a world with a plan of faults.
type simulation struct {
	*world
	chance    *rand.Rand
	instances []*payout.Service
	orders    []payout.Order
	// crashIn counts the calls to the outside until one kills its caller.
	crashIn int
	crashes int
	thefts  int
	log     []string
}

func newSimulation(t *testing.T, db *sqldb.DB, c dbtest.Clock, seed uint64) *simulation {
	s := &simulation{chance: rand.New(rand.NewPCG(seed, 7)), crashIn: -1}
	s.world = newWorld(t, db, c)
	s.world.chance = entropy.Seeded(seed)
	s.wallet.Chain, s.wallet.Signer = deadlyChain{s.node, s}, deadlySigner{s}
	s.settlement.crash = s.pass
	s.node.fund(usdt, s.wallet.Address, wei(1_000_000))
	s.node.fund(etld, s.wallet.Address, wei(1_000_000))
	s.instances = []*payout.Service{s.instance(), s.instance()}
	s.service = s.instances[0]
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d, last steps:\n%s", seed, strings.Join(s.log[max(0, len(s.log)-60):], "\n"))
		}
	})
	return s
}

// pass counts a point at which the process may die.
func (s *simulation) pass(point string) {
	if s.crashIn < 0 {
		return
	}
	if s.crashIn--; s.crashIn < 0 {
		s.crashes++
		panic(crash{point})
	}
}

// deadlyChain dies before or after a call.
type deadlyChain struct {
	*node
	s *simulation
}

func (d deadlyChain) Broadcast(ctx context.Context, raw []byte) error {
	d.s.pass("before broadcast")
	err := d.node.Broadcast(ctx, raw)
	d.s.pass("after broadcast")
	return err
}

func (d deadlyChain) Outcome(ctx context.Context, account common.Address, nonce uint64, hashes []common.Hash) (chain.Outcome, error) {
	o, err := d.node.Outcome(ctx, account, nonce, hashes)
	d.s.pass("after outcome")
	return o, err
}

type deadlySigner struct{ s *simulation }

func (d deadlySigner) SignPayout(ctx context.Context, r signer.Request) (signer.Signed, error) {
	d.s.pass("before signing")
	signed, err := d.s.signer.SignPayout(ctx, r)
	d.s.pass("after signing")
	return signed, err
}

func (s *simulation) note(format string, args ...any) {
	s.log = append(s.log, fmt.Sprintf(format, args...))
}

// oneIn is true once in n.
func (s *simulation) oneIn(n int) bool { return s.chance.IntN(n) == 0 }

func (s *simulation) step() {
	switch s.chance.IntN(15) {
	case 0, 1:
		s.order()
	case 2, 3, 4, 5:
		s.workSomewhere()
	case 6, 7:
		blocks := 1 + s.chance.IntN(3)
		s.note("mine %d", blocks)
		s.node.mineMany(blocks)
	case 8:
		depth, forget := 1+s.chance.IntN(finalityDepth), s.oneIn(2)
		s.note("reorganise %d, forget %v", depth, forget)
		s.node.reorganise(depth, forget)
	case 9:
		by := time.Duration(s.chance.IntN(200)) * time.Second
		s.note("advance %s", by)
		s.Clock.Advance(by)
	case 10:
		s.changeFaults()
	case 11, 14:
		s.crashIn = s.chance.IntN(12)
		s.note("crash in %d", s.crashIn)
	case 12:
		s.operate()
	case 13:
		s.misuse()
	}
}

func (s *simulation) order() {
	id := fmt.Sprintf("w%03d", len(s.orders))
	asset := money.USDT
	if s.oneIn(3) {
		asset = money.ETLD
	}
	o := s.world.order(id, asset, fmt.Sprintf("%d.%d", 5+s.chance.IntN(100), 1+s.chance.IntN(9)))
	if s.oneIn(12) {
		o.Statement.Signature = wallettest.Sign(operators[0], o.Statement.Text)
	}
	s.note("order %s", id)
	s.enqueue(o)
	s.orders = append(s.orders, o)
	if s.oneIn(15) {
		s.node.set(func(n *node) { n.reverts[o.Recipient] = true })
		s.note("%s will revert", id)
	}
}

// workSomewhere runs one round of one instance, and replaces it when it dies.
func (s *simulation) workSomewhere() {
	index := s.chance.IntN(len(s.instances))
	more, err := s.workOnce(index)
	s.note("instance %d worked: more %v, %v", index, more, err)
}

func (s *simulation) workOnce(index int) (more bool, err error) {
	defer func() {
		reason := recover()
		if reason == nil {
			return
		}
		if _, isCrash := reason.(crash); !isCrash {
			panic(reason)
		}
		s.note("instance %d died: %v", index, reason)
		s.instances[index] = s.instance()
		s.service = s.instances[index]
		more, err = true, nil
	}()
	more, err = s.instances[index].Jobs()[0].Work(context.Background())
	var inside *fault.PanicError
	if errors.As(err, &inside) {
		if _, isCrash := inside.Reason.(crash); isCrash {
			panic(inside.Reason)
		}
	}
	if err != nil && !errors.Is(err, jobs.ErrLost) {
		s.T.Fatalf("work: %v", err)
	}
	return more, nil
}

func (s *simulation) changeFaults() {
	s.node.set(func(n *node) {
		n.down, n.acceptAndFail, n.swallow, n.refuse = nil, false, false, false
		switch s.chance.IntN(7) {
		case 0:
			n.down = chain.ErrUnreachable
		case 1:
			n.acceptAndFail = true
		case 2:
			n.swallow = true
		case 3:
			n.refuse = true
		}
		n.base = uint64(1+s.chance.IntN(6)) * gwei
	})
	if s.oneIn(3) {
		s.node.forgetPool()
	}
	s.note("faults: down %v, accept and fail %v, swallow %v, refuse %v, base %d", s.node.down, s.node.acceptAndFail, s.node.swallow, s.node.refuse, s.node.base)
}

// operate is an operator who tries everything on anything.
func (s *simulation) operate() {
	if len(s.orders) == 0 {
		return
	}
	id := s.orders[s.chance.IntN(len(s.orders))].WithdrawalID
	var err error
	what := s.chance.IntN(4)
	switch what {
	case 0:
		err = s.giveUp(id)
	case 1:
		err = s.reissue(id)
	case 2:
		err = s.DB.Update(context.Background(), func(tx *sqldb.Tx) error { return s.service.Orders.Recall(tx, id, "recalled") })
	case 3:
		s.Update(func(tx *sqldb.Tx) error {
			if err := s.service.Resume(tx, network); err != nil && !errors.Is(err, payout.ErrUnknown) {
				return err
			}
			return nil
		})
	}
	s.note("operator: %d on %s: %v", what, id, err)
	if err != nil && !errors.Is(err, payout.ErrNotProven) {
		s.T.Fatal(err)
	}
}

// misuse is somebody else with the wallet's key, seldom.
func (s *simulation) misuse() {
	if !s.oneIn(6) {
		return
	}
	s.node.set(func(n *node) {
		nonce := n.state.nonces[s.wallet.Address]
		tx := stolenBy(s.T, signertest.HotPrivate(), usdt, nonce)
		if err := n.acceptLocked(tx); err == nil {
			s.thefts++
			s.note("stolen nonce %d", nonce)
		}
	})
}

// calmDown ends every fault and lets operators finish what needs them.
func (s *simulation) calmDown() {
	s.crashIn = -1
	s.node.set(func(n *node) {
		n.down, n.acceptAndFail, n.swallow, n.refuse, n.base = nil, false, false, false, gwei
		clear(n.reverts)
	})
	for range 200 {
		s.Clock.Advance(3 * time.Minute)
		for index := range s.instances {
			for range 50 {
				if more, _ := s.workOnce(index); !more {
					break
				}
			}
		}
		s.node.mineMany(2)
		if s.finish() {
			return
		}
	}
	for _, o := range s.orders {
		if p := s.find(o.WithdrawalID); p.State != payout.Final && p.State != payout.Failed {
			s.T.Errorf("%s is still %s (%s, %q)", o.WithdrawalID, p.State, p.Reason, p.Proof)
		}
	}
	s.T.Fatalf("it does not come to rest: %+v", s.overview().WalletState)
}

// finish clears the breaker, gives up what was refused and issues the rest
// again; it tells whether everything has ended.
func (s *simulation) finish() (isOver bool) {
	s.Update(func(tx *sqldb.Tx) error {
		if err := s.service.Resume(tx, network); err != nil && !errors.Is(err, payout.ErrUnknown) {
			return err
		}
		return nil
	})
	isOver = true
	for _, o := range s.orders {
		p := s.find(o.WithdrawalID)
		switch {
		case p.State == payout.Final || p.State == payout.Failed:
			continue
		case p.State == payout.NeedsAttention && p.Proof == payout.ProofUnsigned:
			if err := s.giveUp(o.WithdrawalID); err != nil {
				s.T.Fatal(err)
			}
			continue
		case p.State == payout.NeedsAttention && p.Proof != payout.NoProof:
			if err := s.reissue(o.WithdrawalID); err != nil {
				s.T.Fatal(err)
			}
		}
		isOver = false
	}
	return isOver
}

func (s *simulation) verify() {
	s.node.mineMany(finalityDepth + 1)
	paid, failed := 0, 0
	for _, o := range s.orders {
		p, got, told := s.find(o.WithdrawalID), s.onChain(o), s.told(o.WithdrawalID)
		switch p.State {
		case payout.Final:
			paid++
			if got.Cmp(units(o)) != 0 || told != "paid "+p.TxHash {
				s.T.Errorf("%s is paid; the chain says %s of %s, told was %q", o.WithdrawalID, got, units(o), told)
			}
		case payout.Failed:
			failed++
			if got.Sign() != 0 || !strings.HasPrefix(told, "failed") {
				s.T.Errorf("%s was given up; the chain says %s, told was %q", o.WithdrawalID, got, told)
			}
		default:
			s.T.Errorf("%s is %s", o.WithdrawalID, p.State)
		}
	}
	s.wantSound()
	s.T.Logf("%d paid, %d given up, %d crashes, %d stolen nonces, %d blocks", paid, failed, s.crashes, s.thefts, len(s.node.blocks))
}
