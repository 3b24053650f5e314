package reconciliation

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"etld/internal/core/payment"
	"etld/internal/infra/chain"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	rereadJob = "payment_reread"
	// rereadPause keeps a long reading from taking a node's whole allowance.
	rereadPause = time.Second
)

// Rereader reads final blocks of a network again and reports their transfers to
// the network's Watch, which ignores those it has; chain.Watcher is one.
type Rereader interface {
	Rescan(ctx context.Context, span chain.Span) (found int, err error)
	// StartBlock is the last block that is never read.
	StartBlock() uint64
}

// rereadDue looks for deposits that were missed, where the last comparison found
// a surplus: one chunk of blocks per network. A chain that does not answer is no
// failure of the job; it is tried again in a minute.
func (s *Service) rereadDue(ctx context.Context) (more bool, err error) {
	for _, n := range s.Payments.Networks() {
		again, err := s.reread(ctx, n)
		if err != nil {
			return false, err
		}
		more = more || again
	}
	return more, nil
}

// reread reads one chunk of a network's blocks again, if one is due.
func (s *Service) reread(ctx context.Context, n *payment.Network) (more bool, err error) {
	by, readings := s.Rereaders[n.ChainID], s.readingsOf(n)
	if by == nil || len(readings) == 0 {
		return false, nil
	}
	g, before, now, err := s.gapsOf(ctx, n)
	if err != nil {
		return false, err
	}
	g.compare(readings, by.StartBlock())
	if g.isBeginning(now) {
		// A payout that is settled ahead of the final block looks like a surplus
		// for a moment: nothing is read again for what a second look does not find.
		if readings, err = s.lookAnew(ctx, n); err != nil {
			s.logRereadWaits(n, now, err)
			return false, nil
		}
		g.compare(readings, by.StartBlock())
	}
	chunk, isDue := g.next(now)
	if !isDue {
		return false, s.saveGaps(ctx, n, before, g)
	}
	found, err := by.Rescan(ctx, chunk)
	if err != nil {
		s.logRereadWaits(n, now, err)
		return false, nil
	}
	g.done(chunk, now)
	if found > 0 || !g.isReading() {
		err = s.judge(ctx, n, &g, by.StartBlock())
	}
	if err != nil {
		// What was read stays read; the next comparison tells what came of it.
		s.logRereadWaits(n, now, err)
	} else {
		s.rereadWaits[n.Name].Over(now)
	}
	// What was found makes work for other jobs.
	return g.isReading() || found > 0, s.saveGaps(ctx, n, before, g)
}

// judge compares the chain with the books after something was read again, so
// that no more is read than is needed, and tells how it ended.
func (s *Service) judge(ctx context.Context, n *payment.Network, g *gaps, start uint64) error {
	readings, err := s.lookAnew(ctx, n)
	if err != nil {
		return err
	}
	g.compare(readings, start)
	switch {
	case !g.isOpen():
		s.Log.Warn("blocks were read again; the chain holds what the books say", "network", n.Name)
	case !g.isReading():
		s.Log.Warn("no deposit was found that explains what the chain holds beyond the books", "network", n.Name, "readings", g.Tries, "next", g.DueAt)
	}
	return nil
}

// lookAnew compares one network and keeps its readings; where it fails, those before stay.
func (s *Service) lookAnew(ctx context.Context, n *payment.Network) ([]Reading, error) {
	readings, err := s.reconcile(ctx, n)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.readings = append(slices.DeleteFunc(slices.Clone(s.readings), func(r Reading) bool { return r.Network == n.Name }), readings...)
	return readings, nil
}

// logRereadWaits logs why blocks are not read again now, the first time and
// then seldom.
func (s *Service) logRereadWaits(n *payment.Network, now time.Time, why error) {
	if tell, lasting := s.rereadWaits[n.Name].Tell(now); tell {
		s.Log.Warn("blocks cannot be read again yet", "network", n.Name, "error", why, "for", lasting)
	}
}

func (s *Service) readingsOf(n *payment.Network) (list []Reading) {
	for _, r := range s.Readings() {
		if r.Network == n.Name {
			list = append(list, r)
		}
	}
	return list
}

// gapsOf reads what is known of a network's surpluses, and how it is stored.
func (s *Service) gapsOf(ctx context.Context, n *payment.Network) (g gaps, stored string, now time.Time, err error) {
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		g, now = gaps{}, tx.Now()
		run, _, err := jobs.Find(tx, rereadJob, int64(n.ChainID))
		if stored = run.Cursor; err != nil || stored == "" {
			return err
		}
		if err := json.Unmarshal([]byte(stored), &g); err != nil {
			return fmt.Errorf("what is known of the surpluses of %s: %w", n.Name, err)
		}
		return nil
	})
	return g, stored, now, err
}

// saveGaps stores what is known, unless another instance was faster: that fails
// with jobs.ErrLost.
func (s *Service) saveGaps(ctx context.Context, n *payment.Network, before string, g gaps) error {
	text, err := json.Marshal(g)
	if err != nil || string(text) == before {
		return err
	}
	return s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		run, err := jobs.Begin(tx, rereadJob, int64(n.ChainID))
		if err != nil {
			return err
		}
		run.Cursor = before
		return jobs.Move(tx, run, string(text), false)
	})
}
