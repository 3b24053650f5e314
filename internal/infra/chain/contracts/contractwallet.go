package contracts

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
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
func DeployContractWallet(ctx context.Context, by Transactor, owner common.Address, mode WalletMode) (ContractWallet, error) {
	address, err := deploy(ctx, by, "ContractWallet", owner, uint8(mode))
	return ContractWallet{address}, err
}

// SetMode changes how the wallet answers; the transactor must be the owner.
func (wallet ContractWallet) SetMode(ctx context.Context, by Transactor, mode WalletMode) (*types.Receipt, error) {
	return execute(ctx, by, "ContractWallet", wallet.Address, "setMode", uint8(mode))
}

// Call is one call of a batch.
type Call struct {
	Target common.Address
	Data   []byte
}

// ExecuteAll makes the calls in one transaction, all of them or none.
func (wallet ContractWallet) ExecuteAll(ctx context.Context, by Transactor, calls []Call) (*types.Receipt, error) {
	targets := make([]common.Address, len(calls))
	data := make([][]byte, len(calls))
	for i, call := range calls {
		targets[i], data[i] = call.Target, call.Data
	}
	return execute(ctx, by, "ContractWallet", wallet.Address, "execute", targets, data)
}
