package machine

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

const (
	termsVersionLength = 16
	day                = 24 * time.Hour
	// roundBreakEven is the step of the break-even price shown: 0.0001 USDT.
	roundBreakEven = 10_000
)

// Terms are everything a purchase promises. A machine keeps those under which
// it was bought for all its life.
type Terms struct {
	ProductID     string       `json:"productId"`
	Size          string       `json:"size"`
	Price         money.Amount `json:"price"`
	Power         int64        `json:"power"`
	TermDays      int64        `json:"termDays"`
	DailyRate     money.Ratio  `json:"dailyRate"`
	InterestTotal money.Amount `json:"interestTotal"`
	ETLDCap       money.Amount `json:"etldCap"`
	FeeNew        money.Ratio  `json:"feeNew"`
	FeeRepurchase money.Ratio  `json:"feeRepurchase"`
	Shares        Shares       `json:"shares"`
	CreditDays    int64        `json:"creditDays"`
	ExitAfterDays int64        `json:"exitAfterDays"`
}

// Version is the digest that stands for the terms. Equal terms have equal
// versions, so a change that is taken back needs no new review.
func (t Terms) Version() string {
	sum := sha256.Sum256([]byte(t.encode()))
	return hex.EncodeToString(sum[:])[:termsVersionLength]
}

func (t Terms) encode() string {
	text, err := json.Marshal(t)
	if err != nil {
		// A struct of texts and integers always encodes.
		panic(err)
	}
	return string(text)
}

// Term is how long a machine runs.
func (t Terms) Term() time.Duration { return time.Duration(t.TermDays) * day }

// termsOf makes a product's terms with the parameters in effect.
func termsOf(tx *sqldb.Tx, p Product) (Terms, error) {
	t := Terms{ProductID: p.ID, Size: p.Size, Price: p.Price, Power: p.Power, TermDays: p.TermDays, DailyRate: p.DailyRate,
		InterestTotal: p.InterestTotal(), ETLDCap: p.ETLDCap}
	err := readRatios(tx, map[*money.Ratio]ratioParam{
		&t.FeeNew: feeNew, &t.FeeRepurchase: feeRepurchase, &t.Shares.Diamond: shareDiamond, &t.Shares.Star: shareStar,
		&t.Shares.King: shareKing, &t.Shares.Level: shareLevel, &t.Shares.Referral: shareReferral,
	})
	if err != nil {
		return Terms{}, err
	}
	if t.CreditDays, err = creditDays.At(tx); err != nil {
		return Terms{}, err
	}
	t.ExitAfterDays, err = exitAfterDays.At(tx)
	return t, err
}

// Product is an offer of the catalogue.
type Product struct {
	ID        string
	Size      string
	Image     string
	Price     money.Amount
	Power     int64
	TermDays  int64
	DailyRate money.Ratio
	ETLDCap   money.Amount
	UserLimit int64
	// Position orders the catalogue.
	Position int64
	OnSale   bool
	Names    Texts
	Details  Texts
}

// Texts is one text in the languages of the product, by language code.
type Texts map[string]string

// InterestTotal is the interest of the whole term.
func (p Product) InterestTotal() money.Amount {
	return money.MulDivFloor(p.Price, int64(p.DailyRate)*p.TermDays, int64(money.One))
}

// Certainty is the part of a purchase that does not depend on anything.
type Certainty struct {
	// Pay is what leaves the buyer, Back what is certain to come back.
	Pay, Principal, Interest, NetCost money.Amount
}

// certaintyOf is what one machine bought as new costs for certain. The net
// cost is zero where the interest outweighs the fee.
func (t Terms) certaintyOf() Certainty {
	fee := t.feeFor(t.Price, 0)
	return Certainty{Pay: t.Price + fee, Principal: t.Price, Interest: t.InterestTotal, NetCost: max(0, fee-t.InterestTotal)}
}

// estimateOutput is the output of a whole term if every day had this rate.
func (t Terms) estimateOutput(rate money.Amount) money.Amount {
	return min(t.ETLDCap, money.MulDivFloor(rate, t.Power*t.TermDays, 1))
}

// breakEven is the price of ETLD at which the estimated output is worth the
// net certain cost, rounded up to four places; ok is false when no output is
// to be expected.
func (t Terms) breakEven(rate money.Amount) (price money.Amount, ok bool) {
	estimate := t.estimateOutput(rate)
	if estimate <= 0 {
		return 0, false
	}
	step := int64(money.Unit) / roundBreakEven
	steps := money.MulDivCeil(t.certaintyOf().NetCost, roundBreakEven, int64(estimate))
	return steps * money.Amount(step), true
}
