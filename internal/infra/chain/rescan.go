package chain

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// Rescan reads blocks that are final already once more and reports what is
// there: the answer to a surplus that reconciliation found. It returns how many
// transfers the span holds; the store ignores those it has.
func (watcher *Watcher) Rescan(ctx context.Context, span Span) (int, error) {
	watcher.turn.Lock()
	defer watcher.turn.Unlock()
	progress, err := watcher.load(ctx)
	if err != nil {
		return 0, err
	}
	if span.From > span.To || span.From <= watcher.config.StartBlock || span.To > progress.Finalized().Number {
		return 0, fmt.Errorf("%w: only final blocks above the start block can be read again, %s are not", ErrConfiguration, span)
	}
	found := 0
	for start := span.From; start <= span.To; {
		part := watcher.window.from(start, span.To)
		transfers, err := watcher.reader.readFinal(ctx, part, nil)
		if errors.Is(err, ErrRangeTooLarge) && watcher.window.shrink() {
			continue
		}
		if err != nil {
			return found, err
		}
		if len(transfers) > 0 {
			if err := watcher.report(ctx, transfers); err != nil {
				return found, err
			}
		}
		found += len(transfers)
		watcher.window.grow()
		if part.To == math.MaxUint64 {
			break
		}
		start = part.To + 1
	}
	return found, nil
}

// StartBlock is the last block that is never read: what came before is no deposit.
func (watcher *Watcher) StartBlock() uint64 { return watcher.config.StartBlock }

// report carries found-again transfers to the store at its present version.
func (watcher *Watcher) report(ctx context.Context, transfers []Transfer) error {
	progress, err := watcher.load(ctx)
	if err != nil {
		return err
	}
	return watcher.apply(ctx, progress.Version, Step{Final: transfers})
}
