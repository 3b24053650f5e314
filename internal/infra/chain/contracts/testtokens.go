package contracts

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// TestToken is a deployed TestToken or FeeOnTransferToken.
type TestToken struct {
	ERC20
}

// DeployTestToken creates a token of the development chain; only owner mints.
func DeployTestToken(ctx context.Context, by Transactor, name, symbol string, owner common.Address) (TestToken, error) {
	address, err := deploy(ctx, by, "TestToken", name, symbol, owner)
	return TestToken{ERC20{address}}, err
}

// DeployFeeOnTransferToken creates a token that keeps feeBasisPoints/10,000 of
// every transfer for its owner.
func DeployFeeOnTransferToken(ctx context.Context, by Transactor, name, symbol string, owner common.Address, feeBasisPoints int64) (TestToken, error) {
	address, err := deploy(ctx, by, "FeeOnTransferToken", name, symbol, owner, big.NewInt(feeBasisPoints))
	return TestToken{ERC20{address}}, err
}

// Mint creates amount units (10^-18 each) for to; the transactor must be the owner.
func (token TestToken) Mint(ctx context.Context, by Transactor, to common.Address, amount *big.Int) (*types.Receipt, error) {
	return execute(ctx, by, "TestToken", token.Address, "mint", to, amount)
}

// FakeToken is a deployed FakeToken.
type FakeToken struct {
	ERC20
}

// DeployFakeToken creates a token that lies under any name and symbol.
func DeployFakeToken(ctx context.Context, by Transactor, name, symbol string) (FakeToken, error) {
	address, err := deploy(ctx, by, "FakeToken", name, symbol)
	return FakeToken{ERC20{address}}, err
}

// Pretend writes a well-formed Transfer event that moved nothing.
func (token FakeToken) Pretend(ctx context.Context, by Transactor, from, to common.Address, amount *big.Int) (*types.Receipt, error) {
	return execute(ctx, by, "FakeToken", token.Address, "pretend", from, to, amount)
}

// PretendIndexed writes a Transfer event of four topics and no data.
func (token FakeToken) PretendIndexed(ctx context.Context, by Transactor, from, to common.Address, amount *big.Int) (*types.Receipt, error) {
	return execute(ctx, by, "FakeToken", token.Address, "pretendIndexed", from, to, amount)
}

// PretendLong writes a Transfer event with 64 bytes of data.
func (token FakeToken) PretendLong(ctx context.Context, by Transactor, from, to common.Address, amount *big.Int) (*types.Receipt, error) {
	return execute(ctx, by, "FakeToken", token.Address, "pretendLong", from, to, amount)
}
