package chain

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Provider is one endpoint of one chain. Errors are those below where they
// apply; every other error means that no answer came.
type Provider interface {
	// Name identifies the provider to operators; it holds no access key.
	Name() string
	BlockReader
	StateReader
}

// BlockReader is what the watcher reads.
type BlockReader interface {
	ChainID(ctx context.Context) (uint64, error)
	// Block answers ErrNotFound for a height above the head and
	// ErrNoFinality where the provider does not know the finalized tag.
	Block(ctx context.Context, tag Tag) (Block, error)
	// Logs answers ErrRangeTooLarge where a smaller span may succeed.
	Logs(ctx context.Context, query LogQuery) ([]types.Log, error)
	// Receipt answers ErrNotFound for a transaction in no block.
	Receipt(ctx context.Context, transaction common.Hash) (*types.Receipt, error)
}

// StateReader reads contract state; block nil means the latest.
type StateReader interface {
	// CallContract answers ErrCallFailed for a call that reverts or runs out of gas.
	CallContract(ctx context.Context, call ethereum.CallMsg, block *big.Int) ([]byte, error)
	CodeAt(ctx context.Context, account common.Address, block *big.Int) ([]byte, error)
}

// LogQuery asks for Transfer events of some contracts to one recipient.
type LogQuery struct {
	Span      Span
	Contracts []common.Address
	Recipient common.Address
}

// What a provider can answer besides an answer.
var (
	ErrNotFound      = errors.New("the provider does not know it")
	ErrRangeTooLarge = errors.New("the provider refuses to search that many blocks at once")
	ErrNoFinality    = errors.New("the provider names no finalized block")
	ErrCallFailed    = errors.New("the contract call failed")
)

// What the pool and the watcher refuse to believe or do.
var (
	ErrUnreachable   = errors.New("no provider of the chain answers")
	ErrThrottled     = errors.New("every provider of the chain throttles")
	ErrWrongChain    = errors.New("the provider serves another chain")
	ErrDisagreement  = errors.New("the providers disagree")
	ErrNoQuorum      = errors.New("too few providers answer to trust what they say")
	ErrRestarted     = errors.New("the chain was restarted empty")
	ErrHalted        = errors.New("the watcher is halted")
	ErrConflict      = errors.New("another watcher moved the cursor")
	ErrConfiguration = errors.New("the chain's configuration is incomplete")
	errMoved         = errors.New("the chain moved while it was read")
	errSlow          = errors.New("the provider answers much later than others")
	ErrSenseless     = errors.New("the provider answers something else than it was asked")
)

// ThrottledError is a provider's request to come back later.
type ThrottledError struct {
	// RetryAfter is 0 when the provider did not say.
	RetryAfter time.Duration
}

// Error says how long to wait.
func (err *ThrottledError) Error() string {
	if err.RetryAfter == 0 {
		return "the provider throttles"
	}
	return fmt.Sprintf("the provider throttles for %s", err.RetryAfter)
}

// Is makes a ThrottledError an ErrThrottled.
func (err *ThrottledError) Is(target error) bool { return target == ErrThrottled }

// WrongChainError names a provider that serves another chain.
type WrongChainError struct {
	Provider  string
	Got, Want uint64
}

// Error is the sentence for operators.
func (err *WrongChainError) Error() string {
	return fmt.Sprintf("provider %s serves chain %d, this installation is for chain %d: correct its address", err.Provider, err.Got, err.Want)
}

// Is makes a WrongChainError an ErrWrongChain.
func (err *WrongChainError) Is(target error) bool { return target == ErrWrongChain }

// RestartedError says that the database remembers another chain.
type RestartedError struct {
	Known, Found common.Hash
}

// Error is the sentence for operators.
func (err *RestartedError) Error() string {
	return fmt.Sprintf("the chain was restarted empty: its first block is %s, the database remembers %s. "+
		"Connect the chain that belongs to this database, or, for a demo, start it again with --fresh", err.Found, err.Known)
}

// Is makes a RestartedError an ErrRestarted.
func (err *RestartedError) Is(target error) bool { return target == ErrRestarted }
