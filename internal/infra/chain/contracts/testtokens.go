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
	address, err := Deploy(ctx, by, "TestToken", name, symbol, owner)
	return TestToken{ERC20{address}}, err
}

// Mint creates amount units (10^-18 each) for to; the transactor must be the owner.
func (token TestToken) Mint(ctx context.Context, by Transactor, to common.Address, amount *big.Int) (*types.Receipt, error) {
	return Execute(ctx, by, "TestToken", token.Address, "mint", to, amount)
}
