package endpoint

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/infra/chain"
)

// NonceAt counts an account's transactions.
func (client *Client) NonceAt(ctx context.Context, account common.Address, block *big.Int) (uint64, error) {
	nonce, err := client.eth.NonceAt(ctx, account, block)
	return nonce, translate(err)
}

// SentAt reads a block's transactions. Those of an account stand in it in the
// order of their nonces, each at most once.
func (client *Client) SentAt(ctx context.Context, account common.Address, nonce, block uint64) (common.Hash, error) {
	content, err := client.content(ctx, block)
	if err != nil {
		return common.Hash{}, err
	}
	for _, one := range content.Transactions {
		if one.From == account && uint64(one.Nonce) == nonce {
			return one.Hash, nil
		}
	}
	return common.Hash{}, chain.ErrNotFound
}

// BalanceAt reads an account's native coin.
func (client *Client) BalanceAt(ctx context.Context, account common.Address, block *big.Int) (*big.Int, error) {
	balance, err := client.eth.BalanceAt(ctx, account, block)
	return balance, translate(err)
}

// Prices reads the suggested tip and the head's base fee, 0 where there is none.
func (client *Client) Prices(ctx context.Context) (tip, base *big.Int, err error) {
	if tip, err = client.eth.SuggestGasTipCap(ctx); err != nil {
		return nil, nil, translate(err)
	}
	head, err := client.eth.HeaderByNumber(ctx, nil)
	if err != nil {
		return nil, nil, translate(err)
	}
	if head.BaseFee == nil {
		return tip, new(big.Int), nil
	}
	return tip, head.BaseFee, nil
}

// EstimateGas asks what a call would use.
func (client *Client) EstimateGas(ctx context.Context, call ethereum.CallMsg) (uint64, error) {
	gas, err := client.eth.EstimateGas(ctx, call)
	if err = translate(err); isContractsFailure(err) {
		return 0, fmt.Errorf("%w: %w", chain.ErrCallFailed, err)
	}
	return gas, err
}

// SendRaw offers a transaction. There is no standard code for "already known",
// so after a refusal the node is asked whether it has the transaction.
func (client *Client) SendRaw(ctx context.Context, raw []byte) error {
	transaction := new(types.Transaction)
	if err := transaction.UnmarshalBinary(raw); err != nil {
		return fmt.Errorf("%w: %w", chain.ErrNotTransaction, err)
	}
	err := client.eth.SendTransaction(ctx, transaction)
	if err == nil {
		return nil
	}
	if _, _, known := client.eth.TransactionByHash(ctx, transaction.Hash()); known == nil {
		return nil
	}
	return translate(err)
}

// blockContent is a block with its transactions as nodes write it.
type blockContent struct {
	Number       hexutil.Uint64 `json:"number"`
	Hash         common.Hash    `json:"hash"`
	Parent       common.Hash    `json:"parentHash"`
	Time         hexutil.Uint64 `json:"timestamp"`
	Transactions []struct {
		Hash  common.Hash     `json:"hash"`
		From  common.Address  `json:"from"`
		To    *common.Address `json:"to"`
		Nonce hexutil.Uint64  `json:"nonce"`
		Input hexutil.Bytes   `json:"input"`
	} `json:"transactions"`
}

// content reads a block with its transactions.
func (client *Client) content(ctx context.Context, number uint64) (*blockContent, error) {
	var read *blockContent
	err := client.rpc.CallContext(ctx, &read, "eth_getBlockByNumber", hexutil.EncodeUint64(number), true)
	if err != nil {
		return nil, translate(err)
	}
	if read == nil || uint64(read.Number) != number || read.Hash == (common.Hash{}) {
		return nil, fmt.Errorf("%w: the transactions of block %d", chain.ErrSenseless, number)
	}
	return read, nil
}

// SentIn reads a block's transactions.
func (client *Client) SentIn(ctx context.Context, account common.Address, number uint64) (chain.Block, []chain.Sent, error) {
	read, err := client.content(ctx, number)
	if err != nil {
		return chain.Block{}, nil, err
	}
	block := chain.Block{BlockRef: chain.BlockRef{Number: number, Hash: read.Hash, Parent: read.Parent}, Time: time.Unix(int64(read.Time), 0).UTC()}
	var list []chain.Sent
	for _, one := range read.Transactions {
		if one.From != account {
			continue
		}
		sent := chain.Sent{Hash: one.Hash, Block: block, Data: one.Input}
		if one.To != nil {
			sent.To = *one.To
		}
		list = append(list, sent)
	}
	return block, list, nil
}
