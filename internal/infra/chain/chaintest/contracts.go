package chaintest

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/infra/chain/contracts"
)

// WalletMode is how a ContractWallet answers isValidSignature.
type WalletMode uint8

// The modes of ContractWallet.sol, in its order.
const (
	WalletHonest WalletMode = iota
	WalletRefusing
	WalletReverting
	WalletEndless
	WalletMalformed
)

// ContractWallet is a deployed EIP-1271 wallet.
type ContractWallet struct {
	Address common.Address
}

// DeployContractWallet creates a wallet that accepts owner's signatures,
// or misbehaves as its mode says.
func DeployContractWallet(ctx context.Context, by contracts.Transactor, owner common.Address, mode WalletMode) (ContractWallet, error) {
	address, err := contracts.Deploy(ctx, by, "ContractWallet", owner, uint8(mode))
	return ContractWallet{address}, err
}

// SetMode changes how the wallet answers; the transactor must be the owner.
func (wallet ContractWallet) SetMode(ctx context.Context, by contracts.Transactor, mode WalletMode) (*types.Receipt, error) {
	return contracts.Execute(ctx, by, "ContractWallet", wallet.Address, "setMode", uint8(mode))
}

// Call is one call of a batch.
type Call struct {
	Target common.Address
	Data   []byte
}

// ExecuteAll makes the calls in one transaction, all of them or none.
func (wallet ContractWallet) ExecuteAll(ctx context.Context, by contracts.Transactor, calls []Call) (*types.Receipt, error) {
	targets := make([]common.Address, len(calls))
	data := make([][]byte, len(calls))
	for i, call := range calls {
		targets[i], data[i] = call.Target, call.Data
	}
	return contracts.Execute(ctx, by, "ContractWallet", wallet.Address, "execute", targets, data)
}

// deployTaxedToken creates a token that keeps a tenth of every transfer for its owner.
func deployTaxedToken(ctx context.Context, by contracts.Transactor, owner common.Address) (contracts.TestToken, error) {
	address, err := contracts.Deploy(ctx, by, "FeeOnTransferToken", "Taxed", "TAX", owner, big.NewInt(1_000))
	return contracts.TestToken{ERC20: contracts.ERC20{Address: address}}, err
}

// FakeToken is a deployed FakeToken.
type FakeToken struct {
	contracts.ERC20
}

// DeployFakeToken creates a token that lies under any name and symbol.
func DeployFakeToken(ctx context.Context, by contracts.Transactor, name, symbol string) (FakeToken, error) {
	address, err := contracts.Deploy(ctx, by, "FakeToken", name, symbol)
	return FakeToken{contracts.ERC20{Address: address}}, err
}

// Pretend writes a well-formed Transfer event that moved nothing.
func (token FakeToken) Pretend(ctx context.Context, by contracts.Transactor, from, to common.Address, amount *big.Int) (*types.Receipt, error) {
	return contracts.Execute(ctx, by, "FakeToken", token.Address, "pretend", from, to, amount)
}

// PretendIndexed writes a Transfer event of four topics and no data.
func (token FakeToken) PretendIndexed(ctx context.Context, by contracts.Transactor, from, to common.Address, amount *big.Int) (*types.Receipt, error) {
	return contracts.Execute(ctx, by, "FakeToken", token.Address, "pretendIndexed", from, to, amount)
}

// PretendLong writes a Transfer event with 64 bytes of data.
func (token FakeToken) PretendLong(ctx context.Context, by contracts.Transactor, from, to common.Address, amount *big.Int) (*types.Receipt, error) {
	return contracts.Execute(ctx, by, "FakeToken", token.Address, "pretendLong", from, to, amount)
}
