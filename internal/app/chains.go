package app

import (
	"context"
	"errors"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/payment"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/core/payout"
	"etld/internal/core/price"
	"etld/internal/features/report"
	"etld/internal/features/transparency"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/meta"
)

// Chain is the first chain, on which users sign in and pay.
type Chain struct {
	Pool     *chain.Pool
	Treasury common.Address
	Own      []common.Address
	Capital  []common.Address
	Tokens   map[money.Asset]common.Address
	// ETHSources are the feeds of the price of ETH.
	ETHSources []price.Source
	StartBlock uint64
	// Sign signs the published treasury address; its text is given.
	Sign          func(text string) (string, error)
	PublicRPCURL  string
	Explorer      string
	Confirmations int
	// PollInterval is how often the head is looked at; 0 is the default.
	PollInterval time.Duration
	// Genesis is the first block of a demo's chain, else empty.
	Genesis string
	// Wallets are the hot wallets, one for each network that pays.
	Wallets []payout.Wallet
	// More are further chains on which deposits arrive.
	More []Network
}

// Network is a chain on which deposits arrive.
type Network struct {
	payment.Network
	Pool         *chain.Pool
	Sign         func(text string) (string, error)
	StartBlock   uint64
	Explorer     string
	PollInterval time.Duration
}

// networks are the first chain and the further ones.
func (c Chain) networks() []Network {
	first := Network{Pool: c.Pool, Sign: c.Sign, StartBlock: c.StartBlock, Explorer: c.Explorer, PollInterval: c.PollInterval,
		Network: payment.Network{Name: networkName, ChainID: chainID, Account: ledger.ChainBEP20, Treasury: c.Treasury, Confirmations: c.Confirmations,
			Own: c.Own, Capital: c.Capital}}
	for _, asset := range []money.Asset{money.USDT, money.ETLD, money.ETH} {
		first.Tokens = append(first.Tokens, payment.Token{Asset: asset, Contract: c.Tokens[asset], Decimals: tokenDecimals})
	}
	return append([]Network{first}, c.More...)
}

// wirePayment builds what takes deposits, and a watcher for each chain.
func (p *Program) wirePayment() error {
	p.networks = p.settings.Chain.networks()
	list := make([]payment.Network, len(p.networks))
	for i := range p.networks {
		n := &p.networks[i]
		n.Blocks, n.Verifier = n.Pool, walletsig.NewBounded(n.Pool, p.outside)
		signature, err := n.Sign(payment.AddressStatement(p.settings.Config.Host, n.Network))
		if err != nil {
			return err
		}
		n.AddressSignature = signature
		list[i] = n.Network
	}
	var err error
	p.payment, err = payment.New(payment.Config{DB: p.db, Ledger: p.ledger, Chance: p.settings.Chance, Log: p.log, Notices: p.notices,
		Host: p.settings.Config.Host, Networks: list,
		Stopped: func(tx sqldb.Command) (string, bool, error) { return emergency.Stopped(tx, emergency.Crediting) }})
	if err != nil {
		return err
	}
	balances, rereaders := make(reconciliation.OnChain), make(map[uint64]reconciliation.Rereader)
	for _, n := range p.networks {
		watcher, err := p.wireWatcher(n)
		if err != nil {
			return err
		}
		balances[n.ChainID], rereaders[n.ChainID] = n.Pool, watcher
	}
	p.reconciliation = reconciliation.New(reconciliation.Config{DB: p.db, Ledger: p.ledger, Log: p.log, Payments: p.payment, Balances: balances, Rereaders: rereaders,
		OnTheWay: func(tx *sqldb.Tx, network string, asset money.Asset) (money.Amount, error) {
			return p.payout.OnTheWay(tx, network, asset)
		}})
	return nil
}

func (p *Program) wireWatcher(n Network) (*chain.Watcher, error) {
	store, err := p.payment.Incoming.Watch(n.ChainID)
	if err != nil {
		return nil, err
	}
	contracts := each.Of(n.Tokens, func(token payment.Token) common.Address { return token.Contract })
	watcher, err := chain.NewWatcher(chain.WatcherConfig{Treasury: n.Treasury, Tokens: contracts, StartBlock: n.StartBlock, PollInterval: n.PollInterval,
		FinalityNamed: func(ctx context.Context) error {
			return p.db.Update(ctx, func(tx *sqldb.Tx) error {
				return meta.KeepNote(tx, noteFinality+n.Name, clock.Text(tx.Now()))
			})
		}},
		n.Pool, store, p.log)
	if err != nil {
		return nil, err
	}
	p.watchers = append(p.watchers, watcher)
	if status := p.statusOf(watcher); status != nil {
		p.payment.SetStatus(n.ChainID, status)
	}
	return watcher, nil
}

// noteFinality begins the notes of networks whose nodes have named final blocks.
const noteFinality = "finality named on "

// recallChains tells the pools what was known of their chains before the start: how far they
// were followed, and whether their nodes name final blocks. Where they once did, no start
// has confirmations counted instead.
func (p *Program) recallChains(ctx context.Context) error {
	for _, watcher := range p.watchers {
		if err := watcher.Recall(ctx); err != nil {
			return err
		}
	}
	return p.db.View(ctx, func(tx *sqldb.Tx) error {
		for _, n := range p.networks {
			since, err := meta.ReadNote(tx, noteFinality+n.Name)
			if err != nil {
				return err
			}
			if since != "" {
				chain.RecallFinality(n.Pool)
			}
		}
		return nil
	})
}

// statusOf is what a watcher says of its chain; nil on an instance that does not watch,
// whose watchers would call every chain silent.
func (p *Program) statusOf(watcher *chain.Watcher) func() chain.Status {
	if !p.settings.Config.Watch {
		return nil
	}
	return watcher.Status
}

// PollChains looks at every chain once.
func (p *Program) PollChains(ctx context.Context) error {
	var problems []error
	for _, watcher := range p.watchers {
		problems = append(problems, watcher.Poll(ctx))
	}
	return errors.Join(problems...)
}

// explorerOf is the block explorer of a network, or empty.
func (p *Program) explorerOf(network string) string {
	for _, n := range p.networks {
		if n.Name == network {
			return n.Explorer
		}
	}
	return ""
}

// networkFacts are the chains as apps see them.
func (p *Program) networkFacts() []report.Network {
	list := make([]report.Network, len(p.networks))
	for i, n := range p.networks {
		list[i] = report.Network{Network: n.Name, ChainID: n.ChainID, Treasury: n.Treasury.Hex(), Confirmations: n.Confirmations, Enabled: true}
		for _, token := range n.Tokens {
			list[i].Tokens = append(list[i].Tokens, report.Token{Currency: token.Asset, Contract: token.Contract.Hex(), Decimals: token.Decimals})
		}
	}
	return list
}

// wireTransparency builds what shows everybody what is owed and what is there.
func (p *Program) wireTransparency() (err error) {
	c := transparency.Config{DB: p.db, Log: p.log, Readings: p.reconciliation.Readings, Books: p.ledger, Params: p.params, Explorer: p.explorerOf,
		Host: p.settings.Config.Host, Origin: p.settings.Config.PublicOrigin,
		Game: func(tx sqldb.Command) (transparency.Game, error) {
			g, err := p.game.Views.Platform(tx)
			return transparency.Game(g), err
		},
		GameDay: func(tx *sqldb.Tx, day clock.Day) (transparency.Game, error) {
			g, err := p.game.Views.PlatformOf(tx, day)
			return transparency.Game(g), err
		},
		Snapshots: func(tx *sqldb.Tx, most int) (list []transparency.Snapshot, err error) {
			newest, err := p.solvency.Newest(tx, most)
			for _, one := range newest {
				list = append(list, transparency.Snapshot(one))
			}
			return list, err
		}}
	for _, n := range p.networks {
		c.Networks = append(c.Networks, n.Network)
	}
	p.transparency, err = transparency.New(c)
	return err
}
