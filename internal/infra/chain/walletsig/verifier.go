package walletsig

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"etld/internal/base/each"
	"etld/internal/infra/chain"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

const (
	gasMax      = 500_000
	timeDefault = 3 * time.Second
	wordLength  = 32
)

// Chain answers what a contract wallet needs, agreed on by several nodes;
// chain.Pool provides it.
type Chain interface {
	// AgreedHead is the block at which both others are asked.
	AgreedHead(ctx context.Context) (chain.Block, error)
	CallContract(ctx context.Context, call ethereum.CallMsg, block *big.Int) ([]byte, error)
	CodeAt(ctx context.Context, account common.Address, block *big.Int) ([]byte, error)
}

// Kind is how a wallet proved itself.
type Kind string

// The kinds. Contract wallets withdraw only on the network where they were
// verified, because elsewhere the same address may be somebody else's.
const (
	KindPlain    Kind = "plain"
	KindContract Kind = "contract"
)

func (Kind) Values() []string { return each.Texts(KindPlain, KindContract) }

// Verifier judges signatures.
type Verifier interface {
	// Verify says whether the wallet at the address signed the text, and how. It
	// answers one of the refusals of this package, or ErrUnverifiable with its cause
	// when a chain would be needed and does not answer, or is not asked (ErrBusy).
	Verify(ctx context.Context, address common.Address, text string, signature Signature) (Kind, error)
}

// onChain is the Verifier that asks contract wallets.
type onChain struct {
	chain     Chain
	timeLimit time.Duration
	// bounds and codeless are nil for a verifier that judges no strangers.
	bounds   *Bounds
	codeless *codeless
}

// NewVerifier judges with the help of a chain; a time limit of 0 means 3 s for
// everything that the chain is asked about one signature.
func NewVerifier(chain Chain, timeLimit time.Duration) Verifier {
	return &onChain{chain: chain, timeLimit: cmp.Or(timeLimit, timeDefault)}
}

// NewBounded is NewVerifier for the signatures of strangers: it asks the chain as
// often as its process may for these, and remembers for a minute that an address
// has no code.
func NewBounded(chain Chain, bounds *Bounds) Verifier {
	return &onChain{chain: chain, timeLimit: timeDefault, bounds: bounds, codeless: newCodeless(bounds.now)}
}

func (verifier *onChain) Verify(ctx context.Context, address common.Address, text string, signature Signature) (Kind, error) {
	digest := Digest(text)
	signer, plainErr := Recover(digest, signature)
	if plainErr == nil && signer == address {
		return KindPlain, nil
	}
	if plainErr == nil {
		plainErr = ErrOtherSigner
	}
	if verifier.codeless.has(address) {
		return "", plainErr
	}
	ctx, cancel := context.WithTimeout(ctx, verifier.timeLimit)
	defer cancel()
	if verifier.bounds != nil {
		leave, err := verifier.bounds.enter(ctx)
		if err != nil {
			return "", fmt.Errorf("%w: %w", ErrUnverifiable, err)
		}
		defer leave()
	}
	head, err := verifier.chain.AgreedHead(ctx)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrUnverifiable, err)
	}
	at := new(big.Int).SetUint64(head.Number)
	code, err := verifier.chain.CodeAt(ctx, address, at)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrUnverifiable, err)
	}
	if len(code) == 0 {
		verifier.codeless.add(address)
		return "", plainErr
	}
	call := ethereum.CallMsg{To: &address, Gas: gasMax, Data: encodeCheck(digest, signature)}
	if err := verifier.askContract(ctx, call, at); err != nil {
		return "", err
	}
	return KindContract, nil
}

// askContract makes the EIP-1271 call. Only the exact magic word, left-aligned
// in 32 bytes, is a yes.
func (verifier *onChain) askContract(ctx context.Context, call ethereum.CallMsg, at *big.Int) error {
	answer, err := verifier.chain.CallContract(ctx, call, at)
	switch {
	case errors.Is(err, chain.ErrCallFailed):
		return fmt.Errorf("%w: %w", ErrReverted, err)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: %w", ErrUnverifiable, ErrNotInTime)
	case err != nil:
		return fmt.Errorf("%w: %w", ErrUnverifiable, err)
	}
	if !bytes.Equal(answer, common.RightPadBytes(magic(), wordLength)) {
		return ErrRefused
	}
	return nil
}

// magic is both the method's selector and its yes.
func magic() []byte {
	return crypto.Keccak256([]byte("isValidSignature(bytes32,bytes)"))[:4]
}

// encodeCheck is the call data of isValidSignature(digest, signature).
func encodeCheck(digest common.Hash, signature Signature) []byte {
	padded := (len(signature) + wordLength - 1) / wordLength * wordLength
	data := append(magic(), digest.Bytes()...)
	data = append(data, common.BigToHash(big.NewInt(2*wordLength)).Bytes()...)
	data = append(data, common.BigToHash(big.NewInt(int64(len(signature)))).Bytes()...)
	return append(data, common.RightPadBytes(signature, padded)...)
}
