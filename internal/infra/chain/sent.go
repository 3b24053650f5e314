package chain

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/common"
)

// ErrNotFinalYet says that the final blocks do not reach the end of a time yet.
var ErrNotFinalYet = errors.New("the chain is not final up to then")

// timeSpanMax bounds the blocks that are read whole for one question: a minute of a
// chain with two blocks a second.
const timeSpanMax = 120

// Sent is a transaction of an account in a block.
type Sent struct {
	Hash  common.Hash
	Block Block
	// To is the zero address where a contract is made.
	To   common.Address
	Data []byte
}

// Text is what a transaction's data says, and empty where it is no text: readers write
// bytes that are no UTF-8 in ways of their own, and PostgreSQL keeps no zero one.
func (s Sent) Text() string {
	if !utf8.Valid(s.Data) || bytes.IndexByte(s.Data, 0) >= 0 {
		return ""
	}
	return string(s.Data)
}

// SentSpan is what an account sent in the blocks First to Last, in the chain's order.
// Last is below First where no block lies in the time that was asked for.
type SentSpan struct {
	First, Last uint64
	Sent        []Sent
}

// ContentProvider is a Provider that also reads whole blocks; Client is one.
type ContentProvider interface {
	// SentIn lists an account's transactions in a block, in their order there.
	SentIn(ctx context.Context, account common.Address, number uint64) (Block, []Sent, error)
}

// SentBetween lists what an account sent in final blocks whose times lie between
// two instants, both included, in the chain's order. It reads the blocks
// themselves, so it needs no node that keeps old states, and nothing that the
// account's owner might leave out. It answers ErrNotFinalYet while a block of that
// time may still come.
func (pool *Pool) SentBetween(ctx context.Context, account common.Address, from, until time.Time) (span SentSpan, err error) {
	final, err := pool.AgreedFinalized(ctx)
	if err != nil {
		return span, err
	}
	if !final.Time.After(until) {
		return span, fmt.Errorf("%w: block %d is of %s", ErrNotFinalYet, final.Number, final.Time.Format(time.RFC3339))
	}
	if span.First, err = pool.firstSince(ctx, from, final); err != nil {
		return span, err
	}
	for number := span.First; number <= final.Number; number++ {
		if number-span.First >= timeSpanMax {
			return span, fmt.Errorf("%w: more than %d blocks between %s and %s", ErrRangeTooLarge, timeSpanMax, from, until)
		}
		in, err := pool.sentIn(ctx, account, number)
		if err != nil {
			return span, err
		}
		if in.block.Time.After(until) {
			break
		}
		span.Last, span.Sent = number, append(span.Sent, in.sent...)
	}
	span.Last = max(span.Last, span.First-1)
	return span, nil
}

// SentAs is a transaction of an account, by its hash, and whether its block is final. It
// answers ErrNotFound where the account has no such transaction in a block.
func SentAs(ctx context.Context, pool *Pool, account common.Address, hash common.Hash) (sent Sent, isFinal bool, err error) {
	final, err := pool.AgreedFinalized(ctx)
	if err != nil {
		return sent, false, err
	}
	in, err := pool.included(ctx, hash, final)
	if err != nil {
		return sent, false, err
	}
	if in.Tx != hash {
		return sent, false, ErrNotFound
	}
	block, err := pool.sentIn(ctx, account, in.Block.Number)
	if err != nil {
		return sent, false, err
	}
	for _, one := range block.sent {
		if one.Hash == hash {
			return one, in.IsFinal, nil
		}
	}
	return sent, false, ErrNotFound
}

// LastBefore is the last final block of a time before an instant. It answers
// ErrNotFinalYet while such a block may still come.
func (pool *Pool) LastBefore(ctx context.Context, at time.Time) (Block, error) {
	final, err := pool.AgreedFinalized(ctx)
	if err != nil {
		return Block{}, err
	}
	if final.Time.Before(at) {
		return Block{}, fmt.Errorf("%w: block %d is of %s", ErrNotFinalYet, final.Number, final.Time.Format(time.RFC3339))
	}
	first, err := pool.firstSince(ctx, at, final)
	if err != nil {
		return Block{}, err
	}
	return pool.AgreedBlock(ctx, max(first, 1)-1)
}

// firstSince is the first block with a time at or after an instant; the final
// block is such a one. The search goes back in doubling strides and then halves
// what is left.
func (pool *Pool) firstSince(ctx context.Context, at time.Time, final Block) (uint64, error) {
	isSince := func(number uint64) (bool, error) {
		block, err := pool.AgreedBlock(ctx, number)
		return !block.Time.Before(at), err
	}
	since, before := final.Number, uint64(0)
	for stride := uint64(1); stride < final.Number; stride *= 2 {
		is, err := isSince(final.Number - stride)
		if err != nil {
			return 0, err
		}
		if !is {
			before = final.Number - stride
			break
		}
		since = final.Number - stride
	}
	for since-before > 1 {
		between := before + (since-before)/2
		is, err := isSince(between)
		if err != nil {
			return 0, err
		}
		if is {
			since = between
		} else {
			before = between
		}
	}
	return since, nil
}

// content is what a block says of one account.
type content struct {
	block Block
	sent  []Sent
}

// face is equal for two contents that say the same. The data is part of it, as the
// hashes are not recomputed.
func (c content) face() [sha256.Size]byte {
	sum := sha256.New()
	fmt.Fprintln(sum, blockFace(c.block))
	for _, one := range c.sent {
		fmt.Fprintf(sum, "%s %s %x\n", one.Hash, one.To, one.Data)
	}
	return [sha256.Size]byte(sum.Sum(nil))
}

func (pool *Pool) sentIn(ctx context.Context, account common.Address, number uint64) (content, error) {
	what := fmt.Sprintf("what %s sent in block %d", account, number)
	return agreed(ctx, pool, what, content.face, func(ctx context.Context, provider Provider) (content, error) {
		one, isAble := provider.(ContentProvider)
		if !isAble {
			return content{}, ErrUnreachable
		}
		block, sent, err := one.SentIn(ctx, account, number)
		return content{block, sent}, err
	})
}
