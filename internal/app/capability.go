package app

import (
	"slices"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/money"
	"etld/internal/core/board"
	"etld/internal/core/books"
	"etld/internal/core/checklist"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/operator/emergency"
	"etld/internal/core/operator/funds"
	"etld/internal/core/param"
	"etld/internal/core/payment"
	"etld/internal/core/payment/claim"
	"etld/internal/core/payment/suspense"
	"etld/internal/core/payout/desk"
	"etld/internal/core/price"
	"etld/internal/features/game/play"
	"etld/internal/features/game/points"
	"etld/internal/features/machine/pause"
	"etld/internal/features/machine/rules"
	"etld/internal/features/node"
	"etld/internal/features/shop"
	"etld/internal/features/swap"
	"etld/internal/features/team"
	"etld/internal/features/trade"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/features/withdrawal/underway"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// capability is a part of the product as the program sees it. Each brings what
// it has and leaves the rest out. Whoever adds a part adds a line to capabilities,
// and its parameters to parameters. The line builds the part; what anything else
// reaches is built in a wire function before, and stands in a field of Program.
type capability struct {
	name string
	// calls and operatorCalls add what users and operators may call.
	calls         func(*httpapi.API)
	operatorCalls func(*operator.Service)
	// jobs is the work that nobody has to ask for.
	jobs func() []jobs.Job
	// check finds what is wrong with the part's rows. A part with account classes to
	// answer for has claim instead, which also states what they must hold.
	check func(*sqldb.Tx) ([]ledger.Violation, error)
	claim books.Look
	// figures are read from the database at each scrape; metrics are what is known besides.
	figures func(*sqldb.Tx, *metrics.Set) error
	metrics func() prometheus.Collector
}

// parameters are what operators can set, with the rules that hold between them.
// Defaults that break a rule are found at start, not at the first sale.
func parameters() (*param.Set, error) {
	list := slices.Concat(payment.Parameters(), rules.Parameters(), node.Parameters(), team.Parameters(), price.Parameters(),
		trade.Parameters(), swap.Parameters(), terms.Parameters(), play.Parameters(), shop.Parameters())
	return param.NewSet(list,
		rules.SharesWithinFee, team.ThresholdsRise, team.PoolSuffices(rules.LevelParameter()), terms.TermsFitTogether)
}

// capabilities lists the parts of the built program in the order in which they
// are registered and checked.
func (p *Program) capabilities() []capability {
	p.funds.Minimums = map[ledger.Account]funds.Minimum{
		ledger.House(ledger.RevenueService, money.USDT): p.machine.UnexpiredFees, ledger.House(ledger.GameBank, money.GP): p.game.Staff.BankrollMin}
	return []capability{
		{name: "brake", jobs: func() []jobs.Job { return []jobs.Job{newBrake(p).Job()} }},
		{name: "ledger", jobs: func() []jobs.Job { return ledger.Jobs(p.db) }, check: ledger.Check,
			calls: func(api *httpapi.API) { p.ledger.Register(api, p.prices, team.DelayedOf) }},
		{name: "ledger chain", check: ledger.CheckChain},
		{name: "transparency", calls: p.transparency.Register, operatorCalls: p.transparency.RegisterOperator, jobs: p.transparency.Jobs,
			check: p.transparency.Check},
		{name: "answers", jobs: func() []jobs.Job { return []jobs.Job{httpapi.PurgeReplies(p.db)} }},
		{name: "sign-in", calls: p.signin.Register, operatorCalls: p.signin.RegisterOperator, jobs: p.signin.Jobs},
		{name: "notices", calls: p.notices.Register, jobs: p.notices.Jobs},
		{name: "push", calls: p.push.Register, jobs: p.push.Jobs, figures: p.push.Figures},
		{name: "payment", calls: p.payment.Register, operatorCalls: p.payment.RegisterOperator, jobs: p.payment.Jobs,
			check: p.payment.Check, figures: p.payment.Figures},
		{name: "claim", calls: claim.New(claim.Config{DB: p.db, Payments: p.payment, Notices: p.notices, Funded: p.team.Flags.Funded}).Register},
		{name: "reconciliation", jobs: p.reconciliation.Jobs, figures: p.reconciliation.Figures},
		{name: "suspense", operatorCalls: suspense.New(p.payment, p.notices).RegisterOperator},
		// The jobs of payouts run by themselves, as they may be switched off.
		{name: "payout", check: desk.Check, metrics: func() prometheus.Collector { return desk.Metrics(p.payout) },
			operatorCalls: func(o *operator.Service) { desk.RegisterOperator(o, p.payout, p.explorerOf) }},
		{name: "recall", operatorCalls: p.recalled.RegisterOperator},
		{name: "machine", calls: p.machine.Register, operatorCalls: p.machine.RegisterOperator, jobs: p.machine.Jobs,
			claim: p.machine.Check},
		{name: "pause", operatorCalls: func(o *operator.Service) { pause.RegisterOperator(o, p.machine) }},
		{name: "node", calls: p.node.Register, operatorCalls: p.node.RegisterOperator, jobs: p.node.Jobs, claim: p.node.Check, figures: p.node.Figures},
		{name: "team", calls: p.team.Register, operatorCalls: p.team.RegisterOperator, jobs: p.team.Jobs, claim: p.team.Check, figures: p.team.Figures},
		{name: "addresses", calls: p.addresses.Register},
		{name: "pictures", operatorCalls: p.pictures.RegisterOperator, metrics: p.pictures.Metrics},
		{name: "shop", calls: p.shop.Register, operatorCalls: p.shop.RegisterOperator, jobs: p.shop.Jobs, claim: p.shop.Check, figures: p.shop.Figures},
		{name: "price", calls: p.prices.Register, operatorCalls: p.prices.RegisterOperator, jobs: p.prices.Jobs, metrics: p.prices.Metrics},
		{name: "trade", calls: p.trade.Register, operatorCalls: p.trade.RegisterOperator, jobs: p.trade.Jobs, check: p.trade.Check},
		{name: "swap", calls: p.swap.Register, jobs: p.swap.Jobs},
		{name: "withdrawal", calls: p.withdrawal.Register, operatorCalls: p.withdrawal.RegisterOperator, jobs: p.withdrawal.Jobs,
			claim: p.withdrawal.Check, figures: p.withdrawal.Figures},
		{name: "under way", calls: func(api *httpapi.API) { underway.Register(api, p.payment, p.withdrawal) }},
		{name: "calendar", calls: p.calendar.Register},
		{name: "play", calls: p.play.Register, operatorCalls: p.play.RegisterOperator, jobs: p.play.Jobs, check: p.play.Check},
		{name: "points", calls: points.New(points.Config{Ledger: p.ledger, Chance: p.settings.Chance, Locks: p.withdrawal, Players: p.play}).Register},
		{name: "game", calls: p.game.Register, operatorCalls: p.game.RegisterOperator, jobs: p.game.Jobs, claim: p.game.Check,
			figures: p.game.Figures},
		{name: "solvency", calls: p.solvency.Register, jobs: p.solvency.Jobs, check: p.solvency.Check, figures: p.solvency.Figures},
		{name: "news", calls: p.news.Register, operatorCalls: p.news.RegisterOperator},
		{name: "people", operatorCalls: p.people.RegisterOperator},
		{name: "personal data", calls: p.personal.Register, operatorCalls: p.personal.RegisterOperator},
		{name: "operator", operatorCalls: emergency.RegisterOperator, jobs: p.operator.Jobs, check: p.operator.Check},
		{name: "parameters", operatorCalls: func(o *operator.Service) { p.params.RegisterOperator(o, p.settings.Chance) }},
		{name: "funds", operatorCalls: p.funds.RegisterOperator, jobs: p.funds.Jobs, check: p.funds.Check},
		{name: "boards", operatorCalls: func(o *operator.Service) { registerBoards(o, p) },
			figures: func(tx *sqldb.Tx, set *metrics.Set) error { return board.Figures(tx, p.operator, set) }},
		{name: "checklist", operatorCalls: func(o *operator.Service) { checklistOf(p).RegisterOperator(o) }},
		{name: "parked", jobs: func() []jobs.Job { return []jobs.Job{jobs.Remind(p.db, p.log)} }, figures: jobs.Figures},
	}
}

// registerBoards adds what operators see of the whole.
func registerBoards(o *operator.Service, p *Program) {
	board.Register(o, func() []jobs.Last { return append(p.runner.Board(), p.payer.Board()...) })
	s := board.Sources{Prices: p.prices, Beacon: p.settings.Beacon, Payments: p.payment, Payouts: p.payout}
	for i, n := range p.networks {
		s.Networks = append(s.Networks, board.Watched{Network: n.Network, Status: p.statusOf(p.watchers[i]), Explorer: n.Explorer})
	}
	s.RegisterOperator(o)
}

// checklistOf is what is missing before the first sale, and where that is read.
func checklistOf(p *Program) checklist.Sources {
	c := p.settings.Config
	s := checklist.Sources{HasOperatorKey: c.OperatorKey != "", HasPersonalKey: c.PersonalKey != "", Database: p.db.Servers,
		Beacon: p.settings.Beacon.Newest, Books: p.ledger, Wallets: p.payout.Overviews,
		EthPrice: func(tx sqldb.Command) (price.Quotation, error) { return p.prices.Find(tx, money.ETH) }}
	for i, n := range p.networks {
		s.Networks = append(s.Networks, checklist.Network{Name: n.Name, Signature: n.AddressSignature, Status: p.statusOf(p.watchers[i]),
			Halt: func(tx *sqldb.Tx) (string, error) {
				why, _, err := p.payment.Incoming.HaltOf(tx, n.Name)
				return why, err
			}})
	}
	return s
}
