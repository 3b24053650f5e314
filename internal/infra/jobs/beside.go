package jobs

import (
	"context"
	"sync"
	"time"
)

// Beside does something again and again, the first time after a while, beside work that
// lasts: until stop, which waits for what is being done, or until the context ends.
func Beside(ctx context.Context, every time.Duration, do func(ctx context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var beside sync.WaitGroup
	beside.Go(func() {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				do(ctx)
			}
		}
	})
	return func() {
		cancel()
		beside.Wait()
	}
}
