package chain

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/chain/contracts"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

const (
	transferTopics = 3
	wordLength     = 32
	weiDigitsMax   = 78
)

// Refusals of Credit.
var (
	ErrWeiMalformed   = errors.New("the token amount is not a plain number")
	ErrAmountTooLarge = errors.New("the token amount is above what the product handles")
)

// TransferKey identifies a transfer, also across reorganisations.
type TransferKey struct {
	ChainID uint64
	Tx      common.Hash
	Ordinal int
}

// Transfer is one token transfer to the treasury.
type Transfer struct {
	TransferKey
	Token, From, To common.Address
	// Wei is the amount in the token's own units, a plain decimal above zero.
	Wei       string
	Block     BlockRef
	BlockTime time.Time
}

// Credit is what a transfer is worth in the ledger.
type Credit struct {
	// Amount is the floor at 10^-8; 0 is dust: recorded, not credited.
	Amount money.Amount
	// RemainderWei is what the floor left over, in the token's own units.
	RemainderWei string
}

// CreditOf converts a token amount. It refuses amounts above money.Max with
// ErrAmountTooLarge: those are recorded, rejected and alarmed.
func CreditOf(wei string, decimals int) (Credit, error) {
	value, fits := new(big.Int).SetString(wei, 10)
	if !fits || value.Sign() < 0 || len(wei) > weiDigitsMax || wei[0] == '+' {
		return Credit{}, fmt.Errorf("%w: %.80q", ErrWeiMalformed, wei)
	}
	amount, remainder, err := money.FromBaseUnits(value, decimals)
	if errors.Is(err, money.ErrTooLarge) {
		return Credit{}, fmt.Errorf("%w: %s", ErrAmountTooLarge, wei)
	}
	if err != nil {
		return Credit{}, err
	}
	return Credit{Amount: amount, RemainderWei: remainder.String()}, nil
}

// filter says which transfers are the treasury's.
type filter struct {
	chainID  uint64
	treasury common.Address
	tokens   map[common.Address]bool
}

// transfersOf reads a receipt: every Transfer event of a configured token to
// the treasury with an amount above zero. Events of other contracts take up
// ordinals and nothing else.
func (want filter) transfersOf(receipt *types.Receipt, block Block) []Transfer {
	if receipt.Status != types.ReceiptStatusSuccessful {
		return nil
	}
	var found []Transfer
	ordinal := -1
	for _, log := range receipt.Logs {
		if !want.isTransferToTreasury(log) {
			continue
		}
		ordinal++
		value := new(big.Int).SetBytes(log.Data)
		if !want.tokens[log.Address] || log.Removed || value.Sign() == 0 {
			continue
		}
		found = append(found, Transfer{
			TransferKey: TransferKey{ChainID: want.chainID, Tx: receipt.TxHash, Ordinal: ordinal},
			Token:       log.Address,
			From:        common.BytesToAddress(log.Topics[1].Bytes()),
			To:          want.treasury,
			Wei:         value.String(),
			Block:       block.BlockRef,
			BlockTime:   block.Time,
		})
	}
	return found
}

// isListed says that a search for the treasury's transfers lists the receipt's
// transaction: contract and topics fit, whatever the event holds.
func (want filter) isListed(receipt *types.Receipt) bool {
	return slices.ContainsFunc(receipt.Logs, func(log *types.Log) bool {
		return want.tokens[log.Address] && len(log.Topics) >= transferTopics && log.Topics[0] == contracts.TransferTopic() &&
			log.Topics[2] == common.BytesToHash(want.treasury.Bytes())
	})
}

// isTransferToTreasury asks for the standard event's exact form: an indexed
// value (four topics) or longer data is another event under the same name.
func (want filter) isTransferToTreasury(log *types.Log) bool {
	return len(log.Topics) == transferTopics &&
		len(log.Data) == wordLength &&
		log.Topics[0] == contracts.TransferTopic() &&
		bytes.Equal(log.Topics[2].Bytes(), common.LeftPadBytes(want.treasury.Bytes(), wordLength))
}
