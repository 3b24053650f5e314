package contracts

import (
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
)

// Refusals of the standard token calls.
var (
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
// the latest. It refuses with ErrNotToken what does not answer like one.
func (token ERC20) BalanceOf(ctx context.Context, caller Caller, holder common.Address, block *big.Int) (*big.Int, error) {
	data := append(selector("balanceOf(address)"), common.LeftPadBytes(holder.Bytes(), wordLength)...)
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
