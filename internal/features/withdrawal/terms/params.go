package terms

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
)

// The networks that are offered; which of them pay is the payouts' matter.
const (
	BEP20 = "BEP-20"
	ERC20 = "ERC-20"
)

// Offer is a currency on a network with its terms.
type Offer struct {
	Asset   money.Asset
	Network string
	// Account is the ledger's class of what lies on the network's chain.
	Account ledger.Class
	// Decimals is how many of an amount's the token has there.
	Decimals                     int
	fee, min, maxRequest, dayMax param.Amount
}

// figures are the defaults of an offer, as texts.
type figures struct{ fee, min, maxRequest, dayMax string }

func newOffer(asset money.Asset, network string, account ledger.Class, decimals int, f figures) Offer {
	name := func(what string) string {
		return fmt.Sprintf("withdrawal.%s.%s.%s", strings.ToLower(strings.ReplaceAll(network, "-", "")), strings.ToLower(string(asset)), what)
	}
	return Offer{Asset: asset, Network: network, Account: account, Decimals: decimals,
		fee:        param.NewAmount(name("fee"), money.MustParse(f.fee), param.WorseHigher),
		min:        param.NewAmount(name("min"), money.MustParse(f.min), param.WorseHigher),
		maxRequest: param.NewAmount(name("request_max"), money.MustParse(f.maxRequest), param.WorseLower),
		dayMax:     param.NewAmount(name("day_max"), money.MustParse(f.dayMax), param.WorseLower)}
}

// Tokens of Binance's chain have 18 decimals, more than an amount.
const sixDecimals = 6

var offers = []Offer{
	newOffer(money.USDT, BEP20, ledger.ChainBEP20, money.Decimals, figures{"1", "10", "10000", "20000"}),
	newOffer(money.ETLD, BEP20, ledger.ChainBEP20, money.Decimals, figures{"2", "20", "50000", "100000"}),
	newOffer(money.ETH, BEP20, ledger.ChainBEP20, money.Decimals, figures{"0.0005", "0.005", "3", "6"}),
	newOffer(money.USDT, ERC20, ledger.ChainERC20, sixDecimals, figures{"5", "50", "10000", "20000"}),
	newOffer(money.ETH, ERC20, ledger.ChainERC20, money.Decimals, figures{"0.003", "0.02", "3", "6"}),
}

// Offers are all of them.
func Offers() []Offer { return slices.Clone(offers) }

// Find is the offer of a currency on a network.
func Find(asset money.Asset, network string) (Offer, bool) {
	for _, o := range offers {
		if o.Asset == asset && o.Network == network {
			return o, true
		}
	}
	return Offer{}, false
}

// caps are a currency's limits in its own amounts, as the payout signer has them
// in its policy file. They must not be wider than that file's: the signer
// refuses what lies between.
type caps struct {
	asset                            money.Asset
	twoFrom, automatic, automaticDay param.Amount
}

func newCaps(asset money.Asset, twoFrom, automatic, automaticDay string) caps {
	prefix := "withdrawal." + strings.ToLower(string(asset)) + "."
	return caps{asset: asset,
		twoFrom:      param.NewAmount(prefix+"two_from", money.MustParse(twoFrom), param.WorseNever),
		automatic:    param.NewAmount(prefix+"automatic_max", money.MustParse(automatic), param.WorseNever),
		automaticDay: param.NewAmount(prefix+"automatic_day_max", money.MustParse(automaticDay), param.WorseNever)}
}

var quantityCaps = []caps{
	newCaps(money.USDT, "1000", "200", "5000"),
	newCaps(money.ETLD, "2000", "400", "10000"),
	newCaps(money.ETH, "0.3", "0.06", "1.5"),
}

// What all currencies come to in USDT, and times.
var (
	worthAutomatic    = param.NewAmount("withdrawal.worth_automatic_max", money.Units(200), param.WorseNever)
	worthTwoFrom      = param.NewAmount("withdrawal.worth_two_from", money.Units(1_000), param.WorseNever)
	worthAutomaticDay = param.NewAmount("withdrawal.worth_automatic_day_max", money.Units(5_000), param.WorseNever)
	accountAgeHours   = param.NewInteger("withdrawal.account_age_hours", 24, param.WorseHigher)
	reviewHours       = param.NewInteger("withdrawal.review_hours", 24, param.WorseHigher)
	gameLockHours     = param.NewInteger("withdrawal.game_lock_hours", 24, param.WorseNever)
)

// Parameters lists what an operator can change here.
func Parameters() []param.Defined {
	list := []param.Defined{worthAutomatic, worthTwoFrom, worthAutomaticDay, accountAgeHours, reviewHours, gameLockHours}
	for _, o := range offers {
		list = append(list, o.fee, o.min, o.maxRequest, o.dayMax)
	}
	for _, c := range quantityCaps {
		list = append(list, c.twoFrom, c.automatic, c.automaticDay)
	}
	return list
}

// ErrTermsClash says that withdrawals of some currency would be impossible.
var ErrTermsClash = errors.New("fee < minimum ≤ most per request ≤ most per day, and automatic ≤ two-person, for every currency")

// TermsFitTogether is the rule across the parameters.
func TermsFitTogether(v param.Values) error {
	for _, o := range offers {
		if o.fee.In(v) >= o.min.In(v) || o.min.In(v) > o.maxRequest.In(v) || o.maxRequest.In(v) > o.dayMax.In(v) {
			return fmt.Errorf("%s on %s: %w", o.Asset, o.Network, ErrTermsClash)
		}
	}
	for _, c := range quantityCaps {
		if c.automatic.In(v) > c.twoFrom.In(v) {
			return fmt.Errorf("%s: %w", c.asset, ErrTermsClash)
		}
	}
	if worthAutomatic.In(v) > worthTwoFrom.In(v) {
		return ErrTermsClash
	}
	return nil
}

// Terms are an offer's parameters in effect.
type Terms struct{ Fee, Min, MaxRequest, DayMax money.Amount }

// Terms are those of now.
func (o Offer) Terms(tx sqldb.Command) (Terms, error) {
	v, err := param.AsOf(tx, tx.Now())
	return Terms{Fee: o.fee.In(v), Min: o.min.In(v), MaxRequest: o.maxRequest.In(v), DayMax: o.dayMax.In(v)}, err
}

// capsNow is a currency's quantity limits in effect.
type capsNow struct{ twoFrom, automatic, automaticDay money.Amount }

// Limits decide who must approve and what takes how long.
type Limits struct {
	// WorthAutomatic is up to which worth nobody need approve, WorthTwoFrom from which
	// two must, WorthAutomaticDay what a day takes without approvals; in USDT.
	WorthAutomatic, WorthTwoFrom, WorthAutomaticDay money.Amount
	// ReviewTime is within which a review should be decided, GameLock for how long
	// whoever cancels cannot buy game points.
	ReviewTime, GameLock time.Duration
	accountAge           time.Duration
	caps                 map[money.Asset]capsNow
}

// CurrentLimits are those of now.
func CurrentLimits(tx sqldb.Command) (Limits, error) {
	v, err := param.AsOf(tx, tx.Now())
	l := Limits{WorthAutomatic: worthAutomatic.In(v), WorthTwoFrom: worthTwoFrom.In(v), WorthAutomaticDay: worthAutomaticDay.In(v),
		ReviewTime: time.Duration(reviewHours.In(v)) * time.Hour, GameLock: time.Duration(gameLockHours.In(v)) * time.Hour,
		accountAge: time.Duration(accountAgeHours.In(v)) * time.Hour, caps: make(map[money.Asset]capsNow)}
	for _, c := range quantityCaps {
		l.caps[c.asset] = capsNow{twoFrom: c.twoFrom.In(v), automatic: c.automatic.In(v), automaticDay: c.automaticDay.In(v)}
	}
	return l, err
}

// Assets are the currencies that are offered.
func Assets() (list []money.Asset) {
	for _, c := range quantityCaps {
		list = append(list, c.asset)
	}
	return list
}
