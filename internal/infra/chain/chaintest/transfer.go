package chaintest

import (
	"bytes"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/infra/chain/contracts"
)

// TransferIn reads the token transfer that call data is; isTransfer is false for any
// other call.
func TransferIn(data []byte) (to common.Address, amount *big.Int, isTransfer bool) {
	if len(data) != 68 {
		return to, nil, false
	}
	to, amount = common.BytesToAddress(data[4:36]), new(big.Int).SetBytes(data[36:])
	same, err := contracts.EncodeTransfer(to, amount)
	return to, amount, err == nil && bytes.Equal(same, data)
}
