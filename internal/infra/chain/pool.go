package chain

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

const (
	throttleRetriesMax   = 12
	backOffFirst         = 500 * time.Millisecond
	backOffMax           = 30 * time.Second
	quorumMax            = 2
	confirmationsDefault = 15
	providersMax         = 16
)

// PoolConfig says how the pool judges.
type PoolConfig struct {
	ChainID uint64
	// Confirmations make a block final where a provider never named a
	// finalized one; the block itself is the first, and 0 means 15.
	Confirmations uint64
	// Now measures how long a throttling provider rests, Pause waits for it;
	// both default to the machine's clock.
	Now   func() time.Time
	Pause func(ctx context.Context, wait time.Duration) error
}

// Pool asks several providers of one chain as if they were one. It is safe for
// concurrent use.
type Pool struct {
	config PoolConfig

	mu      sync.Mutex
	members []*member
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
		config.Pause = pause
	}
	pool := &Pool{config: config}
	for rank, provider := range providers {
		pool.members = append(pool.members, &member{Provider: provider, rank: rank})
	}
	for _, one := range pool.members {
		if err := pool.verify(ctx, one); errors.Is(err, ErrWrongChain) {
			return nil, err
		}
	}
	return pool, nil
}

func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// ChainID is the chain this pool is for.
func (pool *Pool) ChainID() uint64 { return pool.config.ChainID }

// Verify asks every provider again which chain it serves. It fails when none
// of the right chain is left.
func (pool *Pool) Verify(ctx context.Context) error {
	var problems []error
	for _, one := range pool.ordered() {
		if pool.restOf(one) > 0 {
			continue
		}
		if err := pool.verify(ctx, one); err != nil {
			problems = append(problems, err)
		}
	}
	for _, one := range pool.ordered() {
		if !pool.isRefused(one) {
			return nil
		}
	}
	return errors.Join(problems...)
}

// verify checks one provider's chain id and remembers the result.
func (pool *Pool) verify(ctx context.Context, one *member) error {
	got, err := one.ChainID(ctx)
	if err != nil {
		pool.noteFailure(one, err)
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

// Head is the newest block any provider names: one that is stuck cannot hold
// the others back.
func (pool *Pool) Head(ctx context.Context) (Block, error) {
	question := func(provider Provider) (Block, error) { return provider.Block(ctx, Latest()) }
	var newest *Block
	for _, one := range pool.ordered() {
		if block, err := askMember(ctx, pool, one, question); err == nil && (newest == nil || block.Number > newest.Number) {
			newest = &block
		}
	}
	if newest == nil {
		return ask(ctx, pool, question)
	}
	return *newest, nil
}

// BlockAt is the canonical block at a height in the preferred provider's view.
func (pool *Pool) BlockAt(ctx context.Context, number uint64) (Block, error) {
	return ask(ctx, pool, func(provider Provider) (Block, error) { return provider.Block(ctx, At(number)) })
}

// Logs searches with the preferred provider.
func (pool *Pool) Logs(ctx context.Context, query LogQuery) ([]types.Log, error) {
	return ask(ctx, pool, func(provider Provider) ([]types.Log, error) { return provider.Logs(ctx, query) })
}

// Receipt reads a receipt from the preferred provider that has it.
func (pool *Pool) Receipt(ctx context.Context, transaction common.Hash) (*types.Receipt, error) {
	return ask(ctx, pool, func(provider Provider) (*types.Receipt, error) { return provider.Receipt(ctx, transaction) })
}

// CallContract reads contract state from the preferred provider. A call that
// fails is the contract's answer (ErrCallFailed) and is not made twice.
func (pool *Pool) CallContract(ctx context.Context, call ethereum.CallMsg, block *big.Int) ([]byte, error) {
	return ask(ctx, pool, func(provider Provider) ([]byte, error) { return provider.CallContract(ctx, call, block) })
}

// CodeAt reads an account's code from the preferred provider.
func (pool *Pool) CodeAt(ctx context.Context, account common.Address, block *big.Int) ([]byte, error) {
	return ask(ctx, pool, func(provider Provider) ([]byte, error) { return provider.CodeAt(ctx, account, block) })
}

// ask puts a question to one provider after the other until one answers, and
// waits while all that are left throttle.
func ask[Answer any](ctx context.Context, pool *Pool, question func(Provider) (Answer, error)) (Answer, error) {
	var none Answer
	for attempt := 0; ; attempt++ {
		answer, err := askOnce(ctx, pool, question)
		if !errors.Is(err, ErrThrottled) || attempt == throttleRetriesMax {
			return answer, err
		}
		if err := pool.config.Pause(ctx, pool.shortestRest()); err != nil {
			return none, fmt.Errorf("%w: %w", ErrThrottled, err)
		}
	}
}

// askOnce tries every provider once, the preferred one first. "Not found" is
// believed only when everyone who answers says so.
func askOnce[Answer any](ctx context.Context, pool *Pool, question func(Provider) (Answer, error)) (Answer, error) {
	var none Answer
	var problems []error
	absent, throttled := false, false
	for _, one := range pool.ordered() {
		if err := ctx.Err(); err != nil {
			return none, err
		}
		answer, err := askMember(ctx, pool, one, question)
		switch {
		case err == nil:
			return answer, nil
		case isAnswer(err):
			return none, err
		case errors.Is(err, ErrNotFound):
			absent = true
		case errors.Is(err, ErrThrottled):
			throttled = true
		default:
			problems = append(problems, err)
		}
	}
	switch {
	case absent:
		return none, ErrNotFound
	case throttled:
		return none, ErrThrottled
	}
	return none, fmt.Errorf("%w: %w", ErrUnreachable, errors.Join(problems...))
}

// askMember puts a question to one provider and keeps its health's books.
func askMember[Answer any](ctx context.Context, pool *Pool, one *member, question func(Provider) (Answer, error)) (Answer, error) {
	var none Answer
	if pool.restOf(one) > 0 {
		return none, ErrThrottled
	}
	if !pool.isAccepted(one) {
		if err := pool.verify(ctx, one); err != nil {
			return none, err
		}
	}
	answer, err := question(one.Provider)
	switch {
	case err == nil, isAnswer(err):
		pool.noteAnswer(one)
	case errors.Is(err, ErrNotFound):
		// Neither good nor bad: it may lag, or there may be nothing.
	default:
		pool.noteFailure(one, err)
	}
	if err != nil {
		return none, fmt.Errorf("provider %s: %w", one.Name(), err)
	}
	return answer, nil
}

// isAnswer asks whether an error is a provider's considered reply rather than
// its silence: another provider need not be asked.
func isAnswer(err error) bool {
	return errors.Is(err, ErrRangeTooLarge) || errors.Is(err, ErrNoFinality) || errors.Is(err, ErrCallFailed)
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
