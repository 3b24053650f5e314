package chain

import (
	"errors"
	"time"

	"etld/internal/base/fault"
)

const (
	// demeritsOfLie weighs a wrong answer against single failures.
	demeritsOfLie  = 10
	demeritsMax    = 100
	lastErrorBytes = 300
	// demotionToldEvery bounds the log's lines about one provider.
	demotionToldEvery = time.Minute
)

// RetryAfterMax bounds how long a provider can make us wait.
const RetryAfterMax = 5 * time.Minute

// ProviderHealth is what operators see of a provider.
type ProviderHealth struct {
	Name string
	// Usable: serves the right chain and is not resting.
	Usable bool
	// Demerits count failures and, tenfold, wrong answers; each good answer
	// takes one away. Providers are preferred by fewest demerits.
	Demerits    int
	LastProblem string
}

type member struct {
	Provider
	rank int

	accepted      bool
	refused       bool
	knowsFinality bool
	demerits      int
	throttles     int
	restUntil     time.Time
	toldAt        time.Time
	lastProblem   string
}

// Health lists the providers in order of preference.
func (pool *Pool) Health() []ProviderHealth {
	list := make([]ProviderHealth, 0, len(pool.members))
	for _, one := range pool.ordered() {
		isResting := pool.restOf(one) > 0
		pool.mu.Lock()
		list = append(list, ProviderHealth{
			Name:        one.Name(),
			Usable:      one.accepted && !one.refused && !isResting,
			Demerits:    one.demerits,
			LastProblem: one.lastProblem,
		})
		pool.mu.Unlock()
	}
	return list
}

func (pool *Pool) accept(one *member) {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	one.accepted, one.refused = true, false
}

func (pool *Pool) refuse(one *member, reason error) {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	one.accepted, one.refused = false, true
	one.lastProblem = fault.Text(reason, lastErrorBytes)
}

func (pool *Pool) isAccepted(one *member) bool {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	return one.accepted
}

func (pool *Pool) isRefused(one *member) bool {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	return one.refused
}

func (pool *Pool) noteAnswer(one *member) {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	one.throttles = 0
	one.demerits = max(0, one.demerits-1)
}

// noteFailure books silence; a throttling provider rests instead, for as long
// as it asked or for a doubling time.
func (pool *Pool) noteFailure(one *member, problem error) {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	one.lastProblem = fault.Text(problem, lastErrorBytes)
	if !errors.Is(problem, ErrThrottled) {
		one.demerits = min(demeritsMax, one.demerits+1)
		return
	}
	rest := min(backOffMax, backOffFirst<<min(one.throttles, 10))
	if throttled, ok := errors.AsType[*ThrottledError](problem); ok && throttled.RetryAfter > 0 {
		rest = throttled.RetryAfter
	}
	one.throttles++
	one.restUntil = pool.config.Now().Add(rest)
}

// noteSlow books an answer that others did not wait for. The provider rests like
// one that throttles, so that the next questions do not wait for it either.
func (pool *Pool) noteSlow(one *member) {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	one.lastProblem = errSlow.Error()
	one.demerits = min(demeritsMax, one.demerits+1)
	one.restUntil = pool.config.Now().Add(min(backOffMax, backOffFirst<<min(one.throttles, 10)))
	one.throttles++
}

// demote books a wrong answer, and tells of it at most once a minute.
func (pool *Pool) demote(one *member, reason error) {
	now := pool.config.Now()
	pool.mu.Lock()
	defer pool.mu.Unlock()
	one.demerits = min(demeritsMax, one.demerits+demeritsOfLie)
	one.lastProblem = fault.Text(reason, lastErrorBytes)
	if one.toldAt.IsZero() || now.Sub(one.toldAt) >= demotionToldEvery {
		one.toldAt = now
		pool.config.Log.Warn("a provider of the chain was outvoted", "provider", one.Name(), "chain", pool.config.ChainID, "reason", one.lastProblem)
	}
}

func (pool *Pool) restOf(one *member) time.Duration {
	now := pool.config.Now()
	pool.mu.Lock()
	defer pool.mu.Unlock()
	return max(0, one.restUntil.Sub(now))
}

// shortestRest is how long until some provider that rests may be asked again.
func (pool *Pool) shortestRest() time.Duration {
	var shortest time.Duration
	for _, one := range pool.ordered() {
		if rest := pool.restOf(one); rest > 0 && !pool.isRefused(one) && (shortest == 0 || rest < shortest) {
			shortest = rest
		}
	}
	return max(backOffFirst, shortest)
}

// finalityKnown remembers that a provider once named a finalized block: from
// then on counting confirmations instead would be a step down.
func (pool *Pool) finalityKnown(one *member, now bool) bool {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	one.knowsFinality = one.knowsFinality || now
	return one.knowsFinality
}

// namesFinality says that a quorum of providers has named finalized blocks.
func namesFinality(pool *Pool) bool {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	var know int
	for _, one := range pool.members {
		if one.knowsFinality {
			know++
		}
	}
	return know >= pool.quorum()
}

// RecallFinality tells a new pool that the chain's providers once named finalized blocks:
// whoever names none now is not believed by counting confirmations.
func RecallFinality(pool *Pool) {
	for _, one := range pool.members {
		pool.finalityKnown(one, true)
	}
}
