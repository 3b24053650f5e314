package player

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/url"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"

	"etld/internal/base/money"
	"etld/internal/infra/chain"
)

const tokenDigits = 18

// feeCap is more than a development chain ever asks for.
var feeCap = big.NewInt(1e12)

// Faucet asks the demo for test coins and tokens.
func (p *Player) Faucet(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.Server+"/demo/faucet?"+url.Values{"address": {p.Address().Hex()}}.Encode(), nil)
	if err != nil {
		return err
	}
	reply, err := p.client.Do(request)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(reply.Body, answerMax))
		return fmt.Errorf("faucet: status %d: %s", reply.StatusCode, body)
	}
	return nil
}

// Wallet is a player's account on the chain.
type Wallet struct {
	client   *ethclient.Client
	sender   *chain.Sender
	treasury common.Address
	tokens   map[money.Asset]common.Address
}

// OpenWallet connects the player's key to the chain of its server.
func (p *Player) OpenWallet(ctx context.Context, rpcURL string) (*Wallet, error) {
	var facts struct {
		Networks []struct {
			ChainID  uint64         `json:"chainId"`
			Treasury common.Address `json:"treasury"`
			Tokens   []struct {
				Currency money.Asset    `json:"currency"`
				Contract common.Address `json:"contract"`
			} `json:"tokens"`
		} `json:"networks"`
	}
	if err := p.Must(ctx, "/api/open/app", nil, &facts); err != nil {
		return nil, err
	}
	if len(facts.Networks) == 0 {
		return nil, fmt.Errorf("the server names no network")
	}
	network := facts.Networks[0]
	client, err := ethclient.DialContext(ctx, rpcURL)
	if err != nil {
		return nil, err
	}
	w := &Wallet{client: client, sender: chain.NewSender(client, network.ChainID, p.Key, feeCap), treasury: network.Treasury, tokens: make(map[money.Asset]common.Address)}
	for _, token := range network.Tokens {
		w.tokens[token.Currency] = token.Contract
	}
	return w, nil
}

// Deposit pays tokens to the treasury and waits until the transfer is in a
// block.
func (w *Wallet) Deposit(ctx context.Context, asset money.Asset, amount money.Amount) (*types.Receipt, error) {
	transaction, err := w.Send(ctx, asset, amount)
	if err != nil {
		return nil, err
	}
	return w.sender.Wait(ctx, transaction.Hash())
}

// Send sends tokens to the treasury.
func (w *Wallet) Send(ctx context.Context, asset money.Asset, amount money.Amount) (*types.Transaction, error) {
	raw, err := money.ToBaseUnits(amount, tokenDigits)
	if err != nil {
		return nil, err
	}
	return w.sender.SendToken(ctx, w.tokens[asset], w.treasury, raw)
}

// Receipt is what a block says of a transaction.
func (w *Wallet) Receipt(ctx context.Context, transaction common.Hash) (*types.Receipt, error) {
	return w.client.TransactionReceipt(ctx, transaction)
}

// Close ends the connection to the chain.
func (w *Wallet) Close() { w.client.Close() }

// Holding is what a player has of one currency.
type Holding struct {
	Currency                         money.Asset
	Available, Locked, Escrow, Total money.Amount
}

// Holding asks the server for a balance.
func (p *Player) Holding(ctx context.Context, asset money.Asset) (Holding, error) {
	var out struct {
		List []Holding `json:"list"`
	}
	if err := p.Must(ctx, "/api/userAccount/balance", nil, &out); err != nil {
		return Holding{}, err
	}
	for _, h := range out.List {
		if h.Currency == asset {
			return h, nil
		}
	}
	return Holding{Currency: asset}, nil
}
