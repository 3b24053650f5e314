package player

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"

	"etld/internal/base/money"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/chain/sending"
	"etld/internal/infra/chain/signer"
)

const (
	tokenDigits  = 18
	creditWithin = time.Minute
	pollPause    = 50 * time.Millisecond
)

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
	client          *ethclient.Client
	sender          *sending.Sender
	owner, treasury common.Address
	tokens          map[money.Asset]common.Address
}

// OpenWallet connects the player's key to the chain of its server.
func (p *Player) OpenWallet(ctx context.Context, rpcURL string) (*Wallet, error) {
	facts, err := p.Facts(ctx)
	if err != nil {
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
	w := &Wallet{client: client, owner: p.Address(), sender: sending.NewSender(client, network.ChainID, p.Key, feeCap), treasury: network.Treasury, tokens: make(map[money.Asset]common.Address)}
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

// Holds is what the wallet has of a token.
func (w *Wallet) Holds(ctx context.Context, asset money.Asset) (money.Amount, error) {
	raw, err := contracts.ERC20{Address: w.tokens[asset]}.BalanceOf(ctx, w.client, w.owner, nil)
	if err != nil {
		return 0, err
	}
	amount, _, err := money.FromBaseUnits(raw, tokenDigits)
	return amount, err
}

// OnChain is what the player's wallet has of a token.
func (p *Player) OnChain(ctx context.Context, rpcURL string, asset money.Asset) (money.Amount, error) {
	w, err := p.OpenWallet(ctx, rpcURL)
	if err != nil {
		return 0, err
	}
	defer w.Close()
	return w.Holds(ctx, asset)
}

// Sums are amounts of several currencies.
type Sums map[money.Asset]money.Amount

// Pay brings the faucet's gift, and sends of it to the treasury.
func (p *Player) Pay(ctx context.Context, rpcURL string, sums Sums) error {
	if err := p.Faucet(ctx); err != nil {
		return err
	}
	w, err := p.OpenWallet(ctx, rpcURL)
	if err != nil {
		return err
	}
	defer w.Close()
	for asset, amount := range sums {
		if _, err := w.Deposit(ctx, asset, amount); err != nil {
			return err
		}
	}
	return nil
}

// Fund is Pay of a player who had nothing, and waits until all was credited.
func (p *Player) Fund(ctx context.Context, rpcURL string, sums Sums) error {
	if err := p.Pay(ctx, rpcURL, sums); err != nil {
		return err
	}
	for asset, amount := range sums {
		if err := p.awaitCredit(ctx, asset, amount); err != nil {
			return err
		}
	}
	return nil
}

func (p *Player) awaitCredit(ctx context.Context, asset money.Asset, amount money.Amount) error {
	for deadline := time.Now().Add(creditWithin); time.Now().Before(deadline); time.Sleep(pollPause) {
		if h, err := p.Holding(ctx, asset); err != nil || h.Available == amount {
			return err
		}
	}
	return fmt.Errorf("%s %s were not credited within %s", amount, asset, creditWithin)
}

// Withdrawal is a withdrawal of USDT as the app asks for it, signed by the player;
// changes make it another one.
func (p *Player) Withdrawal(ctx context.Context, requestID string, quantity money.Amount, changes ...func(w *signer.Withdrawal)) (url.Values, error) {
	facts, err := p.Facts(ctx)
	if err != nil {
		return nil, err
	}
	w := signer.Withdrawal{Quantity: quantity, Currency: money.USDT, Network: "BEP-20", Fee: money.Unit, Address: p.Address(), RequestID: requestID, At: facts.ServerTime}
	for _, change := range changes {
		change(&w)
	}
	w.Arrival = w.Quantity - w.Fee
	text := signer.StatementText(facts.Host, w)
	signature, err := p.Sign(text)
	return url.Values{"requestId": {requestID}, "currency": {string(w.Currency)}, "network": {w.Network}, "quantity": {w.Quantity.String()},
		"message": {text}, "signature": {signature}}, err
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
