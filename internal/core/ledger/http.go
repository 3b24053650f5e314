package ledger

import (
	"strconv"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Valuer says what an amount is worth in USDT, and when that price was made;
// a zero time means that there is no price.
type Valuer interface {
	Value(asset money.Asset, amount money.Amount) (money.Amount, time.Time)
}

// KeptBack is what a review keeps back of a user's rewards, in USDT.
type KeptBack func(tx *sqldb.Tx, user string) (money.Amount, error)

// BalanceRow is what a user holds of one currency, by what it is for.
type BalanceRow struct {
	Currency  money.Asset   `json:"currency"`
	Available money.Amount  `json:"available" doc:"Can be spent now"`
	Frozen    money.Amount  `json:"frozen" doc:"Held for withdrawals"`
	Locked    money.Amount  `json:"locked" doc:"Principal of machines"`
	Escrow    money.Amount  `json:"escrow" doc:"Cooling-off and orders"`
	Total     money.Amount  `json:"total" doc:"All of the above"`
	Delayed   money.Amount  `json:"delayed" doc:"Rewards that a review keeps back for now; not in the total"`
	USDTValue *money.Amount `json:"usdtValue" doc:"The total in USDT; null without a price"`
	PriceAt   *time.Time    `json:"priceAt"`
}

// Balances is a user's holdings; GP counts whole points.
type Balances struct {
	List       []BalanceRow `json:"list" nullable:"false"`
	GamePoints int64        `json:"gamePoints"`
}

// DetailIn filters movements.
type DetailIn struct {
	httpapi.Page
	Currency money.Asset `query:"currency" optional:"true"`
	Type     Type        `query:"type" optional:"true"`
	From     *clock.Day  `query:"from" doc:"First day, platform zone"`
	To       *clock.Day  `query:"to" doc:"Last day, platform zone"`
	Order    string      `query:"order" optional:"true" enum:"effect,posting" doc:"By which time newest first; by posting there are no days, no months and no sums"`
}

// byPosting is the order in which movements came into the journal.
const byPosting = "posting"

// cursorName ties cursors to the order they were made in.
func (in DetailIn) cursorName() string {
	if in.Order == byPosting {
		return "lines by posting"
	}
	return "lines"
}

// Check refuses a range that ends before it begins, and one of days in the order of posting.
func (in DetailIn) Check() error {
	if in.Order == byPosting && (in.From != nil || in.To != nil) {
		return fault.Invalid("order")
	}
	if in.From != nil && in.To != nil && *in.To < *in.From {
		return fault.Invalid("to")
	}
	return nil
}

// LineRow is one movement.
type LineRow struct {
	ID           string      `json:"id"`
	TxNo         string      `json:"txNo" doc:"The journal entry's number"`
	Currency     money.Asset `json:"currency"`
	Type         Type        `json:"type"`
	SubType      SubType     `json:"subType" optional:"true"`
	Amount       string      `json:"amount" doc:"Signed decimal: negative when it left the available balance"`
	BalanceAfter string      `json:"balanceAfter" doc:"The available balance when it was posted"`
	RefType      RefType     `json:"refType"`
	RefID        string      `json:"refId"`
	Note         string      `json:"note"`
	CreatedAt    time.Time   `json:"createdAt" doc:"When it took effect"`
	PostedAt     time.Time   `json:"postedAt" doc:"When it was posted; not before createdAt"`
	EntryHash    *string     `json:"entryHash" doc:"Link of the journal's hash chain; null until it was made"`
}

// Movements is a page of movements, with what each day and month of it came to.
type Movements struct {
	httpapi.List[LineRow]
	Days   []DayRow   `json:"days" nullable:"false" doc:"The days on the page by time of effect, newest first: all that the filter lets through, also what other pages hold"`
	Months []MonthRow `json:"months" nullable:"false" doc:"The months of these days, newest first: all that the filter lets through"`
}

// DayRow is what the movements of one day and currency come to.
type DayRow struct {
	Day      string      `json:"day"`
	Currency money.Asset `json:"currency"`
	Count    int64       `json:"count"`
	Sum      string      `json:"sum" doc:"Signed decimal"`
}

// MonthRow is what came in and went out in one month and currency.
type MonthRow struct {
	Month    string      `json:"month"`
	Currency money.Asset `json:"currency"`
	Count    int64       `json:"count"`
	In       string      `json:"in"`
	Out      string      `json:"out"`
}

// Register adds the calls about balances.
func (l *Ledger) Register(api *httpapi.API, prices Valuer, delayed KeptBack) {
	httpapi.View(api, httpapi.Op{Path: "/api/userAccount/balance", Tag: "ledger", Personal: "balances", Summary: "Balances by currency and purpose"},
		func(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (Balances, error) {
			return l.balances(tx, c.UserID, prices, delayed)
		})
	httpapi.View(api, httpapi.Op{Path: "/api/userAccount/balanceDetail", Tag: "ledger", Personal: "movements", Summary: "Movements, newest first"}, l.detail)
	statement := httpapi.Op{Path: "/api/userAccount/statement", Tag: "ledger", Summary: "Movements of a range as a file"}
	httpapi.Long[StatementIn, Statement](api, statement, l.statement)
}

func (l *Ledger) balances(tx *sqldb.Tx, user string, prices Valuer, delayed KeptBack) (Balances, error) {
	holdings, err := l.Holdings(tx, user)
	if err != nil {
		return Balances{}, err
	}
	out := Balances{}
	for _, asset := range []money.Asset{money.USDT, money.ETLD, money.ETH} {
		out.List = append(out.List, balanceRow(asset, holdings, prices))
	}
	for _, h := range holdings {
		if h.Class == Points {
			out.GamePoints = int64(h.Balance)
		}
	}
	out.List[0].Delayed, err = delayed(tx, user)
	return out, err
}

func balanceRow(asset money.Asset, holdings []Holding, prices Valuer) BalanceRow {
	row := BalanceRow{Currency: asset}
	for _, h := range holdings {
		if h.Asset != asset {
			continue
		}
		row.Total += h.Balance
		switch h.Class {
		case Available:
			row.Available = h.Balance
		case Withdraw:
			row.Frozen = h.Balance
		case Principal:
			row.Locked = h.Balance
		case Cooling, Order:
			row.Escrow += h.Balance
		default:
			// The other classes count in the total alone.
		}
	}
	if value, at := prices.Value(asset, row.Total); !at.IsZero() {
		row.USDTValue, row.PriceAt = &value, &at
	}
	return row
}

func (l *Ledger) detail(tx *sqldb.Tx, c httpapi.Caller, in DetailIn) (Movements, error) {
	q := LinesQuery{User: c.UserID, Asset: in.Currency, Type: in.Type, Limit: in.Limit()}
	if in.From != nil {
		q.From = in.From.Start()
	}
	if in.To != nil {
		q.To = in.To.End()
	}
	var err error
	if q.After, err = in.position(); err != nil {
		return Movements{}, err
	}
	list := l.Lines
	if in.Order == byPosting {
		list = l.Posted
	}
	lines, err := list(tx, q)
	if err != nil {
		return Movements{}, err
	}
	rows := each.Of(lines, rowOf)
	page := Movements{List: httpapi.NewList(in.Page, in.cursorName(), rows, func(r LineRow) []string {
		return []string{strconv.FormatInt(r.CreatedAt.UnixMicro(), 10), r.ID}
	}), Days: []DayRow{}, Months: []MonthRow{}}
	if len(page.List.List) > 0 && in.Order != byPosting {
		err = l.addSums(tx, q, &page)
	}
	return page, err
}

// position is the last line of the page before.
func (in DetailIn) position() (Position, error) {
	after, err := in.After(in.cursorName(), 2)
	if err != nil || len(after) == 0 {
		return Position{}, err
	}
	micros, err := strconv.ParseInt(after[0], 10, 64)
	if err != nil {
		return Position{}, fault.Invalid("cursor")
	}
	return Position{At: time.UnixMicro(micros), ID: after[1]}, nil
}

func rowOf(line Line) LineRow {
	row := LineRow{ID: line.ID, TxNo: line.EntryID, Currency: line.Asset, Type: line.Type, SubType: line.SubType,
		Amount: line.Asset.Text(line.Amount), BalanceAfter: line.Asset.Text(line.BalanceAfter), RefType: line.RefType, RefID: line.RefID, Note: line.Note,
		CreatedAt: line.At, PostedAt: line.PostedAt}
	if line.EntryHash != "" {
		row.EntryHash = &line.EntryHash
	}
	return row
}
