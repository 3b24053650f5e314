package transparency

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

const (
	flowEvery = time.Minute
	// flowEntries bounds the entries of one transaction.
	flowEntries = 2_000
	theReach    = "flow"
)

// flowRow is what the journal moved under one name, all in all.
type flowRow struct {
	id    string
	count int64
	atoms string
}

// reachRow is up to which link of the chain the flows were added up.
type reachRow struct {
	id      string
	seq     int64
	entryID string
}

var (
	flowTable    = sqldb.NewTable[flowRow]("transparency_flow", "id, count, atoms")
	reachTable   = sqldb.NewTable[reachRow]("transparency_reach", "id, seq, entry_id")
	dayFlowTable = sqldb.NewTable[flowRow]("transparency_day_flow", "id, count, atoms")
	saveFlow     = flowTable.Upsert()
	saveDayFlow  = dayFlowTable.Upsert()
	saveReach    = reachTable.Upsert()
	selectFlows  = flowTable.Select("ORDER BY id")
	selectReach  = reachTable.Select("WHERE id = $1")

	selectDayFlows = dayFlowTable.Select("WHERE id >= $1 AND id < $2 ORDER BY id")
)

// addFlows adds up the next entries of the journal, in the transaction in which the
// reach moves, and tells whether there may be more.
func (s *Service) addFlows(ctx context.Context) (more bool, err error) {
	err = s.DB.Background(ctx, func(tx *sqldb.Tx) error {
		reach, _, err := sqldb.Find(tx, reachTable.Scan, selectReach, theReach)
		if err != nil {
			return err
		}
		list, upTo, err := ledger.Flows(tx, ledger.Head{Seq: reach.seq, EntryID: reach.entryID}, flowEntries)
		if err != nil || len(list) == 0 {
			more = false
			return err
		}
		sums, err := flowsOf(tx)
		if err != nil {
			return err
		}
		days := make(map[clock.Day]flows)
		for _, f := range list {
			if days[f.Day] == nil {
				if days[f.Day], err = dayFlowsOf(tx, f.Day); err != nil {
					return err
				}
			}
			name := flowName{f.Type, f.SubType, f.Asset, f.From, f.To}
			saveFlow.Add(tx, sums.add(name, f).row(name.id()))
			saveDayFlow.Add(tx, days[f.Day].add(name, f).row(dayPrefix(f.Day)+name.id()))
		}
		saveReach.Add(tx, reachRow{theReach, upTo.Seq, upTo.EntryID})
		more = upTo.Seq-reach.seq == flowEntries
		return nil
	})
	return more, err
}

// flowName is what tells flows apart.
type flowName struct {
	kind     ledger.Type
	sub      ledger.SubType
	asset    money.Asset
	from, to string
}

func (n flowName) id() string {
	return strings.Join([]string{string(n.kind), string(n.sub), string(n.asset), n.from, n.to}, "|")
}

// flowSum is how often something was moved, and how much.
type flowSum struct {
	count int64
	atoms *big.Int
}

func (s flowSum) row(id string) flowRow {
	return flowRow{id: id, count: s.count, atoms: s.atoms.String()}
}

type flows map[flowName]flowSum

// add adds what was moved to the sum under its name.
func (f flows) add(name flowName, one ledger.Flow) flowSum {
	sum := f[name]
	if sum.atoms == nil {
		sum.atoms = new(big.Int)
	}
	sum.count += one.Count
	sum.atoms.Add(sum.atoms, inAtoms(one.Units, one.Atoms))
	f[name] = sum
	return sum
}

func flowsOf(tx *sqldb.Tx) (flows, error) {
	rows, err := sqldb.Collect(tx, flowTable.Scan, selectFlows)
	return newFlows(rows), err
}

func newFlows(rows []flowRow) flows {
	sums := make(flows)
	for _, row := range rows {
		f := strings.Split(row.id, "|")
		atoms, ok := new(big.Int).SetString(row.atoms, 10)
		if len(f) != 5 || !ok {
			continue
		}
		sums[flowName{ledger.Type(f[0]), ledger.SubType(f[1]), money.Asset(f[2]), f[3], f[4]}] = flowSum{row.count, atoms}
	}
	return sums
}

// dayPrefix begins the keys of a day's flows.
func dayPrefix(day clock.Day) string { return day.String() + "|" }

// dayFlowsOf is what was moved on a day.
func dayFlowsOf(tx *sqldb.Tx, day clock.Day) (flows, error) {
	from := dayPrefix(day)
	rows, err := sqldb.Collect(tx, dayFlowTable.Scan, selectDayFlows, from, from+string(utf8.MaxRune))
	for i := range rows {
		rows[i].id = strings.TrimPrefix(rows[i].id, from)
	}
	return newFlows(rows), err
}

// Moved is what was moved under one heading.
type Moved struct {
	Name     string      `json:"name"`
	Currency money.Asset `json:"currency"`
	Count    int64       `json:"count"`
	Amount   string      `json:"amount"`
}

// heading is which flows the page shows as one figure; an empty field takes any.
type heading struct {
	name     string
	kind     ledger.Type
	sub      ledger.SubType
	from, to string
}

const (
	toRevenue = "O.REV"
	toUser    = "U.AVL"
)

var (
	interestHeading = heading{name: "interest", kind: ledger.MachineIncome, to: toUser}
	// incomeHeadings are what the operator took in fees and sales.
	incomeHeadings = []heading{
		{name: "serviceFees", sub: ledger.ServiceFee, to: toRevenue}, {name: "tradeFees", kind: ledger.HandlingFee, to: toRevenue},
		{name: "withdrawalFees", sub: ledger.WithdrawalFee, to: toRevenue}, {name: "nodes", sub: ledger.NodeStarted, to: toRevenue},
		{name: "goods", sub: ledger.OrderShipped, to: toRevenue}}
	// paidHeadings are what users were paid out of pools and fees.
	paidHeadings = []heading{interestHeading,
		{name: "output", kind: ledger.MiningIncome, to: toUser},
		{name: "acceleration", kind: ledger.TeamAcceleration, to: toUser}, {name: "referral", kind: ledger.ReferralRewards, to: toUser},
		{name: "levels", kind: ledger.LevelRewards, to: toUser}, {name: "dividends", kind: ledger.NodeDividends, to: toUser},
		{name: "principal", sub: ledger.PrincipalReturned, to: toUser}}
)

func (h heading) takes(n flowName) bool {
	return (h.kind == "" || h.kind == n.kind) && (h.sub == "" || h.sub == n.sub) && (h.from == "" || h.from == n.from) && (h.to == "" || h.to == n.to)
}

// under adds up the flows of each heading, by currency.
func (f flows) under(headings []heading) []Moved {
	list := []Moved{}
	for _, h := range headings {
		for _, asset := range currencies {
			sum, count := new(big.Int), int64(0)
			for name, one := range f {
				if name.asset == asset && h.takes(name) {
					sum.Add(sum, one.atoms)
					count += one.count
				}
			}
			if count > 0 {
				list = append(list, Moved{h.name, asset, count, decimal(sum)})
			}
		}
	}
	return slices.Clip(list)
}

// Interest is how long what is set aside of it lasts.
type Interest struct {
	Day        string       `json:"day" doc:"The last day that ended"`
	Reserved   money.Amount `json:"reserved" doc:"What is set aside now: all that machines were promised and not paid"`
	Paid       string       `json:"paid" doc:"What machines were paid with effect on that day; more comes to it while payments of it are late"`
	RunwayDays int64        `json:"runwayDays" doc:"Reserved by paid, rounded down: how long it lasts at that rate; 0 where nothing was paid"`
}

// interestOf takes what a day cost from the flows, which hold the journal by days.
func interestOf(tx *sqldb.Tx, pools []Pool) (i Interest, err error) {
	day := clock.DayOf(tx.Now()) - 1
	i.Day = day.String()
	for _, pool := range pools {
		if pool.Pool == ledger.InterestReserved {
			i.Reserved = pool.Amount
		}
	}
	sums, err := dayFlowsOf(tx, day)
	paid := new(big.Int)
	for name, one := range sums {
		if name.asset == money.USDT && interestHeading.takes(name) {
			paid.Add(paid, one.atoms)
		}
	}
	i.Paid = decimal(paid)
	if paid.Sign() > 0 {
		i.RunwayDays = new(big.Int).Div(big.NewInt(int64(i.Reserved)), paid).Int64()
	}
	return i, err
}

// inAtoms joins whole units and atoms that were summed apart.
func inAtoms(units, atoms int64) *big.Int {
	sum := new(big.Int).Mul(big.NewInt(units), big.NewInt(int64(money.Unit)))
	return sum.Add(sum, big.NewInt(atoms))
}

// decimal is a sum of atoms that may be more than an amount can be.
func decimal(atoms *big.Int) string {
	whole, rest := new(big.Int).QuoRem(atoms, big.NewInt(int64(money.Unit)), new(big.Int))
	fraction, isPart := strings.CutPrefix(money.Amount(rest.Int64()).String(), "0.")
	if !isPart {
		return whole.String()
	}
	return whole.String() + "." + fraction
}
