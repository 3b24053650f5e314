package chain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sort"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/fault"
)

const (
	pollIntervalDefault = 3 * time.Second
	// lagAlarm is how long no look may succeed before the state says so.
	lagAlarm           = 2 * time.Minute
	finalityLagDefault = 300
	// stepsMax bounds one poll; a long catch-up takes several.
	stepsMax = 64
	// headSpanMax bounds how many headers one step reads.
	headSpanMax = 256
	// unfinalMax bounds the blocks kept while finality stalls; beyond it new
	// blocks wait, and so do the transfers in them.
	unfinalMax = 4_096
	tokensMax  = 64
	// portionMax bounds the transfers that the store gets at once.
	portionMax = 1_000
)

// WatcherConfig says what to watch.
type WatcherConfig struct {
	Treasury common.Address
	Tokens   []common.Address
	// StartBlock is where a chain never watched before begins: transfers at or
	// below it are not deposits. It must be final already.
	StartBlock uint64
	// PollInterval is the pause between two looks at the head; 0 means 3 s.
	PollInterval time.Duration
	// FinalityLag is how many blocks the head may be ahead of the final one;
	// 0 means 300.
	FinalityLag uint64
	// Now measures durations; it defaults to the machine's clock.
	Now func() time.Time
	// FinalityNamed hears, once, that a quorum of providers names finalized blocks, for
	// RecallFinality of a later process. Optional.
	FinalityNamed func(ctx context.Context) error
}

// Watcher follows one chain and reports transfers to its store. Several
// watchers of one store do no harm: the store lets one of them win each step.
type Watcher struct {
	config WatcherConfig
	pool   *Pool
	store  Store
	logger *slog.Logger
	reader reader

	// turn lets one poll run at a time; the window belongs to it.
	turn   sync.Mutex
	window window

	mu     sync.Mutex
	status Status
}

// NewWatcher prepares a watcher; Run or Poll make it work.
func NewWatcher(config WatcherConfig, pool *Pool, store Store, logger *slog.Logger) (*Watcher, error) {
	if config.Treasury == (common.Address{}) || len(config.Tokens) == 0 || len(config.Tokens) > tokensMax {
		return nil, fmt.Errorf("%w: a treasury and 1 to %d tokens are needed", ErrConfiguration, tokensMax)
	}
	if config.PollInterval == 0 {
		config.PollInterval = pollIntervalDefault
	}
	if config.FinalityLag == 0 {
		config.FinalityLag = finalityLagDefault
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	want := filter{chainID: pool.ChainID(), treasury: config.Treasury, tokens: map[common.Address]bool{}}
	for _, token := range config.Tokens {
		want.tokens[token] = true
	}
	return &Watcher{
		config: config, pool: pool, store: store, logger: logger,
		reader: reader{pool: pool, want: want},
		window: newWindow(),
		status: Status{State: StateStarting, since: config.Now()},
	}, nil
}

// Recall tells the pool how far the store has followed the chain. Call it before
// anything relies on the pool's head.
func (watcher *Watcher) Recall(ctx context.Context) error {
	progress, err := watcher.store.Load(ctx)
	if err != nil {
		return storeError(err)
	}
	watcher.pool.Recall(progress.Tip().Number)
	return nil
}

// Run polls until the context ends. Problems are in Status; it logs each
// change of state once, and where a panic came from.
func (watcher *Watcher) Run(ctx context.Context) error {
	ticker := time.NewTicker(watcher.config.PollInterval)
	defer ticker.Stop()
	state, told := StateStarting, ""
	for {
		err := watcher.Poll(ctx)
		if err != nil && ctx.Err() != nil {
			return ctx.Err()
		}
		if panicked, ok := errors.AsType[*fault.PanicError](err); ok && panicked.Error() != told {
			told = panicked.Error()
			watcher.logger.ErrorContext(ctx, "chain watcher", "error", err, "stack", panicked.Stack)
		}
		if status := watcher.Status(); status.State != state {
			state = status.State
			level := slog.LevelInfo
			if state.NeedsPerson() {
				level = slog.LevelError
			}
			watcher.logger.Log(ctx, level, "chain watcher", "state", state, "reason", status.Reason, "final", status.Finalized, "head", status.Head)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// Poll looks at the chain once and carries what it finds to the store. Its
// error says why it could not; Status has the same as a state.
func (watcher *Watcher) Poll(ctx context.Context) error {
	watcher.turn.Lock()
	defer watcher.turn.Unlock()
	err := fault.Protect(func() error { return watcher.poll(ctx) })
	watcher.noteOutcome(err)
	if errors.Is(err, errMoved) || errors.Is(err, ErrConflict) {
		// The next look sorts it out; nobody has to know.
		return nil
	}
	return err
}

func (watcher *Watcher) poll(ctx context.Context) error {
	if err := watcher.pool.Verify(ctx); err != nil {
		return err
	}
	head, err := watcher.pool.AgreedHead(ctx)
	if err != nil {
		return watcher.explainHead(ctx, err)
	}
	watcher.noteHead(head)
	final, err := watcher.pool.AgreedFinalized(ctx)
	if err != nil {
		return err
	}
	if watcher.config.FinalityNamed != nil && namesFinality(watcher.pool) {
		if err := watcher.config.FinalityNamed(ctx); err != nil {
			return storeError(err)
		}
		watcher.config.FinalityNamed = nil
	}
	for range stepsMax {
		progress, err := watcher.load(ctx)
		if err != nil {
			return err
		}
		step, err := watcher.nextStep(ctx, progress, head, final)
		if errors.Is(err, ErrRangeTooLarge) && watcher.window.shrink() {
			continue
		}
		if err != nil {
			return err
		}
		if step == nil {
			return nil
		}
		if err := watcher.apply(ctx, progress.Version, *step); err != nil {
			return err
		}
		watcher.window.grow()
		if step.Halt != "" {
			return fmt.Errorf("%w: %s", ErrHalted, step.Halt)
		}
	}
	return nil
}

// apply carries a step to the store, its transfers in portions: one transaction
// of the chain may hold tens of thousands, and the store's writer has others to
// serve. The final block moves with the last portion, so that a process that is
// killed between them reads the span again; the store ignores what it has.
func (watcher *Watcher) apply(ctx context.Context, version int64, step Step) error {
	for len(step.Final) > portionMax {
		part := Step{Expect: version, Final: step.Final[:portionMax]}
		if step.Finalized != nil {
			part.PortionTo = step.Finalized.Number
		}
		if err := watcher.store.Apply(ctx, part); err != nil {
			return storeError(err)
		}
		step.Final = step.Final[portionMax:]
		version++
	}
	step.Expect = version
	if err := watcher.store.Apply(ctx, step); err != nil {
		return storeError(err)
	}
	return nil
}

// load reads the store's progress and refuses to go on from a halted one.
func (watcher *Watcher) load(ctx context.Context) (Progress, error) {
	progress, err := watcher.store.Load(ctx)
	if err != nil {
		return Progress{}, storeError(err)
	}
	watcher.noteProgress(progress)
	if progress.Halt != "" {
		return Progress{}, fmt.Errorf("%w: %s", ErrHalted, progress.Halt)
	}
	return progress, nil
}

// nextStep decides what to read next; nil means that everything is read.
func (watcher *Watcher) nextStep(ctx context.Context, progress Progress, head, final Block) (*Step, error) {
	if progress.Version == 0 {
		return watcher.firstStep(ctx, final)
	}
	if err := watcher.refuseRestarted(ctx, progress, head); err != nil {
		return nil, err
	}
	base, err := watcher.canonical(ctx, progress, head)
	if errors.Is(err, errFinalTakenBack) {
		return &Step{Halt: err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	walksBack := base.Number < progress.Tip().Number
	finalLimit := final.Number
	if !walksBack && progress.Finalized().Number < finalLimit {
		return watcher.finalStep(ctx, progress, finalLimit)
	}
	limit := min(head.Number, progress.Finalized().Number+unfinalMax)
	if base.Number < limit {
		return watcher.headStep(ctx, base, limit, walksBack)
	}
	if walksBack {
		return &Step{WalkBackTo: &base.Number}, nil
	}
	return nil, nil
}

// firstStep begins to watch a chain.
func (watcher *Watcher) firstStep(ctx context.Context, final Block) (*Step, error) {
	if watcher.config.StartBlock > final.Number {
		return nil, fmt.Errorf("%w: start block %d is not final yet, the final block is %d", errBehind, watcher.config.StartBlock, final.Number)
	}
	genesis, err := watcher.pool.AgreedBlock(ctx, 0)
	if err != nil {
		return nil, err
	}
	start, err := watcher.pool.AgreedBlock(ctx, watcher.config.StartBlock)
	if err != nil {
		return nil, err
	}
	return &Step{Genesis: genesis.Hash, Append: []BlockRef{start.BlockRef}, Finalized: &start.BlockRef}, nil
}

// refuseRestarted compares the first block: always in a process' first poll,
// later when the head is lower than what is final.
func (watcher *Watcher) refuseRestarted(ctx context.Context, progress Progress, head Block) error {
	if watcher.isGenesisKnown() && head.Number >= progress.Finalized().Number {
		return nil
	}
	if err := watcher.compareGenesis(ctx, progress); err != nil {
		return err
	}
	if head.Number < progress.Finalized().Number {
		// Another watcher may have moved on since this head was read.
		now, err := watcher.pool.Head(ctx)
		if err != nil {
			return err
		}
		if now >= progress.Finalized().Number {
			return errMoved
		}
		return fmt.Errorf("%w: its head is %d, block %d was final", errBehind, head.Number, progress.Finalized().Number)
	}
	return nil
}

// explainHead is why there is no head. A chain that began anew names heads too far
// below those there were, and its first block tells.
func (watcher *Watcher) explainHead(ctx context.Context, why error) error {
	if !errors.Is(why, ErrNoQuorum) {
		return why
	}
	progress, err := watcher.load(ctx)
	if err != nil || progress.Version == 0 {
		return cmp.Or(err, why)
	}
	if err := watcher.compareGenesis(ctx, progress); errors.Is(err, ErrRestarted) {
		return err
	}
	return why
}

func (watcher *Watcher) compareGenesis(ctx context.Context, progress Progress) error {
	genesis, err := watcher.pool.AgreedBlock(ctx, 0)
	if err != nil {
		return err
	}
	if genesis.Hash != progress.Genesis {
		return &RestartedError{Known: progress.Genesis, Found: genesis.Hash}
	}
	watcher.noteGenesis()
	return nil
}

// canonical is the highest remembered block that is still canonical.
func (watcher *Watcher) canonical(ctx context.Context, progress Progress, head Block) (BlockRef, error) {
	known := progress.Blocks
	if head.Number < progress.Tip().Number {
		known = known[:head.Number-progress.Finalized().Number+1]
	}
	var problem error
	// If a block stands, all below it stand: search for the highest that does.
	stands := func(above int) bool {
		if problem != nil {
			return true
		}
		index := len(known) - 1 - above
		block, err := watcher.pool.AgreedBlock(ctx, known[index].Number)
		if errors.Is(err, ErrNotFound) || errors.Is(err, ErrDisagreement) {
			err = fmt.Errorf("%w: block %d: %w", errMoved, known[index].Number, err)
		}
		problem = err
		return err == nil && block.Hash == known[index].Hash
	}
	above := 0
	if !stands(0) {
		above = 1 + sort.Search(len(known)-1, func(i int) bool { return stands(i + 1) })
	}
	if problem != nil {
		return BlockRef{}, problem
	}
	switch {
	case above == len(known):
		return BlockRef{}, watcher.judgeDeepReorganisation(ctx, progress)
	case above == 0:
		// Where the head is below the tip and all below it stands, the provider
		// lags; what it does not know yet is not taken back.
		return progress.Tip(), nil
	}
	return known[len(known)-1-above], nil
}

// judgeDeepReorganisation tells a lying provider from a restarted chain from
// the case that must not happen.
func (watcher *Watcher) judgeDeepReorganisation(ctx context.Context, progress Progress) error {
	final := progress.Finalized()
	agreed, err := watcher.pool.AgreedBlock(ctx, final.Number)
	if err != nil {
		return err
	}
	if agreed.Hash == final.Hash {
		return fmt.Errorf("%w: a provider named another final block", errMoved)
	}
	if err := watcher.compareGenesis(ctx, progress); err != nil {
		return err
	}
	return fmt.Errorf("%w: block %d was %s, now it is %s", errFinalTakenBack, final.Number, final.Hash, agreed.Hash)
}

// finalStep reads the next blocks that became final.
func (watcher *Watcher) finalStep(ctx context.Context, progress Progress, limit uint64) (*Step, error) {
	span := watcher.window.from(progress.Finalized().Number+1, limit)
	transfers, err := watcher.reader.readFinal(ctx, span, progress.Pending)
	if err != nil {
		return nil, err
	}
	last, err := watcher.pool.AgreedBlock(ctx, span.To)
	if err != nil {
		return nil, err
	}
	step := &Step{Final: transfers, Finalized: &last.BlockRef}
	known, isKnown := progress.at(span.To)
	if isKnown && known.Hash != last.Hash {
		return nil, fmt.Errorf("%w: block %d", errMoved, span.To)
	}
	if !isKnown {
		step.Append = []BlockRef{last.BlockRef}
	}
	return step, nil
}

// headStep reads the next blocks that are not final.
func (watcher *Watcher) headStep(ctx context.Context, base BlockRef, limit uint64, walksBack bool) (*Step, error) {
	span := watcher.window.from(base.Number+1, min(limit, base.Number+headSpanMax))
	blocks, seen, err := watcher.reader.readHead(ctx, base, span)
	if err != nil {
		return nil, err
	}
	step := &Step{Append: blocks, Seen: seen}
	if walksBack {
		step.WalkBackTo = &base.Number
	}
	return step, nil
}
