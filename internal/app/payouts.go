package app

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/app/nodes"
	"etld/internal/app/signing"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/payment"
	"etld/internal/core/payout"
	"etld/internal/core/payout/recall"
	"etld/internal/features/withdrawal"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
)

const (
	// Gas coins: BNB belongs to the house alone; on the second chain ETH is also
	// what users withdraw.
	gasBEP20      = money.Asset("BNB")
	gasERC20      = money.ETH
	erc20Decimals = 6
	ethDecimals   = 18
	gwei          = 1_000_000_000
	// anchorNetwork is what operators read where the wallet of anchors stands among
	// the hot wallets.
	anchorNetwork    = "anchor"
	demoRefillWithin = 4 * time.Hour
	demoFeeCap       = 500 * gwei
)

// wirePayouts builds what pays withdrawals. Without a hot wallet nothing can be
// ordered, and there is no work.
func (p *Program) wirePayouts() (err error) {
	p.recalled = &recall.Service{DB: p.db, Wallets: p.settings.Chain.Wallets,
		Timeline: func() string { return p.db.Servers().Timeline },
		Remember: func(tx *sqldb.Tx, network string, spent signer.Spent) (bool, error) {
			return p.payout.Remember(tx, network, spent)
		},
		Stop: func(tx *sqldb.Tx, network string, breaker payout.Breaker, reason string) error {
			return p.payout.Stop(tx, network, breaker, reason)
		}}
	p.recalled.Require()
	p.payout, err = payout.New(payout.Config{DB: p.db, Ledger: p.ledger, Chance: p.settings.Chance, Log: p.log,
		Wallets: p.settings.Chain.Wallets, Settlement: func() payout.Settlement { return p.settled }, Decides: p.settings.Beacon.Time,
		Stopped: func(tx sqldb.Command) (string, bool, error) { return emergency.Stopped(tx, emergency.Payouts) }, Halted: p.haltOf})
	return err
}

// WorkPayouts lets every payout go as far as it can now.
func (p *Program) WorkPayouts(ctx context.Context) error {
	if !p.settings.Config.Pay {
		return nil
	}
	return p.payer.Drain(ctx)
}

// walletBEP20 is the hot wallet on the first chain.
func walletBEP20(address common.Address, tokens map[money.Asset]common.Address, dayMax map[money.Asset]money.Amount, node payout.Chain, by payout.Signer) payout.Wallet {
	w := payout.Wallet{Network: networkName, ChainID: chainID, Address: address, Account: ledger.ChainBEP20, Native: gasBEP20, Chain: node, Signer: by}
	for _, asset := range []money.Asset{money.USDT, money.ETLD, money.ETH} {
		w.Coins = append(w.Coins, payout.Coin{Asset: asset, Token: tokens[asset], Decimals: tokenDecimals, DayMax: dayMax[asset]})
	}
	return w
}

// walletOfAnchors sends anchors on the first chain.
func walletOfAnchors(address common.Address, node payout.Chain, by payout.Signer) payout.Wallet {
	return payout.Wallet{Network: anchorNetwork, Purpose: payout.PurposeAnchors, ChainID: chainID, Address: address, Account: ledger.ChainAnchor, Native: gasBEP20,
		Chain: node, Signer: by, Timing: payout.AnchorTiming}
}

// walletERC20 is the hot wallet on the second chain, where ETH is the coin of
// the chain itself.
func walletERC20(address common.Address, c config.ERC20, node payout.Chain, by payout.Signer) payout.Wallet {
	return payout.Wallet{Network: erc20Name, ChainID: erc20ChainID, Address: address, Account: ledger.ChainERC20, Native: gasERC20, Chain: node, Signer: by,
		Coins: []payout.Coin{
			{Asset: money.USDT, Token: common.HexToAddress(c.TokenUSDT), Decimals: erc20Decimals, DayMax: c.DayMax[money.USDT]},
			{Asset: money.ETH, Decimals: ethDecimals, DayMax: c.DayMax[money.ETH]}}}
}

// refilled is a wallet with the fee it may go to, and the time within which its gas comes.
func refilled(w payout.Wallet, feeCapMax uint64, within time.Duration) payout.Wallet {
	w.FeeCapMax, w.RefillWithin = feeCapMax, within
	return w
}

// networkERC20 is the second chain as deposits see it.
func networkERC20(c config.Config, own []common.Address, pool *chain.Pool) Network {
	return Network{Pool: pool, Sign: func(string) (string, error) { return c.ERC20.TreasurySigned, nil }, StartBlock: uint64(c.ERC20.StartBlock), Explorer: c.ERC20.Explorer,
		Network: payment.Network{Name: erc20Name, ChainID: erc20ChainID, Account: ledger.ChainERC20, Treasury: common.HexToAddress(c.ERC20.Treasury),
			Confirmations: c.ERC20.Confirmations, Own: own, Capital: []common.Address{common.HexToAddress(c.FunderAddress)},
			Tokens: []payment.Token{{Asset: money.USDT, Contract: common.HexToAddress(c.ERC20.TokenUSDT), Decimals: erc20Decimals}}}}
}

// connectPayouts adds to a chain's settings the hot wallets and the second chain,
// as far as they are configured.
func connectPayouts(ctx context.Context, c config.Config, to *Chain, log *slog.Logger) (hangUp func(), err error) {
	hangUp = func() {}
	var by payout.Signer
	feeCap := uint64(c.Payouts.FeeCapGwei) * gwei
	hot, anchor := common.HexToAddress(c.Payouts.HotWallet), common.HexToAddress(c.Payouts.AnchorAddress)
	if c.Payouts.HotWallet != "" {
		if by, err = signing.Ask(ctx, c, log); err != nil {
			return nil, err
		}
		to.Own = append(to.Own, hot)
		to.Wallets = append(to.Wallets, refilled(walletBEP20(hot, to.Tokens, c.Payouts.DayMax, to.Pool, by), feeCap, c.Payouts.RefillWithin))
	}
	if c.Payouts.AnchorAddress != "" {
		to.Own = append(to.Own, anchor)
		to.Wallets = append(to.Wallets, refilled(walletOfAnchors(anchor, to.Pool, by), feeCap, c.Payouts.RefillWithin))
	}
	if !c.ERC20.IsConnected() {
		return hangUp, nil
	}
	more, hangUp, err := connectERC20(ctx, c, to.Own, log)
	if err != nil {
		return nil, err
	}
	to.More = append(to.More, more)
	if by != nil {
		to.Wallets = append(to.Wallets, refilled(walletERC20(hot, c.ERC20, more.Pool, by), uint64(c.ERC20.FeeCapGwei)*gwei, c.Payouts.RefillWithin))
	}
	return hangUp, nil
}

// connectERC20 connects the second chain, beside the own addresses of the first.
func connectERC20(ctx context.Context, c config.Config, own []common.Address, log *slog.Logger) (n Network, hangUp func(), err error) {
	pool, hangUp, err := nodes.Dial(ctx, erc20ChainID, nodes.Config{URLs: c.ERC20.RPCURLs, Confirmations: c.ERC20.Confirmations, Log: log})
	if err != nil {
		return Network{}, nil, err
	}
	return networkERC20(c, append([]common.Address{common.HexToAddress(c.ERC20.Treasury)}, own...), pool), hangUp, nil
}

// demoDayMax is what the demo begins on one day at most.
var demoDayMax = map[money.Asset]money.Amount{money.USDT: money.Units(200_000), money.ETLD: money.Units(500_000), money.ETH: money.Units(60)}

// haltOf is why a network's chain cannot be relied on now. A halt stands in the database
// for every instance; what else keeps a chain, only one that watches knows. Anchors, which
// have their time, wait for a halted chain alone.
func (p *Program) haltOf(tx sqldb.Command, network string) (reason string, err error) {
	on := network
	if network == anchorNetwork {
		on = networkName
	}
	halt, _, err := p.payment.Incoming.HaltOf(tx, on)
	switch {
	case errors.Is(err, fault.NotFound):
		return "", nil
	case err != nil:
		return "", err
	case halt != "":
		return string(chain.StateHalted), nil
	}
	return p.payment.PauseOf(network), nil
}

// wireWithdrawal builds what takes users' money out. It is told how payouts end.
func (p *Program) wireWithdrawal() (err error) {
	explorers := make(map[string]string)
	for _, n := range p.networks {
		if n.Explorer != "" {
			explorers[n.Name] = strings.TrimSuffix(n.Explorer, "/") + "/tx/"
		}
	}
	c := withdrawal.Config{DB: p.db, Ledger: p.ledger, Chance: p.settings.Chance, Log: p.log, Prices: p.prices, Payouts: p.payout,
		Proposals: p.operator, Notices: p.notices, Wallets: p.signin, Verifier: walletsig.NewVerifier(p.settings.Chain.Pool, 0), Home: networkName,
		Host: p.settings.Config.Host, Explorers: explorers, Flags: p.team.Flags, Halted: p.haltOf}
	if p.withdrawal, err = withdrawal.New(c); err != nil {
		return err
	}
	p.settled = p.withdrawal.Changes
	return nil
}
