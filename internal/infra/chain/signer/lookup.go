package signer

import (
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

// What decisions look up of what was signed before. Each lookup goes by an index,
// and sums are kept in the rows, so none depends on how much was signed in all.
const (
	ofWithdrawal = "d.refusal IS NULL AND d.withdrawal = $1 ORDER BY d.number"
	ofNonce      = "d.refusal IS NULL AND d.is_bump IS NULL AND d.sender = $1 AND d.chain = $2 AND d.nonce = $3"
	highestNonce = "d.refusal IS NULL AND d.is_bump IS NULL AND d.sender = $1 AND d.chain = $2 ORDER BY d.nonce DESC LIMIT 1"
	ofStatement  = "d.refusal IS NULL AND d.is_bump IS NULL AND d.request_id IS NOT NULL AND d.issue = 1 AND d.wallet = $1 AND d.request_id = $2"
	lastOfChain  = "d.refusal IS NULL AND d.chain = $1 AND d.day = $2 ORDER BY d.number DESC LIMIT 1"
	lastOfToken  = "d.refusal IS NULL AND d.chain = $1 AND d.token = $2 AND d.day = $3 ORDER BY d.number DESC LIMIT 1"
	// byStatement and bySigner list what a wallet was paid by one of two times: that
	// of its statements, or that of the signer.
	byStatement = "d.refusal IS NULL AND d.is_bump IS NULL AND d.recipient = $1 AND d.stated_day BETWEEN $2 AND $3"
	bySigner    = "d.refusal IS NULL AND d.is_bump IS NULL AND d.recipient = $1 AND d.day BETWEEN $2 AND $3"
)

// daySpent is what was signed of a token on a platform day, and what of it
// without an approval and with one.
type daySpent struct {
	All       money.Amount `json:"all"`
	Automatic money.Amount `json:"automatic"`
	One       money.Amount `json:"one"`
}

func (d *daySpent) add(e entry, quantity money.Amount) {
	d.All += quantity
	switch len(e.Request.Approvals) {
	case 0:
		d.Automatic += quantity
	case approvalsFew:
		d.One += quantity
	}
}

// addressKey writes an address as entries do.
func addressKey(a common.Address) string { return hexutil.Encode(a[:]) }

func (j *journal) list(condition string, args ...any) (list []entry, err error) {
	err = j.each(condition, args, func(_ int64, _ string, e entry) error {
		list = append(list, e)
		return nil
	})
	return list, err
}

// one is the row of a condition that has one at most.
func (j *journal) one(condition string, args ...any) (e entry, isKnown bool, err error) {
	list, err := j.list(condition, args...)
	if len(list) == 0 || err != nil {
		return entry{}, false, err
	}
	return list[0], true, nil
}

// withdrawal is everything signed for one, in order.
func (j *journal) withdrawal(id string) ([]entry, error) { return j.list(ofWithdrawal, id) }

// nonceUsedBy names the withdrawal that a nonce of a hot wallet was signed for.
func (j *journal) nonceUsedBy(from common.Address, chainID, nonce uint64) (withdrawalID string, isUsed bool, err error) {
	e, isUsed, err := j.one(ofNonce, addressKey(from), chainID, nonce)
	return e.Request.WithdrawalID, isUsed, err
}

// statementUsedBy names the withdrawal that a wallet's statement was signed for.
func (j *journal) statementUsedBy(wallet common.Address, requestID string) (withdrawalID string, isUsed bool, err error) {
	e, isUsed, err := j.one(ofStatement, addressKey(wallet), requestID)
	return e.Request.WithdrawalID, isUsed, err
}

// next is the nonce above the highest one signed.
func (j *journal) next(from common.Address, chainID uint64) (uint64, error) {
	e, isKnown, err := j.one(highestNonce, addressKey(from), chainID)
	if !isKnown {
		return 0, err
	}
	return e.Request.Nonce + 1, nil
}

// gas is what a day's transactions of a request's chain may cost with it, of each
// slot the dearest attempt. earlier is what was signed of its withdrawal.
func (j *journal) gas(day clock.Day, r Request, earlier []entry) (*big.Int, error) {
	last, isKnown, err := j.one(lastOfChain, r.ChainID, int64(day))
	if err != nil {
		return nil, err
	}
	sum := new(big.Int)
	if isKnown {
		if _, isNumber := sum.SetString(last.GasOfDay, 10); !isNumber {
			return nil, j.wrong(fmt.Errorf("%q is no sum of gas", last.GasOfDay))
		}
	}
	dearest := new(big.Int)
	for _, one := range earlier {
		if cost := costMax(one.Request.Fee); one.Request.Issue == r.Issue && one.Day == day && cost.Cmp(dearest) > 0 {
			dearest = cost
		}
	}
	if cost := costMax(r.Fee); cost.Cmp(dearest) > 0 {
		sum.Add(sum, cost.Sub(cost, dearest))
	}
	return sum, nil
}

// spent is what was signed of a token on a day; earlier, which has failed, does
// not count.
func (j *journal) spent(day clock.Day, chainID uint64, token common.Address, earlier []entry) (daySpent, error) {
	last, _, err := j.one(lastOfToken, chainID, addressKey(token), int64(day))
	if err != nil {
		return daySpent{}, err
	}
	spent := last.Spent
	for _, one := range earlier {
		if !one.IsBump && one.Day == day && one.Request.ChainID == chainID && one.Request.Token == token {
			spent.add(one, -one.Quantity)
		}
	}
	return spent, nil
}

// paidAround is what a wallet was paid within a day of an instant, give or take
// what its callers look at more closely.
func (j *journal) paidAround(wallet common.Address, by string, instant time.Time) ([]entry, error) {
	day := int64(clock.DayOf(instant))
	return j.list(by, addressKey(wallet), day-1, day+1)
}

// withSums completes what was signed by its days and the sums up to it.
func (j *journal) withSums(e entry) (entry, error) {
	e.Day = clock.DayOf(e.At)
	earlier, err := j.withdrawal(e.Request.WithdrawalID)
	if err != nil {
		return entry{}, err
	}
	gas, err := j.gas(e.Day, e.Request, earlier)
	if err != nil {
		return entry{}, err
	}
	e.GasOfDay = gas.String()
	if e.Request.isAnchor() {
		return e, nil
	}
	e.StatedDay = clock.DayOf(e.StatedAt)
	if e.Spent, err = j.spent(e.Day, e.Request.ChainID, e.Request.Token, nil); err == nil && !e.IsBump {
		e.Spent.add(e, e.Quantity)
	}
	return e, err
}
