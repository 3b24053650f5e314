package chain

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
)

// Store keeps what the watcher of one chain knows.
type Store interface {
	// Load reads the watcher's progress; a chain never watched has Version 0.
	Load(ctx context.Context) (Progress, error)
	// Apply carries out a step whole, or changes nothing. It refuses with
	// ErrConflict when the stored version is not step.Expect, and raises the
	// version by one otherwise. In this order:
	//
	//  1. Genesis, when set, is stored; Blocks above WalkBackTo are forgotten,
	//     and every transfer in them that is not final becomes gone.
	//  2. Append is added above the stored blocks.
	//  3. Seen is inserted, or replaces the same key unless that is final.
	//  4. Final is inserted, or replaces the same key; a key that is final
	//     already stays as it is. This is the one moment a transfer may be
	//     credited, and the effect belongs in this same transaction.
	//  5. Finalized, when set, becomes the oldest remembered block: blocks below
	//     it are forgotten, and every transfer at or below it that is neither
	//     final nor gone becomes gone.
	//  6. Halt, when not empty, halts the watcher.
	Apply(ctx context.Context, step Step) error
}

// Progress is what a store remembers.
type Progress struct {
	Version int64
	Genesis common.Hash
	// Halt is why the watcher stands still; empty while it runs.
	Halt string
	// Blocks run without a gap from the final block (first) to the tip (last).
	Blocks []BlockRef
	// Pending are the transfers seen and neither final nor gone.
	Pending []Transfer
}

// Finalized is the final block.
func (progress Progress) Finalized() BlockRef {
	if len(progress.Blocks) == 0 {
		return BlockRef{}
	}
	return progress.Blocks[0]
}

// Tip is the newest block read.
func (progress Progress) Tip() BlockRef {
	if len(progress.Blocks) == 0 {
		return BlockRef{}
	}
	return progress.Blocks[len(progress.Blocks)-1]
}

// at finds a remembered block; callers ask for heights between Finalized and Tip.
func (progress Progress) at(number uint64) (BlockRef, bool) {
	first := progress.Finalized().Number
	if number < first || number-first >= uint64(len(progress.Blocks)) {
		return BlockRef{}, false
	}
	return progress.Blocks[number-first], true
}

// Step is what the watcher learned in one go.
type Step struct {
	// Expect is the version this step was made for.
	Expect int64
	// Genesis is set by the first step only.
	Genesis common.Hash
	// WalkBackTo is the height of the last block that still stands; nil leaves
	// all blocks standing.
	WalkBackTo *uint64
	// Append are blocks above the last standing one, ascending. The first step
	// appends the block to start from. When Finalized lies above the standing
	// blocks, only it is appended and those below need not link to it.
	Append []BlockRef
	// Seen are transfers in blocks that are not final.
	Seen []Transfer
	// Final are the transfers in blocks at or below the final one that were not
	// reported as final before, or are reported again by a second reading. Where
	// there are many, portions of them come first, in steps of nothing but them and
	// PortionTo.
	Final []Transfer
	// PortionTo is the final block that the last portion will make known; 0 in steps
	// that are whole.
	PortionTo uint64
	// Finalized is the new final block; nil leaves the old one.
	Finalized *BlockRef
	// Halt is the reason to stop crediting.
	Halt string
}
