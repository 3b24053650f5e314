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
	"etld/internal/core/operator"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/param"
	"etld/internal/core/payment"
	"etld/internal/core/payment/claim"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/core/payout"
	"etld/internal/core/picture"
	"etld/internal/core/price"
	"etld/internal/features/game"
	"etld/internal/features/game/play"
	"etld/internal/features/game/points"
	"etld/internal/features/machine"
	"etld/internal/features/machine/calendar"
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
	"etld/internal/infra/sqldb"
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
	push           *push.Service
	payment        *payment.Service
	claims         *claim.Service
	reconciliation *reconciliation.Service
	payout         *payout.Service
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
	points         *points.Service
	game           *game.Service
	solvency       *solvency.Service
	personal       *personal.Service
	transparency   *transparency.Service
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
	for _, watcher := range p.watchers {
		if err := watcher.Recall(ctx); err != nil {
			return nil, errors.Join(fmt.Errorf("how far the chain was followed: %w", err), db.Close())
		}
	}
	return p, nil
}

// seed fills the catalogues of a new database.
func (p *Program) seed(tx *sqldb.Tx) error {
	if err := p.machine.Seed(tx); err != nil {
		return err
	}
	if err := p.node.Seed(tx); err != nil {
		return err
	}
	if err := p.team.Seed(tx); err != nil {
		return err
	}
	if err := p.game.Seed(tx); err != nil {
		return err
	}
	if p.settings.World != sqldb.WorldDemo {
		return nil
	}
	return (seeds{p}).seedDemoShop(tx)
}

// claim takes the database for this world and lifts the clock to its time.
func (p *Program) claim(ctx context.Context) error {
	if err := p.db.ClaimWorld(ctx, p.settings.World, p.settings.Chain.Genesis); err != nil {
		return fmt.Errorf("the database belongs elsewhere (a demo's needs etld demo, or --fresh): %w", err)
	}
	return p.learn(ctx)
}

// learn reads from the database whose it is, and lifts the clock to its time.
func (p *Program) learn(ctx context.Context) error {
	world, err := p.db.World(ctx)
	p.isDemo = world == sqldb.WorldDemo
	return errors.Join(err, p.db.RaiseClock(ctx, p.settings.Clock))
}

// wire builds every capability and tells them of each other.
func (p *Program) wire() error {
	s := p.settings
	p.ledger = ledger.New(s.Chance)
	var err error
	if p.notices, err = notice.New(p.db, s.Chance); err != nil {
		return err
	}
	if err := p.wirePrices(); err != nil {
		return err
	}
	if err := p.wirePictures(); err != nil {
		return err
	}
	p.news = news.New(s.Chance, p.pictures)
	p.outside = walletsig.NewBounds(s.Clock.Now)
	verifier := walletsig.NewBounded(s.Chain.Pool, 0, p.outside)
	p.signin = signin.New(signin.Config{DB: p.db, Chance: s.Chance, Verifier: verifier, Notices: p.notices, Points: pointsHeld{p.ledger}, Invited: joiner{p},
		Host: s.Config.Host, ChainID: chainID, Origin: s.Config.PublicOrigin})
	if err := p.wirePayment(); err != nil {
		return err
	}
	if err := p.wirePayouts(); err != nil {
		return err
	}
	if err := p.wireMachine(); err != nil {
		return err
	}
	if err := p.wireShop(); err != nil {
		return err
	}
	if p.params, err = parameters(); err != nil {
		return err
	}
	p.guardPromises()
	if err := p.wireOperator(); err != nil {
		return err
	}
	if err := p.wireWithdrawal(walletsig.NewVerifier(s.Chain.Pool, 0)); err != nil {
		return err
	}
	if err := p.wireGame(); err != nil {
		return err
	}
	if p.solvency, err = newSolvency(p); err != nil {
		return err
	}
	if err = p.wirePersonal(verifier); err != nil {
		return err
	}
	if p.transparency, err = newTransparency(p); err != nil {
		return err
	}
	terms, err := p.notices.TellTerms(p.params)
	if err != nil {
		return err
	}
	p.parts = p.capabilities()
	list := []jobs.Job{terms, newBrake(p).Job()}
	for _, part := range p.parts {
		if part.operatorCalls != nil {
			part.operatorCalls(p.operator)
		}
		if part.jobs != nil {
			list = append(list, part.jobs()...)
		}
	}
	p.runner = jobs.NewRunner(p.log, p.metrics.observeJob, list...)
	p.payer = jobs.NewRunner(p.log, p.metrics.observeJob, p.payout.Jobs()...)
	return p.wireAPI()
}

func (p *Program) wireMachine() (err error) {
	p.team, err = team.New(team.Config{DB: p.db, Ledger: p.ledger, Chance: p.settings.Chance, Notices: p.notices,
		Machines: teamMachines{p}, Nodes: teamNodes{p}, Origin: p.settings.Config.PublicOrigin, Log: p.log})
	if err != nil {
		return err
	}
	p.machine, err = machine.New(machine.Config{DB: p.db, Ledger: p.ledger, Chance: p.settings.Chance, Notices: p.notices, Payments: p.payment,
		Prices: etldPrice{p.prices}, Pictures: p.pictures, Rewards: teamRewards{p}, Listeners: []machine.Listener{nodeListener{p}, teamListener{p}}, Following: p.team})
	if err != nil {
		return err
	}
	p.node, err = node.New(node.Config{DB: p.db, Ledger: p.ledger, Chance: p.settings.Chance, Notices: p.notices, Payments: p.payment,
		Machines: p.machine, Books: p.ledger, Log: p.log})
	return err
}

func (p *Program) wirePictures() error {
	proxies, err := listener.ParseProxies(config.List(p.settings.Config.TrustedProxy))
	if err != nil {
		return fmt.Errorf("--trusted-proxy: %w", err)
	}
	p.pictures, err = picture.New(picture.Config{DB: p.db, Log: p.log, Proxies: proxies})
	return err
}

func (p *Program) wireShop() (err error) {
	sealer, err := p.personalSealer()
	if err != nil {
		return err
	}
	p.addresses = address.New(p.db, p.settings.Chance, p.notices, sealer)
	p.shop, err = shop.New(shop.Config{DB: p.db, Ledger: p.ledger, Chance: p.settings.Chance, Notices: p.notices, Payments: p.payment,
		Pictures: p.pictures, Addresses: p.addresses, Sealer: sealer, Log: p.log})
	return err
}

// wirePersonal builds what tells a person, and what exports and erases a person's data.
func (p *Program) wirePersonal(verifier personal.Verifier) error {
	s := p.settings
	sealer, err := p.personalSealer()
	if err != nil {
		return err
	}
	p.push, err = push.New(push.Config{DB: p.db, Chance: s.Chance, Sealer: sealer, Notices: p.notices, Sessions: p.signin,
		Contact: "https://" + s.Config.Host, Log: p.log})
	if err != nil {
		return err
	}
	proxies, err := listener.ParseProxies(config.List(s.Config.TrustedProxy))
	if err != nil {
		return fmt.Errorf("--trusted-proxy: %w", err)
	}
	p.calendar, err = calendar.New(calendar.Config{DB: p.db, Ledger: p.ledger, Chance: s.Chance, Log: p.log, Proxies: proxies, Machines: p.machine, Nodes: p.node,
		Breaks: p.play, Origin: s.Config.PublicOrigin})
	if err != nil {
		return err
	}
	p.people = people.New(p.ledger, s.Chance)
	p.personal = personal.New(personal.Config{DB: p.db, Chance: s.Chance, Wallets: p.signin, Verifier: verifier, Notices: p.notices, Orders: p.shop,
		Parts: []personal.Part{p.addresses, p.signin, p.notices, p.people, p.push, p.calendar, p.trade}, Host: s.Config.Host})
	return err
}

func (p *Program) wireAPI() error {
	proxies, err := listener.ParseProxies(config.List(p.settings.Config.TrustedProxy))
	if err != nil {
		return fmt.Errorf("--trusted-proxy: %w", err)
	}
	p.api, err = httpapi.New(httpapi.Config{DB: p.db, Sessions: p.signin, Chance: p.settings.Chance, Log: p.log, Limits: p.settings.Limits,
		TrustedProxies: proxies, Origins: p.origins(), Gate: emergency.Gate{}, Observe: p.metrics.observeCall})
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
	return report.RegisterHome(p.api, report.Sources[machine.ProductRow, news.Row, news.BannerRow]{
		Prices: p.prices, News: p.news, Machines: p.machine, Nodes: p.node, Notices: p.notices})
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
		SignInPhrase: signin.Phrase(s.Config.Host, chainID), Demo: s.World == sqldb.WorldDemo, GenesisHash: s.Chain.Genesis,
		Contact: report.Contact{Support: s.Config.Support, Terms: s.Config.TermsURL, Privacy: s.Config.PrivacyURL, Status: s.Config.StatusURL}, Version: version.Of()}
}

// Close closes the database; call it after everything that uses it has ended.
func (p *Program) Close() error { return p.db.Close() }
