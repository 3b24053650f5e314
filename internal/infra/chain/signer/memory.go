package signer

import (
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

// linesPerSave bounds what the index holds back while it follows a long journal.
// Its facts lie all over the file, so each time writes most of it.
const linesPerSave = 50_000

// memory is what decisions look up of what was signed before. What it answers
// does not depend on how much was signed in all.
type memory struct {
	journal *journal
	index   *index
}

// walletKey is a hot wallet on a chain.
type walletKey struct {
	from    common.Address
	chainID uint64
}

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

// paid is a payout to a wallet, as far as sums need it.
type paid struct {
	WithdrawalID string         `json:"withdrawal"`
	At           time.Time      `json:"at"`
	StatedAt     time.Time      `json:"wishAt"`
	ChainID      uint64         `json:"chain"`
	Token        common.Address `json:"token"`
	Quantity     money.Amount   `json:"quantity"`
}

func keyOfWithdrawal(id string) string { return "withdrawal|" + id }

func keyOfNonce(w walletKey, nonce uint64) string {
	return fmt.Sprintf("nonce|%s|%d|%d", w.from.Hex(), w.chainID, nonce)
}

func keyOfNext(w walletKey) string { return fmt.Sprintf("next|%s|%d", w.from.Hex(), w.chainID) }

func keyOfStatement(wallet common.Address, id string) string {
	return "statement|" + wallet.Hex() + "|" + id
}

func keyOfSpent(day clock.Day, chainID uint64, token common.Address) string {
	return fmt.Sprintf("spent|%d|%d|%s", day, chainID, token.Hex())
}

func keyOfGas(day clock.Day, chainID uint64) string { return fmt.Sprintf("gas|%d|%d", day, chainID) }

// keyOfPaid lists what a wallet was paid by one of two times: that of its
// statements, or that of the signer.
func keyOfPaid(wallet common.Address, by string, day clock.Day) string {
	return fmt.Sprintf("paid|%s|%s|%d", wallet.Hex(), by, day)
}

const (
	byStatement = "statement"
	bySigner    = "signer"
)

// openMemory brings the index beside a journal up to the journal's end. A
// journal that does not go on where the index ends is refused.
func openMemory(j *journal) (*memory, error) {
	x, err := openIndex(j.path + indexSuffix)
	if err != nil {
		return nil, err
	}
	m := &memory{journal: j, index: x}
	err = j.follow(x.reached, func(e entry, at place) error {
		if err := m.keep(e, at); err != nil || j.Number%linesPerSave != 0 {
			return err
		}
		return x.save(j.position)
	})
	if err == nil {
		err = x.save(j.position)
	}
	x.isFresh = false
	if err != nil {
		return nil, errors.Join(err, x.close())
	}
	return m, nil
}

// keep remembers what was signed.
func (m *memory) keep(e entry, at place) error {
	if e.Refusal != "" {
		return nil
	}
	if err := m.keepGas(e); err != nil {
		return err
	}
	wallet, id := walletKey{e.From, e.Request.ChainID}, e.Request.WithdrawalID
	next, err := m.next(wallet)
	if err != nil {
		return err
	}
	facts := map[string]any{keyOfNonce(wallet, e.Request.Nonce): id, keyOfNext(wallet): max(next, e.Request.Nonce+1)}
	if !e.Request.isAnchor() {
		facts[keyOfStatement(e.Wallet, e.RequestID)] = id
	}
	for key, value := range facts {
		if err := m.index.put(key, value); err != nil {
			return err
		}
	}
	if err := appendFact(m.index, keyOfWithdrawal(id), at); err != nil || e.IsBump || e.Request.isAnchor() {
		return err
	}
	one := paid{id, e.At, e.StatedAt, e.Request.ChainID, e.Request.Token, e.Quantity}
	if err := appendFact(m.index, keyOfPaid(e.Request.Recipient, byStatement, clock.DayOf(e.StatedAt)), one); err != nil {
		return err
	}
	if err := appendFact(m.index, keyOfPaid(e.Request.Recipient, bySigner, clock.DayOf(e.At)), one); err != nil {
		return err
	}
	key := keyOfSpent(clock.DayOf(e.At), e.Request.ChainID, e.Request.Token)
	var spent daySpent
	if _, err := m.index.get(key, &spent); err != nil {
		return err
	}
	spent.add(e, e.Quantity)
	return m.index.put(key, spent)
}

// keepGas adds what an entry makes its slot dearer by on its day.
func (m *memory) keepGas(e entry) error {
	earlier, err := m.withdrawal(e.Request.WithdrawalID)
	if err != nil {
		return err
	}
	day := clock.DayOf(e.At)
	sum, err := m.gas(day, e.Request, earlier)
	if err != nil {
		return err
	}
	return m.index.put(keyOfGas(day, e.Request.ChainID), sum.String())
}

// gas is what a day's transactions of a request's chain may cost with it, of each
// slot the dearest attempt. earlier is what was signed of its withdrawal.
func (m *memory) gas(day clock.Day, r Request, earlier []entry) (*big.Int, error) {
	var text string
	isKnown, err := m.index.get(keyOfGas(day, r.ChainID), &text)
	if err != nil {
		return nil, err
	}
	sum := new(big.Int)
	if isKnown {
		if _, isNumber := sum.SetString(text, 10); !isNumber {
			return nil, m.index.wrong(fmt.Errorf("%q is no sum of gas", text))
		}
	}
	dearest := new(big.Int)
	for _, one := range earlier {
		if cost := costMax(one.Request.Fee); one.Request.Issue == r.Issue && clock.DayOf(one.At) == day && cost.Cmp(dearest) > 0 {
			dearest = cost
		}
	}
	if cost := costMax(r.Fee); cost.Cmp(dearest) > 0 {
		sum.Add(sum, cost.Sub(cost, dearest))
	}
	return sum, nil
}

// withdrawal is everything signed for one, in order.
func (m *memory) withdrawal(id string) ([]entry, error) {
	var places []place
	if _, err := m.index.get(keyOfWithdrawal(id), &places); err != nil {
		return nil, err
	}
	list := make([]entry, 0, len(places))
	for _, at := range places {
		e, err := m.journal.read(at)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// usedBy names the withdrawal that a key of a nonce or a statement belongs to.
func (m *memory) usedBy(key string) (withdrawalID string, isUsed bool, err error) {
	isUsed, err = m.index.get(key, &withdrawalID)
	return withdrawalID, isUsed, err
}

// next is the nonce above the highest one signed.
func (m *memory) next(w walletKey) (next uint64, err error) {
	_, err = m.index.get(keyOfNext(w), &next)
	return next, err
}

// spent is what was signed of a token on a day; earlier, which has failed, does
// not count.
func (m *memory) spent(day clock.Day, chainID uint64, token common.Address, earlier []entry) (spent daySpent, err error) {
	if _, err := m.index.get(keyOfSpent(day, chainID, token), &spent); err != nil {
		return daySpent{}, err
	}
	for _, one := range earlier {
		if !one.IsBump && clock.DayOf(one.At) == day && one.Request.ChainID == chainID && one.Request.Token == token {
			spent.add(one, -one.Quantity)
		}
	}
	return spent, nil
}

// paidAround is what a wallet was paid within a day of an instant, give or take
// what its callers look at more closely.
func (m *memory) paidAround(wallet common.Address, by string, instant time.Time) ([]paid, error) {
	var list []paid
	for day := clock.DayOf(instant) - 1; day <= clock.DayOf(instant)+1; day++ {
		var some []paid
		if _, err := m.index.get(keyOfPaid(wallet, by, day), &some); err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	return list, nil
}

// appendFact adds an item to the list of a key.
func appendFact[T any](x *index, key string, item T) error {
	var list []T
	if _, err := x.get(key, &list); err != nil {
		return err
	}
	return x.put(key, append(list, item))
}
