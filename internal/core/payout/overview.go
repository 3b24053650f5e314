package payout

import (
	"errors"
	"math"
	"slices"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const (
	selectCover        = `SELECT asset, balance, at FROM payout_cover WHERE network = $1 ORDER BY asset`
	sumQueued          = `SELECT asset, CAST(SUM(amount) AS BIGINT) FROM payout_payout WHERE network = $1 AND state = 'queued' GROUP BY asset`
	sumOpen            = `SELECT asset, CAST(SUM(amount) AS BIGINT) FROM payout_slot WHERE network = $1 AND state = 'open' GROUP BY asset`
	sumOpenOf          = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM payout_slot WHERE network = $1 AND state = 'open' AND asset = $2`
	countLowGas        = `SELECT COUNT(*) FROM payout_payout WHERE network = $1 AND state = 'queued' AND reason = 'low_gas'`
	countAnchorsLowGas = `SELECT COUNT(*) FROM payout_anchor WHERE network = $1 AND state = 'queued' AND reason = 'low_gas'`
	countByState       = `SELECT state, COUNT(*), MIN(created_at) FROM payout_payout WHERE state NOT IN ('final', 'failed') GROUP BY state`

	attentionMax = 500
	// gasUsual is what a payout is reckoned with where none is at hand to ask the
	// chain about: transfers of usual tokens take 35,000 to 70,000.
	gasUsual = 100_000
)

var lowGasOf = map[Purpose]string{PurposePayouts: countLowGas, PurposeAnchors: countAnchorsLowGas}

// Cover is what a hot wallet holds of a currency and what is asked of it.
type Cover struct {
	Asset money.Asset `json:"-"`
	// Balance is what the chain said at At; zero time: it was not asked yet.
	Balance money.Amount `json:"balance"`
	At      time.Time    `json:"balanceAt,omitzero"`
	// Queued waits for a nonce. OnTheWay has one and is not final.
	Queued   money.Amount `json:"queued"`
	OnTheWay money.Amount `json:"onTheWay"`
	// DayLeft is what the day's cap leaves beside what was begun and waits; nil without a cap.
	DayLeft *money.Amount `json:"-"`
}

// Missing is what must be added before all that is asked can be paid.
func (c Cover) Missing() money.Amount { return max(0, c.Queued+c.OnTheWay-c.Balance) }

// Overview is a hot wallet for operators.
type Overview struct {
	WalletState
	Covers []Cover
	// LowGas is how many payouts or anchors wait because the wallet lacks gas.
	LowGas int64
	// GasLasts is how many payouts the gas is enough for if each takes gasUsual at
	// the highest fee allowed; -1 before the chain was first asked.
	GasLasts int64
}

// Overviews shows every hot wallet.
func (s *Service) Overviews(tx *sqldb.Tx) ([]Overview, error) {
	list := make([]Overview, 0, len(s.wallets))
	for _, w := range s.wallets {
		state, _, err := walletState(tx, w.Network)
		if err != nil {
			return nil, err
		}
		state.Address, state.Purpose = w.Address.Hex(), w.Purpose
		covers, err := coversOf(tx, w)
		if err != nil {
			return nil, err
		}
		o := Overview{WalletState: state, Covers: covers}
		if o.GasLasts, err = w.gasLasts(covers); err != nil {
			return nil, err
		}
		if _, err := tx.QueryOne(sqldb.Dest(&o.LowGas), lowGasOf[w.Purpose], w.Network); err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, nil
}

// gasLasts reckons with what is left of the native coin once that which users
// get of it is out.
func (w *Wallet) gasLasts(covers []Cover) (int64, error) {
	i := slices.IndexFunc(covers, func(c Cover) bool { return c.Asset == w.Native })
	if i < 0 || covers[i].At.IsZero() {
		return -1, nil
	}
	c := covers[i]
	free, err := money.ToBaseUnits(max(0, c.Balance-c.Queued-c.OnTheWay), nativeDecimals)
	if err != nil {
		return 0, err
	}
	lasts := free.Div(free, gasCost(signer.Fee{Gas: gasUsual, FeeCap: w.FeeCapMax}))
	if !lasts.IsInt64() {
		return math.MaxInt64, nil
	}
	return lasts.Int64(), nil
}

func coversOf(tx *sqldb.Tx, w *Wallet) ([]Cover, error) {
	var list []Cover
	at := func(asset money.Asset) *Cover {
		i := slices.IndexFunc(list, func(c Cover) bool { return c.Asset == asset })
		if i < 0 {
			i, list = len(list), append(list, Cover{Asset: asset})
		}
		return &list[i]
	}
	for _, coin := range w.Coins {
		at(coin.Asset)
	}
	at(w.Native)
	err := tx.Query(func(row *sqldb.Row) error {
		var c Cover
		err := row.Scan(&c.Asset, &c.Balance, &c.At)
		at(c.Asset).Balance, at(c.Asset).At = c.Balance, c.At
		return err
	}, selectCover, w.Network)
	if err != nil {
		return nil, err
	}
	queued, err := sqldb.Map[money.Asset, money.Amount](tx, sumQueued, w.Network)
	onTheWay, errOpen := sqldb.Map[money.Asset, money.Amount](tx, sumOpen, w.Network)
	if err := errors.Join(err, errOpen); err != nil {
		return nil, err
	}
	for asset, sum := range queued {
		at(asset).Queued = sum
	}
	for asset, sum := range onTheWay {
		at(asset).OnTheWay = sum
	}
	for _, coin := range w.Coins {
		if begun, err := begunToday(tx, w, coin.Asset); err != nil {
			return nil, err
		} else if coin.DayMax > 0 {
			left := coin.DayMax - begun - at(coin.Asset).Queued
			at(coin.Asset).DayLeft = &left
		}
	}
	return list, nil
}

// OnTheWay is what may have left the chain's wallets and is still in the books:
// what open slots pay of a currency on a network. Whoever compares the chain
// with the books allows for any part of it.
func (s *Service) OnTheWay(tx *sqldb.Tx, network string, asset money.Asset) (money.Amount, error) {
	var sum money.Amount
	_, err := tx.QueryOne(sqldb.Dest(&sum), sumOpenOf, network, asset)
	return sum, err
}

// Attention lists the payouts that wait for a person, oldest first.
func (s *Service) Attention(tx *sqldb.Tx) ([]Payout, error) {
	return payouts(tx, selectState, NeedsAttention, 0, attentionMax)
}

// AttentionList lists what needs a person, and what no node knows of, which may end by
// itself; the oldest first.
var AttentionList = lists.List[Payout]{Table: payoutTable, Key: "withdrawNo", Where: "state IN ('needs_attention', 'unknown')",
	Orders: []lists.Order{lists.First("createdAt", "created_at", "withdrawal_id")}, Filters: []lists.Filter{lists.OneOf("state", "state", NeedsAttention, Unknown).Coarse()}}

// Stat counts the payouts in a state; Oldest is when the first was ordered.
type Stat struct {
	State  State
	Count  int64
	Oldest time.Time
}

// Stats counts every payout that has not ended, for metrics and alarms.
func (s *Service) Stats(tx *sqldb.Tx) ([]Stat, error) {
	return sqldb.Collect(tx, sqldb.Into(func(one *Stat) []any { return sqldb.Dest(&one.State, &one.Count, &one.Oldest) }), countByState)
}
