package chain

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"etld/internal/base/clock"
)

const (
	throttleRetriesMax   = 12
	backOffFirst         = 500 * time.Millisecond
	backOffMax           = 30 * time.Second
	quorumMax            = 2
	confirmationsDefault = 15
	providersMax         = 16
	graceDefault         = time.Second
	// headTriesMax is how far below the newest block agreement is looked for.
	headTriesMax = 3
)

// PoolConfig says how the pool judges.
type PoolConfig struct {
	ChainID uint64
	// Confirmations make a block final where a provider never named a
	// finalized one; the block itself is the first, and 0 means 15.
	Confirmations uint64
	// HeadAgeMax is how old the newest block may be by Now: whoever has just begun
	// knows no earlier head, and would take an old one for new. 0 believes any.
	HeadAgeMax time.Duration
	// Now measures how long a throttling provider rests, Pause waits for it;
	// both default to the machine's clock.
	Now   func() time.Time
	Pause func(ctx context.Context, wait time.Duration) error
	// Grace is how long the others are waited for once enough have answered;
	// 0 means a second.
	Grace time.Duration
	// OneByOne asks providers one after the other instead of at once, for worlds
	// that are played again from a seed.
	OneByOne bool
	// Log is told of providers that are demoted; nil tells nobody.
	Log *slog.Logger
}

// Pool asks several providers of one chain as if they were one. It is safe for
// concurrent use.
type Pool struct {
	config PoolConfig

	mu      sync.Mutex
	members []*member
	// highest is the highest head that a quorum has reached.
	highest uint64
}

// NewPool checks the providers' chain ids. A provider of another chain is
// refused at once; one that does not answer is checked before its first use.
func NewPool(ctx context.Context, config PoolConfig, providers ...Provider) (*Pool, error) {
	if config.ChainID == 0 || len(providers) == 0 || len(providers) > providersMax {
		return nil, fmt.Errorf("%w: a chain id and 1 to %d providers are needed", ErrConfiguration, providersMax)
	}
	if config.Confirmations == 0 {
		config.Confirmations = confirmationsDefault
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Pause == nil {
		config.Pause = clock.Pause
	}
	if config.Grace == 0 {
		config.Grace = graceDefault
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	pool := &Pool{config: config}
	for rank, provider := range providers {
		pool.members = append(pool.members, &member{Provider: provider, rank: rank})
	}
	for _, err := range pool.verifyAll(ctx) {
		if errors.Is(err, ErrWrongChain) {
			return nil, err
		}
	}
	return pool, nil
}

// ChainID is the chain this pool is for.
func (pool *Pool) ChainID() uint64 { return pool.config.ChainID }

// Verify asks every provider again which chain it serves. It fails when none
// of the right chain is left.
func (pool *Pool) Verify(ctx context.Context) error {
	problems := pool.verifyAll(ctx)
	for _, one := range pool.ordered() {
		if !pool.isRefused(one) {
			return nil
		}
	}
	return errors.Join(problems...)
}

// verifyAll asks every provider that does not rest which chain it serves.
func (pool *Pool) verifyAll(ctx context.Context) (problems []error) {
	awake := slices.DeleteFunc(pool.ordered(), func(one *member) bool { return pool.restOf(one) > 0 })
	verify := func(ctx context.Context, one *member) (struct{}, error) { return struct{}{}, pool.verify(ctx, one) }
	for _, one := range gather(ctx, pool, awake, verify, answered[struct{}](pool.quorum())) {
		if one.err != nil {
			problems = append(problems, one.err)
		}
	}
	return problems
}

// verify checks one provider's chain id and remembers the result.
func (pool *Pool) verify(ctx context.Context, one *member) error {
	got, err := one.ChainID(ctx)
	if err != nil {
		if ctx.Err() == nil {
			pool.noteFailure(one, err)
		}
		return err
	}
	if got != pool.config.ChainID {
		err := &WrongChainError{Provider: one.Name(), Got: got, Want: pool.config.ChainID}
		pool.refuse(one, err)
		return err
	}
	pool.accept(one)
	return nil
}

func (pool *Pool) ordered() []*member {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	members := slices.Clone(pool.members)
	slices.SortStableFunc(members, func(a, b *member) int {
		if a.demerits != b.demerits {
			return a.demerits - b.demerits
		}
		return a.rank - b.rank
	})
	return members
}
