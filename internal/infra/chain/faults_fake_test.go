package chain_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"

	"github.com/ethereum/go-ethereum/common"
)

func assertState(t *testing.T, watcher *chain.Watcher, want error, state chain.State) {
	t.Helper()
	if err := watcher.Poll(context.Background()); !errors.Is(err, want) {
		t.Fatalf("the poll gave %v, want %v", err, want)
	}
	if status := watcher.Status(); status.State != state || (want != nil) != (status.Reason != "") {
		t.Fatalf("state %s (%q), want %s", status.State, status.Reason, state)
	}
}

func configOf(world chaintest.World) chain.WatcherConfig {
	return chain.WatcherConfig{Treasury: world.Treasury(), Tokens: []common.Address{world.Token()}}
}

// manualClock moves only when told, or when somebody pauses.
type manualClock struct {
	mu     sync.Mutex
	now    time.Time
	pauses []time.Duration
}

func newManualClock() *manualClock { return &manualClock{now: time.Unix(1_000_000, 0)} }

func (clock *manualClock) Now() time.Time {
	clock.mu.Lock()
	defer clock.mu.Unlock()
	return clock.now
}

func (clock *manualClock) advance(by time.Duration) {
	clock.mu.Lock()
	defer clock.mu.Unlock()
	clock.now = clock.now.Add(by)
}

func (clock *manualClock) pause(_ context.Context, wait time.Duration) error {
	clock.mu.Lock()
	defer clock.mu.Unlock()
	clock.pauses = append(clock.pauses, wait)
	clock.now = clock.now.Add(wait)
	return nil
}

// TestProviderFaults is what only a scripted chain can play.
func TestProviderFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]func(t *testing.T){
		"an empty list from one provider: the second wins, the first is demoted":                               testEmptyListFromOneProvider,
		"an empty list from the only provider: a seen transfer stays, an unseen one is found by reading again": testEmptyListFromOnlyProvider,
		"429 from every provider: back-off, alarm, nothing lost":                                               testThrottledByEveryProvider,
		"429 from one of two: one pause, and the other is asked once more":                                     testThrottledByOneOfTwo,
		"429 from one of three and another failure: a short pause":                                             testThrottledBesideAFailure,
		"a provider is not asked while it rests":                                                               testRestingProvider,
		"range limit: the window shrinks and recovers":                                                         testRangeLimit,
		"a range limit at a single block is an error, not a loop":                                              testRangeLimitAtSingleBlock,
		"another chain id: refused at start, and when it changes":                                              testOtherChainID,
		"unreachable at start is checked before its first use":                                                 testUnreachableAtStart,
		"finality stalls: crediting pauses with a reason and resumes":                                          testFinalityStalls,
		"finality stalls for thousands of blocks: memory is bounded, nothing lost":                             testFinalityStallsForLong,
		"no finalized tag: confirmations instead, but never after the tag was known":                           testNoFinalizedTag,
		"two providers disagree about a hash: nothing final until two agree":                                   testProvidersDisagree,
		"a provider that invents a deposit convinces nobody":                                                   testInventedDeposit,
		"an orphaned block's receipt and logs are not believed":                                                testOrphanedBlock,
		"an orphaned receipt of a transaction included again delays it, and loses nothing":                     testOrphanedReceipt,
		"a lagging provider's empty list is no answer":                                                         testLaggingProviderListsNothing,
		"a lagging provider takes nothing back":                                                                testLaggingProvider,
		"a frozen head raises the lag alarm":                                                                   testFrozenHead,
		"the chain moves between blocks and logs":                                                              testChainMovesWhileRead,
		"a failed transaction":                        testFailedTransaction,
		"chain restarted empty under an old database": testChainRestartedEmpty,
	} {
		t.Run(name, test)
	}
}

func testEmptyListFromOneProvider(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	empty, honest := world.Chain.Provider("empty"), world.Chain.Provider("honest")
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, configOf(world), empty, honest)
	poll(t, watcher)
	empty.Set(chaintest.Faults{HideLogs: true})
	sent := world.Send(t, 0, pay(5))
	world.Mine(t, 1+untilFinal)
	poll(t, watcher)
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(5)))
	health := watcher.Status().Providers
	if health[0].Name != "honest" || health[1].Name != "empty" || health[1].Demerits == 0 || health[0].Demerits != 0 {
		t.Errorf("health is %+v", health)
	}
	next := world.Send(t, 0, pay(6))
	world.Mine(t, 1)
	poll(t, watcher)
	assertCount(t, store, chaintest.Seen, 1)
	if seen := store.Transfers(chaintest.Seen)[0]; seen.Tx != next.Hash {
		t.Errorf("saw %+v", seen)
	}
}

func testEmptyListFromOnlyProvider(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	provider := world.Chain.Provider("only")
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, configOf(world), provider)
	first := world.Send(t, 0, pay(1))
	world.Mine(t, 1)
	poll(t, watcher)
	provider.Set(chaintest.Faults{HideLogs: true})
	second := world.Send(t, 0, pay(2))
	world.Mine(t, 1+untilFinal)
	poll(t, watcher)
	assertFinal(t, store, paid(world, 0, first, 0, chaintest.Wei(1)))
	provider.Set(chaintest.Faults{})
	if found, err := watcher.Rescan(context.Background(), chain.Span{From: 1, To: world.Chain.Finalized()}); err != nil || found != 2 {
		t.Fatalf("found %d %v", found, err)
	}
	assertFinal(t, store, paid(world, 0, first, 0, chaintest.Wei(1)), paid(world, 0, second, 0, chaintest.Wei(2)))
}

// Where one of two throttles, the other is not asked again at once and in vain.
func testThrottledByOneOfTwo(t *testing.T) {
	t.Parallel()
	world, clock := chaintest.NewFakeWorld(), newManualClock()
	world.Mine(t, 20)
	healthy, throttling := world.Chain.Provider("healthy"), world.Chain.Provider("throttling")
	pause := func(ctx context.Context, wait time.Duration) error {
		throttling.Set(chaintest.Faults{})
		return clock.pause(ctx, wait)
	}
	pool, err := chain.NewPool(context.Background(), chain.PoolConfig{ChainID: chaintest.ChainID, Now: clock.Now, Pause: pause}, healthy, throttling)
	if err != nil {
		t.Fatal(err)
	}
	throttling.Set(chaintest.Faults{Down: &chain.ThrottledError{RetryAfter: 7 * time.Second}})
	if block, err := pool.AgreedBlock(context.Background(), 3); err != nil || block.Number != 3 {
		t.Errorf("block %+v, %v", block, err)
	}
	if !slices.Equal(clock.pauses, []time.Duration{7 * time.Second}) || healthy.Calls("Block") != 2 {
		t.Errorf("paused for %v, and asked the healthy one %d times", clock.pauses, healthy.Calls("Block"))
	}
}

// The third one failed in another way: nobody waits for the one that rests for minutes.
func testThrottledBesideAFailure(t *testing.T) {
	t.Parallel()
	world, clock := chaintest.NewFakeWorld(), newManualClock()
	world.Mine(t, 20)
	healthy, throttling, failing := world.Chain.Provider("healthy"), world.Chain.Provider("throttling"), world.Chain.Provider("failing")
	pause := func(ctx context.Context, wait time.Duration) error {
		failing.Set(chaintest.Faults{})
		return clock.pause(ctx, wait)
	}
	pool, err := chain.NewPool(context.Background(), chain.PoolConfig{ChainID: chaintest.ChainID, Now: clock.Now, Pause: pause}, healthy, throttling, failing)
	if err != nil {
		t.Fatal(err)
	}
	throttling.Set(chaintest.Faults{Down: &chain.ThrottledError{RetryAfter: 5 * time.Minute}})
	failing.Set(chaintest.Faults{Down: errors.New("reset")})
	if block, err := pool.AgreedBlock(context.Background(), 3); err != nil || block.Number != 3 {
		t.Errorf("block %+v, %v", block, err)
	}
	if !slices.Equal(clock.pauses, []time.Duration{500 * time.Millisecond}) {
		t.Errorf("paused for %v", clock.pauses)
	}
}

func testThrottledByEveryProvider(t *testing.T) {
	t.Parallel()
	world, clock := chaintest.NewFakeWorld(), newManualClock()
	a, b := world.Chain.Provider("a"), world.Chain.Provider("b")
	pool, err := chain.NewPool(context.Background(), chain.PoolConfig{ChainID: chaintest.ChainID, Now: clock.Now, Pause: clock.pause}, a, b)
	if err != nil {
		t.Fatal(err)
	}
	config, store := configOf(world), chaintest.NewStore()
	config.Now = clock.Now
	watcher := watcherOn(t, store, config, pool)
	poll(t, watcher)
	a.Set(chaintest.Faults{Down: &chain.ThrottledError{RetryAfter: 7 * time.Second}})
	b.Set(chaintest.Faults{Down: &chain.ThrottledError{}})
	sent := world.Send(t, 0, pay(5))
	world.Mine(t, 1+untilFinal)
	assertState(t, watcher, chain.ErrThrottled, chain.StateThrottled)
	if len(clock.pauses) != 12 {
		t.Errorf("paused %d times: %v", len(clock.pauses), clock.pauses)
	}
	if !slices.ContainsFunc(clock.pauses, func(wait time.Duration) bool { return wait > time.Second }) {
		t.Errorf("pauses do not grow: %v", clock.pauses)
	}
	if watcher.Status().Providers[0].Usable {
		t.Error("a throttling provider counts as usable")
	}
	a.Set(chaintest.Faults{})
	b.Set(chaintest.Faults{})
	clock.advance(time.Minute)
	assertState(t, watcher, nil, chain.StateFollowing)
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(5)))
}

func testRestingProvider(t *testing.T) {
	t.Parallel()
	world, clock := chaintest.NewFakeWorld(), newManualClock()
	a := world.Chain.Provider("a")
	pool, err := chain.NewPool(context.Background(), chain.PoolConfig{ChainID: chaintest.ChainID, Now: clock.Now, Pause: clock.pause}, a, world.Chain.Provider("b"), world.Provider())
	if err != nil {
		t.Fatal(err)
	}
	a.Set(chaintest.Faults{Down: &chain.ThrottledError{RetryAfter: time.Minute}})
	if _, err := pool.AgreedBlock(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	asked := a.Calls("Block")
	if _, err := pool.AgreedBlock(context.Background(), 0); err != nil || a.Calls("Block") != asked {
		t.Errorf("asked %d times more (%v)", a.Calls("Block")-asked, err)
	}
	clock.advance(time.Minute)
	a.Set(chaintest.Faults{})
	if _, err := pool.AgreedBlock(context.Background(), 0); err != nil || a.Calls("Block") != asked+1 {
		t.Errorf("not asked again after its rest (%v)", err)
	}
}

func testRangeLimit(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	first := world.Send(t, 0, pay(1))
	world.Mine(t, 3_000)
	second := world.Send(t, 0, pay(2))
	world.Mine(t, 1+untilFinal)
	provider := world.Chain.Provider("narrow")
	provider.Set(chaintest.Faults{RangeMax: 100})
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, configOf(world), provider)
	for range 5 {
		poll(t, watcher)
	}
	assertFinal(t, store, paid(world, 0, first, 0, chaintest.Wei(1)), paid(world, 0, second, 0, chaintest.Wei(2)))
	spans := provider.Searched()
	if size := spans[0].To - spans[0].From + 1; size != 2_000 {
		t.Errorf("the first window is %d blocks", size)
	}
	provider.Set(chaintest.Faults{})
	world.Mine(t, 20_000)
	for range 5 {
		poll(t, watcher)
	}
	largest := uint64(0)
	for _, span := range provider.Searched()[len(spans):] {
		largest = max(largest, span.To-span.From+1)
	}
	if largest != 2_000 {
		t.Errorf("the window grew back to %d", largest)
	}
	assertWhole(t, store)
}

func testRangeLimitAtSingleBlock(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	provider := world.Chain.Provider("refusing")
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, configOf(world), refusingLogs{provider})
	world.Mine(t, 10)
	assertState(t, watcher, chain.ErrRangeTooLarge, chain.StateUnreachable)
	assertFinal(t, store)
}

func testOtherChainID(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	turncoat := world.Chain.Provider("turncoat")
	turncoat.Set(chaintest.Faults{ChainID: 97})
	_, err := chain.NewPool(context.Background(), chain.PoolConfig{ChainID: chaintest.ChainID}, world.Provider(), turncoat)
	var wrong *chain.WrongChainError
	if !errors.As(err, &wrong) || wrong.Got != 97 || wrong.Provider != "turncoat" {
		t.Fatalf("got %v", err)
	}
	turncoat.Set(chaintest.Faults{})
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, configOf(world), turncoat)
	poll(t, watcher)
	turncoat.Set(chaintest.Faults{ChainID: 97})
	sent := world.Send(t, 0, pay(5))
	world.Mine(t, 1+untilFinal)
	assertState(t, watcher, chain.ErrWrongChain, chain.StateWrongChain)
	assertFinal(t, store)
	turncoat.Set(chaintest.Faults{})
	assertState(t, watcher, nil, chain.StateFollowing)
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(5)))
}

func testUnreachableAtStart(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	late := world.Chain.Provider("late")
	late.Set(chaintest.Faults{Down: errors.New("connection refused")})
	watcher := watcherOf(t, chaintest.NewStore(), configOf(world), late)
	assertState(t, watcher, chain.ErrUnreachable, chain.StateUnreachable)
	late.Set(chaintest.Faults{ChainID: 97})
	assertState(t, watcher, chain.ErrWrongChain, chain.StateWrongChain)
	late.Set(chaintest.Faults{})
	assertState(t, watcher, nil, chain.StateFollowing)
}

func testFinalityStalls(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	config, store := configOf(world), chaintest.NewStore()
	config.FinalityLag = 20
	watcher := watcherOf(t, store, config, world.Provider())
	poll(t, watcher)
	world.Chain.StallFinality(true)
	sent := world.Send(t, 0, pay(5))
	world.Mine(t, 30)
	if err := watcher.Poll(context.Background()); err != nil {
		t.Fatal(err)
	}
	status := watcher.Status()
	if status.State != chain.StateFinalityStalled || !strings.Contains(status.Reason, "deposits wait") || status.State.IsCrediting() || status.State.NeedsPerson() {
		t.Errorf("status is %+v", status)
	}
	assertFinal(t, store)
	assertCount(t, store, chaintest.Seen, 1)
	world.Chain.StallFinality(false)
	assertState(t, watcher, nil, chain.StateFollowing)
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(5)))
}

func testFinalityStallsForLong(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	store := chaintest.NewStore()
	watcher := watcherOf(t, store, configOf(world), world.Provider())
	poll(t, watcher)
	world.Chain.StallFinality(true)
	world.Mine(t, 6_000)
	sent := world.Send(t, 0, pay(5))
	world.Mine(t, 1)
	poll(t, watcher)
	progress, err := store.Load(context.Background())
	if err != nil || len(progress.Blocks) != 4_097 {
		t.Fatalf("%d blocks remembered (%v)", len(progress.Blocks), err)
	}
	if state := watcher.Status().State; state != chain.StateFinalityStalled {
		t.Errorf("state %s", state)
	}
	world.Chain.StallFinality(false)
	world.Mine(t, untilFinal)
	poll(t, watcher)
	assertFinal(t, store, paid(world, 0, sent, 0, chaintest.Wei(5)))
}
