package chain

import (
	"math/big"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// BlockRef names a block.
type BlockRef struct {
	Number uint64
	Hash   common.Hash
	Parent common.Hash
}

// Block is what the watcher needs of a block's header, as the provider states
// it. The hash is not recomputed: chains add header fields that clients learn
// late. Where it matters the whole block is compared with another answer.
type Block struct {
	BlockRef
	Time time.Time
}

// Tag says which block is meant: a number, the head, or the final one.
type Tag struct {
	name   string
	number uint64
}

// Latest is the head.
func Latest() Tag { return Tag{name: "latest"} }

// Finalized is the newest final block.
func Finalized() Tag { return Tag{name: "finalized"} }

// At is the block at a height on the provider's canonical chain.
func At(number uint64) Tag { return Tag{number: number} }

// IsLatest asks for the head's tag.
func (tag Tag) IsLatest() bool { return tag.name == "latest" }

// IsFinalized asks for the final block's tag.
func (tag Tag) IsFinalized() bool { return tag.name == "finalized" }

// Number is the height of a tag made by At.
func (tag Tag) Number() uint64 { return tag.number }

// String is the tag in RPC notation.
func (tag Tag) String() string {
	if tag.name != "" {
		return tag.name
	}
	return hexutil.EncodeUint64(tag.number)
}

// Span is a range of heights, both ends included.
type Span struct {
	From, To uint64
}

// String is the span in words.
func (span Span) String() string {
	return strconv.FormatUint(span.From, 10) + "–" + strconv.FormatUint(span.To, 10)
}

func (span Span) contains(number uint64) bool { return span.From <= number && number <= span.To }

func numberOf(value *big.Int) uint64 {
	if value == nil || !value.IsUint64() {
		return 0
	}
	return value.Uint64()
}
