package transparency

import (
	"math/big"
	"strings"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
)

// Reserves are the newest line, put in order.
type Reserves struct {
	LineOut
	Currencies  []Currency   `json:"currencies" nullable:"false"`
	Assets      []Asset      `json:"assets" nullable:"false" doc:"What each of our addresses holds, by the chain at a final block"`
	Obligations []Obligation `json:"obligations" nullable:"false" doc:"What is owed, by kind; in total what currencies call owed"`
	Own         []Obligation `json:"own" nullable:"false" doc:"What is the operator's, by the books; gas is what was spent of it"`
	Points      Points       `json:"points"`
	Classes     []ClassSum   `json:"classes" nullable:"false" doc:"The books as they are, by class of accounts"`
	Findings    []Found      `json:"findings" nullable:"false" doc:"What this check found, by broken invariant; empty where the books hold"`
	Journal     HeadOut      `json:"journal"`
	Audit       HeadOut      `json:"audit"`
	Lines       []LineOut    `json:"lines" nullable:"false" doc:"The log from the number that was asked for, oldest first"`
}

// LineOut is a line of the public log.
type LineOut struct {
	Number   int64     `json:"number" doc:"0 before the first line"`
	At       time.Time `json:"at"`
	Previous string    `json:"previous" doc:"Hash of the line before"`
	Hash     string    `json:"hash" doc:"SHA-256 over text"`
	Text     string    `json:"text" doc:"All that was added up, as it is hashed"`
}

// Currency is what is owed and what is there of one currency.
type Currency struct {
	Currency money.Asset  `json:"currency"`
	Owed     money.Amount `json:"owed"`
	There    money.Amount `json:"there" doc:"By the chain; what lies where no reading reaches by the books"`
	Unread   money.Amount `json:"unread" doc:"The part of there that is by the books"`
	Own      string       `json:"own" doc:"There less owed; below zero where something is missing"`
	Ratio    string       `json:"ratio" doc:"There to owed, rounded down; empty where nothing is owed"`
}

// Asset is what one address holds.
type Asset struct {
	Network   string       `json:"network"`
	Currency  money.Asset  `json:"currency"`
	Token     string       `json:"token" doc:"The token's contract"`
	Decimals  int          `json:"decimals"`
	Address   string       `json:"address"`
	Units     string       `json:"units" doc:"In the token's own units, as its contract answers"`
	Amount    money.Amount `json:"amount" doc:"Rounded down"`
	Block     uint64       `json:"block"`
	BlockHash string       `json:"blockHash"`
	ReadAt    time.Time    `json:"readAt"`
}

// Obligation is what is owed of one kind.
type Obligation struct {
	Kind     Kind         `json:"kind"`
	Currency money.Asset  `json:"currency"`
	Amount   money.Amount `json:"amount"`
}

// ClassSum is what accounts of a class hold, in atoms or points.
type ClassSum struct {
	Class    ledger.Class `json:"class"`
	Currency string       `json:"currency" doc:"Those that gas is paid in too"`
	Atoms    string       `json:"atoms"`
}

// Points are the game's, and the USDT behind them.
type Points struct {
	Issued int64        `json:"issued"`
	Held   int64        `json:"held" doc:"By users, in the bankroll and in rounds"`
	Behind money.Amount `json:"behind" doc:"USDT; one for a hundred points"`
}

// currencies are what users hold, in the order of the page.
var currencies = []money.Asset{money.USDT, money.ETLD, money.ETH}

// Kind is what something is owed as, or which of the operator's accounts has it.
type Kind string

// Values lists the kinds, those that are owed first.
func (Kind) Values() (list []string) {
	for _, k := range kinds {
		list = append(list, string(k.name))
	}
	for _, k := range ownKinds {
		list = append(list, string(k.name))
	}
	return list
}

// kinds are what is owed, in the order of the page.
var kinds = []struct {
	name    Kind
	classes []ledger.Class
}{
	{"principal", []ledger.Class{ledger.Principal}},
	{"available", []ledger.Class{ledger.Available}},
	{"leaving", []ledger.Class{ledger.Withdraw}},
	{"cooling", []ledger.Class{ledger.Cooling}},
	{"escrow", []ledger.Class{ledger.Order}},
	{"delayed", []ledger.Class{ledger.Delayed}},
	{"points", []ledger.Class{ledger.PointsBacking}},
	{"interest", []ledger.Class{ledger.InterestReserved}},
	{"interestFree", []ledger.Class{ledger.InterestFree}},
	{"emission", []ledger.Class{ledger.Emission}},
	{"dividends", []ledger.Class{ledger.DividendDiamond, ledger.DividendStar, ledger.DividendKing}},
	{"levels", []ledger.Class{ledger.LevelPool}},
	{"bids", []ledger.Class{ledger.Bids}},
	{"suspense", []ledger.Class{ledger.Suspense}},
	{"disputed", []ledger.Class{ledger.Disputed}},
}

// ownKinds are the operator's accounts.
var ownKinds = []struct {
	name   Kind
	prefix string
}{{"capital", "O.CAP"}, {"inventory", "O.INV"}, {"revenue", "O.REV."}, {"gas", "O.EXP."}}

// reservesOf puts a line in order.
func reservesOf(l Line, row lineRow) (r Reserves) {
	r = Reserves{LineOut: row.out(l.Previous), Currencies: []Currency{}, Assets: []Asset{}, Obligations: []Obligation{}, Own: []Obligation{},
		Classes: []ClassSum{}, Findings: append([]Found{}, l.Found...), Lines: []LineOut{}}
	r.Journal, r.Audit = Heads{l.Journal, l.Audit}.out()
	for _, reading := range l.Readings {
		for _, h := range reading.Held {
			amount, _, err := money.FromBaseUnits(h.Units, reading.Decimals)
			if err != nil {
				amount = money.Max
			}
			r.Assets = append(r.Assets, Asset{Network: reading.Network, Currency: reading.Asset, Token: reading.Token.Hex(),
				Decimals: reading.Decimals, Address: h.Address.Hex(), Units: h.Units.String(), Amount: amount,
				Block: reading.Block, BlockHash: reading.BlockHash, ReadAt: reading.At})
		}
	}
	sums := make(map[ledger.Account]money.Amount)
	for _, t := range l.Totals {
		sums[ledger.House(t.Class, t.Asset)] = t.Sum
		r.Classes = append(r.Classes, ClassSum{t.Class, string(t.Asset), big.NewInt(int64(t.Sum)).String()})
	}
	for _, asset := range currencies {
		r.Currencies = append(r.Currencies, currencyOf(l, asset))
		r.addObligations(sums, asset)
	}
	r.Points = Points{Issued: int64(sums[ledger.House(ledger.PointsOut, money.GP)]), Behind: sums[ledger.House(ledger.PointsBacking, money.USDT)],
		Held: int64(sums[ledger.House(ledger.Points, money.GP)] + sums[ledger.House(ledger.GameBank, money.GP)] + sums[ledger.House(ledger.GameRound, money.GP)])}
	return r
}

func (r *Reserves) addObligations(sums map[ledger.Account]money.Amount, asset money.Asset) {
	for _, k := range kinds {
		var sum money.Amount
		for _, class := range k.classes {
			sum += sums[ledger.House(class, asset)]
		}
		if sum != 0 {
			r.Obligations = append(r.Obligations, Obligation{k.name, asset, sum})
		}
	}
	for _, k := range ownKinds {
		var sum money.Amount
		for account, amount := range sums {
			if account.Asset == asset && strings.HasPrefix(string(account.Class), k.prefix) {
				sum += amount
			}
		}
		if sum != 0 {
			r.Own = append(r.Own, Obligation{k.name, asset, sum})
		}
	}
}

// currencyOf adds up one currency. An account of the books on a network whose reading
// has the currency is covered by it, any other counts by the books.
func currencyOf(l Line, asset money.Asset) Currency {
	c := Currency{Currency: asset}
	covered := make(map[string]bool)
	for _, reading := range l.Readings {
		if reading.Asset != asset {
			continue
		}
		covered["A.CHAIN."+reading.Network] = true
		amount, _, err := money.FromBaseUnits(reading.OnChain, reading.Decimals)
		if err != nil {
			amount = money.Max
		}
		c.There += amount
	}
	for _, t := range l.Totals {
		switch {
		case t.Asset != asset:
		case isOwed(t.Class):
			c.Owed += t.Sum
		case strings.HasPrefix(string(t.Class), "A.CHAIN.") && !covered[string(t.Class)]:
			c.Unread += t.Sum
		}
	}
	c.There += c.Unread
	c.Own = signed(c.There - c.Owed)
	if c.Owed > 0 {
		c.Ratio = ratioOf(c.There, c.Owed)
	}
	return c
}

// ratioOf is how often an amount above zero is in another, in ten thousandths, rounded
// down. Of a little that is owed it is more than an amount can be.
func ratioOf(there, owed money.Amount) string {
	const places = 4
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(places), nil)
	ratio := new(big.Int).Div(new(big.Int).Mul(big.NewInt(int64(there)), scale), big.NewInt(int64(owed)))
	text := new(big.Rat).SetFrac(ratio, scale).FloatString(places)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// isOwed says that a class is of users, pools or third parties.
func isOwed(class ledger.Class) bool {
	return strings.HasPrefix(string(class), "U.") || strings.HasPrefix(string(class), "P.") || strings.HasPrefix(string(class), "L.")
}

func signed(a money.Amount) string {
	if a < 0 {
		return "-" + (-a).String()
	}
	return a.String()
}

func (row lineRow) out(previous string) LineOut {
	return LineOut{Number: row.number, At: row.at, Previous: previous, Hash: row.hash, Text: row.text}
}

// newestReserves are the newest line, or nothing before the first.
func newestReserves(tx *sqldb.Tx) (Reserves, error) {
	row, isThere, err := sqldb.Find(tx, lineTable.Scan, selectNewest)
	if err != nil || !isThere {
		return reservesOf(Line{Previous: noHash}, lineRow{}), err
	}
	l, err := ParseLine(row.text)
	return reservesOf(l, row), err
}

// linesFrom are lines of the log as they are stored: whoever reads them verifies them.
func linesFrom(tx *sqldb.Tx, from int64, limit int) ([]LineOut, error) {
	rows, err := sqldb.Collect(tx, lineTable.Scan, selectFrom, from, limit)
	list := make([]LineOut, len(rows))
	for i, row := range rows {
		previous := noHash
		if l, err := ParseLine(row.text); err == nil {
			previous = l.Previous
		}
		list[i] = row.out(previous)
	}
	return list, err
}
