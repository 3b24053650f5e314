package app

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"

	"etld/internal/app/nodes"
	"etld/internal/base/entropy"
	"etld/internal/base/version"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/operator"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/operator/funds"
	"etld/internal/core/param"
	"etld/internal/core/payment"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/core/payout"
	"etld/internal/core/payout/recall"
	"etld/internal/core/picture"
	"etld/internal/core/price"
	"etld/internal/features/game"
	"etld/internal/features/game/play"
	"etld/internal/features/machine"
	"etld/internal/features/machine/calendar"
	"etld/internal/features/machine/rules"
	"etld/internal/features/news"
	"etld/internal/features/node"
	"etld/internal/features/notice"
	"etld/internal/features/people"
	"etld/internal/features/personal"
	"etld/internal/features/push"
	"etld/internal/features/report"
	"etld/internal/features/shop"
	"etld/internal/features/shop/address"
	"etld/internal/features/signin"
	"etld/internal/features/solvency"
	"etld/internal/features/swap"
	"etld/internal/features/team"
	"etld/internal/features/trade"
	"etld/internal/features/transparency"
	"etld/internal/features/withdrawal"
	"etld/internal/infra/beacon"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/config"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/listener"
	"etld/internal/infra/receipt"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/meta"
)

const (
	chainID       = nodes.BEP20
	networkName   = "BEP-20"
	erc20ChainID  = nodes.ERC20
	erc20Name     = "ERC-20"
	tokenDecimals = 18
)

// Settings are what a program is built from.
type Settings struct {
	Config config.Config
	World  string
	Clock  sqldb.Clock
	Chance entropy.Source
	Log    *slog.Logger
	Chain  Chain
	// Beacon decides games; production takes the public one only.
	Beacon beacon.Beacon
	// Receipts signs the receipts of games.
	Receipts receipt.Key
	Limits   httpapi.Limits
}

// Program is the whole product, built and not yet running.
type Program struct {
	settings       Settings
	log            *slog.Logger
	db             *sqldb.DB
	ledger         *ledger.Ledger
	notices        *notice.Service
	news           *news.Service
	signin         *signin.Service
	funds          *funds.Service
	push           *push.Service
	payment        *payment.Service
	reconciliation *reconciliation.Service
	payout         *payout.Service
	recalled       *recall.Service
	machine        *machine.Service
	node           *node.Service
	team           *team.Service
	pictures       *picture.Service
	people         *people.Service
	shop           *shop.Service
	addresses      *address.Service
	prices         *price.Service
	trade          *trade.Service
	swap           *swap.Service
	withdrawal     *withdrawal.Service
	calendar       *calendar.Service
	play           *play.Service
	game           *game.Service
	solvency       *solvency.Service
	personal       *personal.Service
	transparency   *transparency.Service
	// proxies are whose word is taken for a caller's address, and sealer seals users'
	// personal data; nil where no key is set.
	proxies listener.Proxies
	sealer  *seal.Sealer
	// outside bounds what nodes are asked about strangers' signatures.
	outside *walletsig.Bounds
	// isDemo: the database is a demo's, whatever looks at it.
	isDemo bool
	// settled is told how payouts end: the withdrawals.
	settled payout.Settlement
	// networks are the chains that are watched, the first one first, and
	// watchers follow them in the same order.
	networks []Network
	watchers []*chain.Watcher
	operator *operator.Service
	params   *param.Set
	// parts are what the program is made of.
	parts  []capability
	runner *jobs.Runner
	// payer runs payouts, which may be switched off by themselves.
	payer   *jobs.Runner
	api     *httpapi.API
	metrics *instruments
}

// Build opens the database, brings its schema up to date, and wires every
// capability.
func Build(ctx context.Context, s Settings) (*Program, error) {
	if err := checkBeacon(s); err != nil {
		return nil, err
	}
	if err := sqldb.Migrate(ctx, s.Config.Database); err != nil {
		return nil, err
	}
	db, err := sqldb.Open(ctx, s.Config.Database, s.Clock)
	if err != nil {
		return nil, err
	}
	p := &Program{settings: s, log: s.Log, db: db, metrics: newInstruments()}
	if err := p.claim(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := p.wire(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := db.Update(ctx, p.seed); err != nil {
		return nil, errors.Join(fmt.Errorf("fill the catalogue: %w", err), db.Close())
	}
	if err := p.recallChains(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("how far the chain was followed: %w", err), db.Close())
	}
	return p, nil
}

// seed fills the catalogues of a new database.
func (p *Program) seed(tx *sqldb.Tx) error {
	fill := []func(*sqldb.Tx) error{p.machine.Seed, p.node.Seed, p.team.Members.Seed, p.game.Seed}
	if p.settings.World == meta.Demo {
		fill = append(fill, seeds{p}.seedDemoShop)
	}
	for _, one := range fill {
		if err := one(tx); err != nil {
			return err
		}
	}
	return nil
}

// claim takes the database for this world and lifts the clock to its time.
func (p *Program) claim(ctx context.Context) error {
	if err := meta.ClaimWorld(ctx, p.db, p.settings.World, p.settings.Chain.Genesis); err != nil {
		return fmt.Errorf("the database belongs elsewhere (a demo's needs etld demo, or --fresh): %w", err)
	}
	return p.learn(ctx)
}

// learn reads from the database whose it is, and lifts the clock to its time.
func (p *Program) learn(ctx context.Context) error {
	world, err := meta.World(ctx, p.db)
	p.isDemo = world == meta.Demo
	return errors.Join(err, p.db.RaiseClock(ctx, p.settings.Clock))
}

// wire builds every capability, each on those before it, and lists the parts with the
// work that nobody has to ask for.
func (p *Program) wire() error {
	for _, one := range []func() error{p.wireShared, p.wirePrices, p.wirePayment, p.wirePayouts, p.wireMachine, p.wireShop, p.wireOperator,
		p.wireWithdrawal, p.wireGame, p.wireSolvency, p.wirePersonal, p.wireTransparency} {
		if err := one(); err != nil {
			return err
		}
	}
	terms, err := p.notices.TellTerms(p.params)
	if err != nil {
		return err
	}
	p.parts = p.capabilities()
	list := []jobs.Job{terms}
	for _, part := range p.parts {
		if part.operatorCalls != nil {
			part.operatorCalls(p.operator)
		}
		if part.jobs != nil {
			list = append(list, part.jobs()...)
		}
	}
	p.runner = jobs.NewRunner(p.log, p.metrics.observeJob, list...)
	p.payer = jobs.NewRunner(p.log, p.metrics.observeJob, append(p.recalled.Jobs(), p.payout.Jobs()...)...)
	return p.wireAPI()
}

// wireShared builds what most parts stand on.
func (p *Program) wireShared() (err error) {
	s := p.settings
	if p.proxies, err = listener.ParseProxies(config.List(s.Config.TrustedProxy)); err != nil {
		return fmt.Errorf("--trusted-proxy: %w", err)
	}
	if p.sealer, err = seal.OfTexts(s.Chance, s.Config.PersonalKey, config.List(s.Config.PersonalKeyFormer)...); err != nil {
		return fmt.Errorf("personal-key or personal-key-former: %w", err)
	}
	p.ledger = ledger.New(s.Chance)
	p.outside = walletsig.NewBounds(s.Clock.Now)
	if p.notices, err = notice.New(p.db, s.Chance); err != nil {
		return err
	}
	p.pictures = picture.New(picture.Config{DB: p.db, Log: p.log, Proxies: p.proxies})
	p.news = news.New(s.Chance, p.pictures)
	p.params, err = parameters()
	return err
}

func (p *Program) wireMachine() error {
	s := p.settings
	p.team = team.New(team.Config{DB: p.db, Ledger: p.ledger, Chance: s.Chance, Notices: p.notices, Origin: s.Config.PublicOrigin, Log: p.log,
		Machines: func() team.Machines { return p.machine.PayRun }, Nodes: func() team.Nodes { return p.node }})
	p.node = node.New(node.Config{DB: p.db, Ledger: p.ledger, Chance: s.Chance, Notices: p.notices, Payments: p.payment.Intents,
		Machines: func() node.Machines { return p.machine }, Log: p.log})
	p.machine = machine.New(machine.Config{DB: p.db, Ledger: p.ledger, Chance: s.Chance, Notices: p.notices, Payments: p.payment.Intents,
		Prices: p.prices, Pictures: p.pictures, Rewards: p.team.Rewarding, Listeners: []life.Listener{p.node.Dividends, p.team.Members}, Following: p.team.Nights})
	// What owners of nodes were promised is kept, and what fills the pool of level rewards.
	p.params.Guard(team.MayOnlyFall())
	shares := rules.DividendParameters()
	for i, level := range node.Levels() {
		p.params.Guard(shares[i], p.node.KeepsPercentage(level))
	}
	return nil
}

// wireShop builds sign-in, what the operator owns, and what sends goods to people.
func (p *Program) wireShop() error {
	s := p.settings
	p.funds = &funds.Service{DB: p.db, Ledger: p.ledger, Notices: p.notices}
	p.signin = signin.New(signin.Config{DB: p.db, Chance: s.Chance, Verifier: walletsig.NewBounded(s.Chain.Pool, p.outside), Notices: p.notices,
		Ledger: p.ledger, Invited: p.team.Members, Deadlines: map[string]signin.Deadlines{"machine": p.machine, "node": p.node.Sale, "funds": p.funds},
		Host: s.Config.Host, ChainID: chainID, Origin: s.Config.PublicOrigin})
	p.addresses = address.New(p.db, s.Chance, p.notices, p.sealer)
	p.shop = shop.New(shop.Config{DB: p.db, Ledger: p.ledger, Chance: s.Chance, Notices: p.notices, Payments: p.payment.Intents,
		Pictures: p.pictures, Addresses: p.addresses, Sealer: p.sealer, Log: p.log})
	return nil
}

// wirePersonal builds what tells a person, and what exports and erases a person's data.
func (p *Program) wirePersonal() (err error) {
	s := p.settings
	p.push, err = push.New(push.Config{DB: p.db, Chance: s.Chance, Sealer: p.sealer, Notices: p.notices, Sessions: p.signin,
		Contact: "https://" + s.Config.Host, Log: p.log})
	if err != nil {
		return err
	}
	p.calendar, err = calendar.New(calendar.Config{DB: p.db, Ledger: p.ledger, Chance: s.Chance, Log: p.log, Proxies: p.proxies, Machines: p.machine.Views,
		Nodes: p.node, Breaks: p.play, Notices: p.notices, Origin: s.Config.PublicOrigin})
	if err != nil {
		return err
	}
	p.people = people.New(p.ledger, s.Chance)
	p.personal = personal.New(personal.Config{DB: p.db, Chance: s.Chance, Wallets: p.signin, Verifier: walletsig.NewBounded(s.Chain.Pool, p.outside), Notices: p.notices, Orders: p.shop,
		Erasers: []personal.Eraser{p.addresses, p.signin, p.notices, p.people, p.push, p.calendar, p.trade}, Host: s.Config.Host})
	return nil
}

func (p *Program) wireAPI() (err error) {
	p.api, err = httpapi.New(httpapi.Config{DB: p.db, Sessions: p.signin, Chance: p.settings.Chance, Log: p.log, Limits: p.settings.Limits,
		TrustedProxies: p.proxies, Origins: p.origins(), Gate: emergency.Gate{}, Overdue: p.machine, Observe: p.metrics.observeCall})
	if err != nil {
		return err
	}
	for _, part := range p.parts {
		if part.calls != nil {
			part.calls(p.api)
		}
	}
	// What follows reads across the parts.
	if err := report.RegisterApp(p.api, p.db, p.settings.Clock, p.facts()); err != nil {
		return err
	}
	return report.RegisterHome(p.api, report.Sources[machine.ProductRow, machine.Today, news.Row, news.BannerRow]{
		Prices: p.prices, News: p.news, Machines: p.machine.Views, Nodes: p.node, Notices: p.notices})
}

// origins are the web origins that may call when the API stands elsewhere.
func (p *Program) origins() []string {
	if p.settings.Config.APIHost == "" {
		return nil
	}
	return []string{p.settings.Config.PublicOrigin}
}

func (p *Program) facts() report.Facts {
	s := p.settings
	return report.Facts{BeaconPublicKey: hex.EncodeToString(s.Beacon.PublicKey()), BeaconIsLocal: beacon.IsLocal(s.Beacon), AnchorAddress: p.anchorAddress(),
		ReceiptKey: p.game.ReceiptKey(),
		APIHost:    s.Config.APIHost, PublicOrigin: s.Config.PublicOrigin, Host: s.Config.Host, ChainID: chainID,
		RPCURL: s.Chain.PublicRPCURL, Explorer: s.Chain.Explorer, Networks: p.networkFacts(),
		SignInPhrase: signin.Phrase(s.Config.Host, chainID), Demo: s.World == meta.Demo, GenesisHash: s.Chain.Genesis,
		Contact: report.Contact{Support: s.Config.Support, Terms: s.Config.TermsURL, Privacy: s.Config.PrivacyURL, Status: s.Config.StatusURL}, Version: version.Of()}
}

// Close closes the database; call it after everything that uses it has ended.
func (p *Program) Close() error { return p.db.Close() }
