package chaintest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"etld/internal/infra/chain"

	"github.com/ethereum/go-ethereum/common"
)

// ErrInvariant says that a step broke the contract between watcher and store.
var ErrInvariant = errors.New("the step breaks an invariant of the store")

// Phase is a transfer's state in the store.
type Phase string

const (
	Seen  Phase = "seen"
	Gone  Phase = "gone"
	Final Phase = "final"
)

// Kept is a transfer in the store.
type Kept struct {
	chain.Transfer
	Phase Phase
	// Credits counts how often it became final: 0 or 1, or the store is wrong.
	Credits int
}

// Store is a chain.Store in memory. It is safe for concurrent use.
type Store struct {
	// FailBefore and FailAfter, when set, make Apply fail: before it changed
	// anything, or after it changed everything, like a crash after a commit.
	FailBefore, FailAfter func(step chain.Step) error

	mu        sync.Mutex
	progress  chain.Progress
	transfers map[chain.TransferKey]Kept
	order     []chain.TransferKey
	steps     []chain.Step
	broken    []error
}

// NewStore is an empty store.
func NewStore() *Store { return &Store{transfers: map[chain.TransferKey]Kept{}} }

// Load reads the progress.
func (store *Store) Load(context.Context) (chain.Progress, error) {
	store.mu.Lock()
	defer store.mu.Unlock()
	progress := store.progress
	progress.Blocks = slices.Clone(progress.Blocks)
	for _, key := range store.order {
		if kept := store.transfers[key]; kept.Phase == Seen {
			progress.Pending = append(progress.Pending, kept.Transfer)
		}
	}
	return progress, nil
}

// Apply carries out a step and checks it.
func (store *Store) Apply(_ context.Context, step chain.Step) error {
	store.mu.Lock()
	defer store.mu.Unlock()
	if step.Expect != store.progress.Version {
		return chain.ErrConflict
	}
	if store.FailBefore != nil {
		if err := store.FailBefore(step); err != nil {
			return err
		}
	}
	if err := store.carryOut(step); err != nil {
		store.broken = append(store.broken, err)
		return err
	}
	if store.FailAfter != nil {
		return store.FailAfter(step)
	}
	return nil
}

func (store *Store) carryOut(step chain.Step) error {
	store.progress.Version++
	store.steps = append(store.steps, step)
	if step.Genesis != (common.Hash{}) {
		store.progress.Genesis = step.Genesis
	}
	if err := store.walkBack(step.WalkBackTo); err != nil {
		return err
	}
	if err := store.appendBlocks(step); err != nil {
		return err
	}
	for _, transfer := range step.Seen {
		if !slices.Contains(store.progress.Blocks, transfer.Block) {
			return fmt.Errorf("%w: seen in unknown block %d", ErrInvariant, transfer.Block.Number)
		}
		if kept := store.transfers[transfer.TransferKey]; kept.Phase != Final {
			store.keep(Kept{Transfer: transfer, Phase: Seen})
		}
	}
	for _, transfer := range step.Final {
		kept := store.transfers[transfer.TransferKey]
		if kept.Phase == Final && kept.Transfer != transfer {
			return fmt.Errorf("%w: final transfer %v changed", ErrInvariant, transfer.TransferKey)
		}
		if kept.Phase != Final {
			store.keep(Kept{Transfer: transfer, Phase: Final, Credits: kept.Credits + 1})
		}
	}
	if err := store.finalize(step.Finalized); err != nil {
		return err
	}
	for _, transfer := range step.Final {
		// A portion comes before the step that moves the final block.
		if transfer.Block.Number > max(step.PortionTo, store.progress.Finalized().Number) {
			return fmt.Errorf("%w: final transfer in block %d above the final block", ErrInvariant, transfer.Block.Number)
		}
	}
	if step.Halt != "" {
		store.progress.Halt = step.Halt
	}
	return nil
}

func (store *Store) walkBack(to *uint64) error {
	if to == nil {
		return nil
	}
	if *to < store.progress.Finalized().Number {
		return fmt.Errorf("%w: walks back to %d, below the final block", ErrInvariant, *to)
	}
	store.progress.Blocks = slices.DeleteFunc(slices.Clone(store.progress.Blocks), func(block chain.BlockRef) bool { return block.Number > *to })
	for key, kept := range store.transfers {
		if kept.Phase == Seen && kept.Block.Number > *to {
			kept.Phase = Gone
			store.transfers[key] = kept
		}
	}
	return nil
}

func (store *Store) appendBlocks(step chain.Step) error {
	for _, block := range step.Append {
		tip := store.progress.Tip()
		jumps := step.Finalized != nil && *step.Finalized == block && len(step.Append) == 1
		switch {
		case len(store.progress.Blocks) == 0 || jumps && block.Number > tip.Number:
		case block.Number != tip.Number+1 || block.Parent != tip.Hash:
			return fmt.Errorf("%w: block %d does not follow %d", ErrInvariant, block.Number, tip.Number)
		}
		store.progress.Blocks = append(store.progress.Blocks, block)
	}
	return nil
}

func (store *Store) finalize(final *chain.BlockRef) error {
	if final == nil {
		return nil
	}
	index := slices.Index(store.progress.Blocks, *final)
	if index < 0 {
		return fmt.Errorf("%w: final block %d is not remembered", ErrInvariant, final.Number)
	}
	store.progress.Blocks = slices.Clone(store.progress.Blocks[index:])
	for key, kept := range store.transfers {
		if kept.Phase == Seen && kept.Block.Number <= final.Number {
			kept.Phase = Gone
			store.transfers[key] = kept
		}
	}
	return nil
}

func (store *Store) keep(kept Kept) {
	if _, known := store.transfers[kept.TransferKey]; !known {
		store.order = append(store.order, kept.TransferKey)
	}
	store.transfers[kept.TransferKey] = kept
}

// Transfers lists the transfers in a phase by block and, within a block, in the
// order they were first seen.
func (store *Store) Transfers(phase Phase) []Kept {
	store.mu.Lock()
	defer store.mu.Unlock()
	var list []Kept
	for _, key := range store.order {
		if store.transfers[key].Phase == phase {
			list = append(list, store.transfers[key])
		}
	}
	slices.SortStableFunc(list, func(a, b Kept) int { return cmp.Compare(a.Block.Number, b.Block.Number) })
	return list
}

// Steps lists the steps applied.
func (store *Store) Steps() []chain.Step {
	store.mu.Lock()
	defer store.mu.Unlock()
	return slices.Clone(store.steps)
}

// Broken lists the invariants broken so far.
func (store *Store) Broken() []error {
	store.mu.Lock()
	defer store.mu.Unlock()
	for key, kept := range store.transfers {
		if kept.Credits > 1 || (kept.Phase == Final) != (kept.Credits == 1) {
			store.broken = append(store.broken, fmt.Errorf("%w: %v credited %d times", ErrInvariant, key, kept.Credits))
		}
	}
	return slices.Clone(store.broken)
}
