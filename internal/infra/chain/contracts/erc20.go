package contracts

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
)

const (
	selectorLength = 4
	wordLength     = 32
	// decimalsMax is what an ERC-20 can state: its decimals are a uint8.
	decimalsMax = 255
)

// Refusals of the standard token calls.
var (
	ErrNotTransfer   = errors.New("the call data is not an ERC-20 transfer")
	ErrNotToken      = errors.New("the address does not answer like a token")
	ErrAmountInvalid = errors.New("a token amount lies between 0 and 2^256-1")
)

// ERC20 is the standard face of any token, ours or not.
type ERC20 struct {
	Address common.Address
}

// TransferTopic is the first topic of a Transfer event.
func TransferTopic() common.Hash {
	return crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
}

// EncodeTransfer is the call data of transfer(to, amount).
func EncodeTransfer(to common.Address, amount *big.Int) ([]byte, error) {
	if amount == nil || amount.Sign() < 0 || amount.BitLen() > 256 {
		return nil, ErrAmountInvalid
	}
	data := make([]byte, 0, selectorLength+2*wordLength)
	data = append(data, selector("transfer(address,uint256)")...)
	data = append(data, common.LeftPadBytes(to.Bytes(), wordLength)...)
	return append(data, math.U256Bytes(new(big.Int).Set(amount))...), nil
}

// DecodeTransfer reads call data made by EncodeTransfer; it refuses everything
// else, trailing bytes and dirty address padding included.
func DecodeTransfer(data []byte) (to common.Address, amount *big.Int, err error) {
	if len(data) != selectorLength+2*wordLength || !bytes.Equal(data[:selectorLength], selector("transfer(address,uint256)")) {
		return common.Address{}, nil, ErrNotTransfer
	}
	recipient := data[selectorLength : selectorLength+wordLength]
	if !bytes.Equal(recipient[:wordLength-common.AddressLength], make([]byte, wordLength-common.AddressLength)) {
		return common.Address{}, nil, ErrNotTransfer
	}
	return common.BytesToAddress(recipient), new(big.Int).SetBytes(data[selectorLength+wordLength:]), nil
}

// Transfer sends tokens of the transactor's account.
func (token ERC20) Transfer(ctx context.Context, by Transactor, to common.Address, amount *big.Int) (common.Hash, error) {
	data, err := EncodeTransfer(to, amount)
	if err != nil {
		return common.Hash{}, err
	}
	receipt, err := by.Execute(ctx, &token.Address, nil, data)
	if err != nil {
		return common.Hash{}, fmt.Errorf("transfer of %s: %w", token.Address, err)
	}
	return receipt.TxHash, nil
}

// BalanceOf reads a holder's balance in the token's own units; block nil means
// the latest.
func (token ERC20) BalanceOf(ctx context.Context, caller Caller, holder common.Address, block *big.Int) (*big.Int, error) {
	data := append(selector("balanceOf(address)"), common.LeftPadBytes(holder.Bytes(), wordLength)...)
	return token.readWord(ctx, caller, data, block)
}

// Decimals reads how many decimals the token states.
func (token ERC20) Decimals(ctx context.Context, caller Caller) (int, error) {
	word, err := token.readWord(ctx, caller, selector("decimals()"), nil)
	if err != nil {
		return 0, err
	}
	if !word.IsInt64() || word.Int64() > decimalsMax {
		return 0, fmt.Errorf("decimals of %s: %w", token.Address, ErrNotToken)
	}
	return int(word.Int64()), nil
}

func (token ERC20) readWord(ctx context.Context, caller Caller, data []byte, block *big.Int) (*big.Int, error) {
	answer, err := caller.CallContract(ctx, ethereum.CallMsg{To: &token.Address, Data: data}, block)
	if err != nil {
		return nil, fmt.Errorf("read token %s: %w", token.Address, err)
	}
	if len(answer) != wordLength {
		return nil, fmt.Errorf("read token %s: %w", token.Address, ErrNotToken)
	}
	return new(big.Int).SetBytes(answer), nil
}

// selector is the first four bytes of a call to the method with this signature.
func selector(signature string) []byte {
	return crypto.Keccak256([]byte(signature))[:selectorLength]
}
