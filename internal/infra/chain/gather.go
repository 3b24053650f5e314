package chain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/fault"
)

// voice is what came of a question to one provider: an answer, or why there is
// none.
type voice[Answer any] struct {
	from   *member
	answer Answer
	err    error
}

// isMissing says that the provider said nothing that counts.
func (one voice[Answer]) isMissing() bool { return one.err != nil && !errors.Is(one.err, ErrNotFound) }

// answered is enough once so many providers gave an answer.
func answered[Answer any](count int) func([]voice[Answer]) bool {
	return func(heard []voice[Answer]) bool {
		answers := 0
		for _, one := range heard {
			if one.err == nil {
				answers++
			}
		}
		return answers >= count
	}
}

// alike is enough once so many providers said the same; that there is nothing
// is something to say.
func alike[Answer any, Face comparable](count int, face func(Answer) Face) func([]voice[Answer]) bool {
	return func(heard []voice[Answer]) bool {
		votes, absent := map[Face]int{}, 0
		for _, one := range heard {
			switch {
			case one.err == nil:
				votes[face(one.answer)]++
				if votes[face(one.answer)] >= count {
					return true
				}
			case errors.Is(one.err, ErrNotFound):
				absent++
			}
		}
		return absent >= count
	}
}

// gather puts a question to several providers at once and lists what they say in
// the order of the members. Once it is enough, the others get a moment longer:
// one that never ends its answer must not hold up the rest. A panic over an answer is
// an error of its provider.
func gather[Answer any](ctx context.Context, pool *Pool, members []*member, ask func(context.Context, *member) (Answer, error),
	isEnough func([]voice[Answer]) bool) []voice[Answer] {
	voices := each.Of(members, func(one *member) voice[Answer] { return voice[Answer]{from: one, err: errSlow} })
	put := func(ctx context.Context, one *member) voice[Answer] {
		var answer Answer
		err := fault.Protect(func() (err error) {
			answer, err = ask(ctx, one)
			return err
		})
		return voice[Answer]{one, answer, err}
	}
	if pool.config.OneByOne {
		for i, one := range members {
			voices[i] = put(ctx, one)
		}
		return voices
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type arrival struct {
		index int
		voice voice[Answer]
	}
	arrivals := make(chan arrival, len(members))
	for i, one := range members {
		go func() { arrivals <- arrival{i, put(ctx, one)} }()
	}
	var heard []voice[Answer]
	var over <-chan time.Time
	for len(heard) < len(members) {
		select {
		case one := <-arrivals:
			voices[one.index] = one.voice
			heard = append(heard, one.voice)
		case <-over:
			for _, one := range voices {
				if errors.Is(one.err, errSlow) {
					pool.noteSlow(one.from)
				}
			}
			return voices
		}
		if over == nil && isEnough(heard) {
			timer := time.NewTimer(pool.config.Grace)
			defer timer.Stop()
			over = timer.C
		}
	}
	return voices
}

// askAll puts a question to every provider and lists the answers. Fewer than the
// quorum, "not found" counted among them, are ErrNoQuorum (or ErrThrottled or
// ErrRangeTooLarge, where waiting or asking for less helps).
func askAll[Answer any](ctx context.Context, pool *Pool, isEnough func([]voice[Answer]) bool,
	question func(context.Context, Provider) (Answer, error)) ([]voice[Answer], error) {
	ask := func(ctx context.Context, one *member) (Answer, error) { return askMember(ctx, pool, one, question) }
	for attempt := 0; ; attempt++ {
		voices := gather(ctx, pool, pool.ordered(), ask, isEnough)
		problems := problemsOf(voices)
		err := pool.missing(problems)
		if !errors.Is(err, ErrThrottled) || attempt == throttleRetriesMax {
			return voices, err
		}
		pause := pool.shortestRest()
		if slices.ContainsFunc(problems, func(problem error) bool { return !errors.Is(problem, ErrThrottled) }) {
			// One that failed in another way may be well a moment later.
			pause = min(pause, backOffFirst<<attempt)
		}
		if err := pool.config.Pause(ctx, pause); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrThrottled, err)
		}
	}
}

// problemsOf are the errors of those that said nothing that counts.
func problemsOf[Answer any](voices []voice[Answer]) (problems []error) {
	for _, one := range voices {
		if one.isMissing() {
			problems = append(problems, one.err)
		}
	}
	return problems
}

// missing says why too few providers spoke; nil where enough did.
func (pool *Pool) missing(problems []error) error {
	spoke := len(pool.members) - len(problems)
	if spoke >= pool.quorum() {
		return nil
	}
	for _, helps := range []error{ErrThrottled, ErrRangeTooLarge} {
		for _, problem := range problems {
			if errors.Is(problem, helps) {
				return fmt.Errorf("%w: %w", helps, problem)
			}
		}
	}
	if spoke == 0 {
		return fmt.Errorf("%w: %w", ErrUnreachable, errors.Join(problems...))
	}
	return fmt.Errorf("%w: %d of %d: %w", ErrNoQuorum, spoke, pool.quorum(), errors.Join(problems...))
}

// askMember puts a question to one provider and keeps its health's books.
func askMember[Answer any](ctx context.Context, pool *Pool, one *member, question func(context.Context, Provider) (Answer, error)) (Answer, error) {
	var none Answer
	if pool.restOf(one) > 0 {
		return none, ErrThrottled
	}
	if !pool.isAccepted(one) {
		if err := pool.verify(ctx, one); err != nil {
			return none, err
		}
	}
	answer, err := question(ctx, one.Provider)
	switch {
	case err == nil, errors.Is(err, ErrNoFinality), errors.Is(err, ErrCallFailed):
		pool.noteAnswer(one)
	case errors.Is(err, ErrNotFound), ctx.Err() != nil:
		// Neither good nor bad: it may lag, there may be nothing, or nobody waits
		// for it any more.
	default:
		pool.noteFailure(one, err)
	}
	if err != nil {
		return none, fmt.Errorf("provider %s: %w", one.Name(), err)
	}
	return answer, nil
}
