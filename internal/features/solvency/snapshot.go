package solvency

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/heap"
	"etld/internal/core/ledger"
	"etld/internal/features/solvency/sumtree"
	"etld/internal/infra/chain"
	"etld/internal/infra/sqldb"
)

const (
	every = 30 * time.Second
	// keptFor is how long a snapshot can be proved from.
	keptFor = 400 * 24 * time.Hour
	// blocksAtOnce bounds what one transaction writes, some 600 KB.
	blocksAtOnce = 8
	// deletedAtOnce bounds the blocks that one transaction deletes.
	deletedAtOnce = 50
	// memoryMax is what a snapshot may take while it is made, in bytes: of a million
	// users the balances take some 130 MiB and the leaves 112.
	memoryMax = 400 << 20
	// lineName stands in the text where a network's name does, before the head of the
	// public line of reserves.
	lineName = "reserves"
)

// nameOf is the snapshot of the day that ended at a midnight.
func nameOf(at time.Time) string {
	return strings.ReplaceAll((clock.DayOf(at) - 1).String(), "-", "")
}

// makeNext makes the oldest snapshot that is missing. A day whose journal or chains are
// not complete yet waits for the next time. A chain that does not answer is no failure of
// the job: the watcher's state tells, and the snapshot's age.
func (s *Service) makeNext(ctx context.Context) (made bool, err error) {
	at, head, isDue, err := s.due(ctx)
	if err != nil || !isDue {
		return false, err
	}
	ends, err := s.endsOf(ctx, at)
	if err != nil {
		if !errors.Is(err, chain.ErrNotFinalYet) {
			s.Log.Warn("the snapshot waits for the chain", "day", nameOf(at), "error", err)
		}
		return false, ctx.Err()
	}
	key, err := s.begin(ctx, at)
	if err != nil {
		return false, err
	}
	defer heap.Bound(memoryMax)()
	began := time.Now()
	grown, err := s.grow(ctx, at, key)
	if err != nil {
		return false, err
	}
	counted := time.Since(began)
	if err := s.keep(ctx, nameOf(at), grown.tree); err != nil {
		return false, err
	}
	root := grown.tree.Root
	text := sumtree.Text{Snapshot: nameOf(at), Depth: grown.tree.Depth, Root: root.Hash, Totals: root.Sums,
		Head: sumtree.Head{Number: head.Seq, Hash: head.Hash}, Blocks: ends}
	if err := s.finish(ctx, at, text, grown); err != nil {
		return false, err
	}
	s.Log.Info("snapshot of what is owed", "day", text.Snapshot, "people", grown.people, "root", text.Root,
		"counted", counted.Round(time.Millisecond), "took", time.Since(began).Round(time.Millisecond))
	return true, nil
}

// due is the midnight of the oldest snapshot that is missing, with the journal's head of
// then. The first snapshot is of the last midnight with anything before it.
func (s *Service) due(ctx context.Context) (at time.Time, head ledger.Head, isDue bool, err error) {
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		newest, found, err := sqldb.Find(tx, snapshotTable.Scan, selectNewest, 1)
		if err != nil {
			return err
		}
		last := clock.DayOf(tx.Now())
		switch {
		case !found:
			at = last.Start()
		case newest.State == Begun:
			at = newest.At
		default:
			at = (clock.DayOf(newest.At) + 1).Start()
		}
		if at.After(last.Start()) {
			return nil
		}
		head, isDue, err = ledger.HeadAt(tx, at)
		isDue = isDue && head.Seq > 0
		return err
	})
	return at, head, isDue, err
}

// endsOf are the networks' last blocks before a midnight.
func (s *Service) endsOf(ctx context.Context, at time.Time) (list []sumtree.BlockAt, err error) {
	for _, c := range s.Chains {
		b, err := c.Pool.LastBefore(ctx, at)
		if err != nil {
			return nil, fmt.Errorf("the last block of %s before %s: %w", c.Network, at.Format(time.RFC3339), err)
		}
		list = append(list, sumtree.BlockAt{Network: c.Network, Number: b.Number, Hash: b.Hash.Hex()})
	}
	return list, nil
}

// begin draws the secret of a snapshot, once.
func (s *Service) begin(ctx context.Context, at time.Time) (key sumtree.Key, err error) {
	id := nameOf(at)
	err = s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		row, found, err := find(tx, id)
		if err != nil {
			return err
		}
		if !found {
			row = snapshot{ID: id, At: at, State: Begun, Sealed: s.Sealer.Seal(entropy.Bytes(s.Chance, len(key)), sealOwner(id))}
			saveSnapshot.Add(tx, row)
		}
		key, err = s.keyOf(row)
		return err
	})
	return key, err
}

func (s *Service) keyOf(row snapshot) (key sumtree.Key, err error) {
	secret, err := s.Sealer.Open(row.Sealed, sealOwner(row.ID))
	if err != nil {
		return key, fmt.Errorf("the secret of snapshot %s: %w", row.ID, err)
	}
	copy(key[:], secret)
	return key, nil
}

// grown is a snapshot's tree, and of how many users.
type grown struct {
	tree   *sumtree.Tree
	people int64
}

// grow adds up what everybody was owed at a midnight, from one view of the journal.
func (s *Service) grow(ctx context.Context, at time.Time, key sumtree.Key) (g grown, err error) {
	err = s.DB.Inspect(ctx, func(tx *sqldb.Tx) error {
		owed, err := s.owedAt(tx, at)
		if err != nil {
			return err
		}
		g.tree, err = sumtree.Grow(nameOf(at), key, len(owed.all), owed.accounts(tx, &g.people))
		return err
	})
	return g, err
}

// keep stores the leaves. The same snapshot made again stores the same.
func (s *Service) keep(ctx context.Context, id string, tree *sumtree.Tree) error {
	place := 0
	for some := range slices.Chunk(slices.Collect(slices.Chunk(tree.Leaves, sumtree.BlockSize)), blocksAtOnce) {
		first := place
		err := s.DB.Background(ctx, func(tx *sqldb.Tx) error {
			place = first
			for _, leaves := range some {
				saveBlock.Add(tx, block{ID: id + "|" + leaves[0].Owner.String(), Snapshot: id, Place: int64(place), Leaves: sumtree.EncodeLeaves(leaves)})
				place += len(leaves)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// finish writes the text and has it anchored, together.
func (s *Service) finish(ctx context.Context, at time.Time, text sumtree.Text, g grown) error {
	return s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		row, _, err := find(tx, text.Snapshot)
		if err != nil || row.State != Begun {
			return err
		}
		final := text
		if s.Line != nil {
			number, hash, err := s.Line(tx, at)
			if err != nil {
				return err
			}
			final.Blocks = append(slices.Clone(text.Blocks), sumtree.BlockAt{Network: lineName, Number: uint64(number), Hash: hash})
		}
		row.State, row.People, row.Text, row.Nodes, row.MadeAt = Made, g.people, final.String(), sumtree.EncodeNodes(g.tree.Blocks), tx.Now()
		if row.Sender = s.Sender; row.Sender != "" {
			if err := s.Anchors.Publish(tx, row.ID, []byte(row.Text)); err != nil {
				return err
			}
		}
		saveSnapshot.Add(tx, row)
		return nil
	})
}

// expireNext deletes what connects the oldest snapshot's leaves with addresses, if it
// was kept long enough.
func (s *Service) expireNext(ctx context.Context) (more bool, err error) {
	err = s.DB.Background(ctx, func(tx *sqldb.Tx) error {
		row, found, err := sqldb.Find(tx, snapshotTable.Scan, selectOverdue, tx.Now().Add(-keptFor))
		if err != nil || !found {
			return err
		}
		more = true
		deleted, err := tx.Exec(deleteBlocks, row.ID, deletedAtOnce)
		if err != nil || deleted == deletedAtOnce {
			return err
		}
		row.State, row.Sealed, row.Nodes = Expired, "", ""
		saveSnapshot.Add(tx, row)
		return nil
	})
	return more && err == nil, err
}
