package game

import (
	"time"

	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
)

const (
	// entriesMax bounds the entries of a round: a list of them is an answer.
	entriesMax = 20_000
	// exposureShare is the most of the bankroll that one round may cost.
	exposureShare = 5 * money.One / 100
)

// Round is one game that somebody takes part in. Amounts are points.
type Round struct {
	// ID is the period as people write it.
	ID      string
	State   State
	Reason  Reason
	Entries int64
	Totals  Totals
	Stakes  int64
	// Reserved is what the bankroll added to the stakes.
	Reserved int64
	// Paid is what users got back so far, with the entries up to PaidTo but for those
	// that are parked.
	Paid, PaidTo                    int64
	Root, RootSignature, ReceiptKey string
	// Anchor is the transaction that counts; without a hash there is none. Its address
	// is fixed at the lock.
	Anchor Anchor
	Evidence
	BeaconRound uint64
	// BeaconKey is the beacon's as it was at the lock.
	BeaconKey       string
	BeaconSignature string
	Board           Board

	OpenedAt, LockedAt, DecidedAt, SettledAt time.Time
}

// period is the round's; ids are written by Period.String alone.
func (r Round) period() Period {
	p, _ := ParsePeriod(r.ID)
	return p
}

// add counts a stake and tells what the bankroll must add for the worst case.
func (r *Round) add(box, amount int64) (toReserve int64) {
	r.Entries++
	r.Totals[box-1] += amount
	r.Stakes += amount
	toReserve = max(r.Totals.Exposure()-r.Reserved, 0)
	r.Reserved += toReserve
	return toReserve
}

// isCovered says whether a bankroll of which the round has reserved a part already
// bears what it would have reserved now.
func (r Round) isCovered(bank, toReserve int64) bool {
	bankroll := bank + r.Reserved - toReserve
	return toReserve <= bank && r.Reserved <= int64(exposureShare.Floor(money.Amount(bankroll)))
}

// take counts a stake, and tells what the bankroll must add and whether the round
// bears the stake.
func (r *Round) take(box, amount, bank int64) (toReserve int64, isBorne bool) {
	toReserve = r.add(box, amount)
	return toReserve, r.Entries <= entriesMax && r.isCovered(bank, toReserve)
}

// isFull says that the round bears not even the smallest stake, whatever its box.
func (r Round) isFull(bank int64) bool {
	for box := int64(1); box <= Boxes; box++ {
		with := r
		if _, isBorne := with.take(box, StakeMin, bank); isBorne {
			return false
		}
	}
	return true
}

// left is what the round's account holds of it.
func (r Round) left() int64 {
	if !r.SettledAt.IsZero() {
		return 0
	}
	return r.Stakes + r.Reserved - r.Paid
}

// spread is 10·Σt² − (Σt)² of the stakes on the boxes, in units of 100: what the
// variance of the round's prizes is in proportion to.
func (r Round) spread() (sum int64) {
	for _, stake := range r.Totals {
		// Stakes are whole tens.
		tens := stake / StakeStep
		sum += Boxes * tens * tens
	}
	tens := r.Stakes / StakeStep
	return sum - tens*tens
}

// EntryState is what came of an entry.
type EntryState string

// The states of an entry.
const (
	NotDrawn      EntryState = "not_drawn"
	Won           EntryState = "won"
	NoPrize       EntryState = "no_prize"
	EntryRefunded EntryState = "refunded"
)

func (EntryState) Values() []string { return each.Texts(NotDrawn, Won, NoPrize, EntryRefunded) }

type entryRow struct {
	Entry
	ID, RoundID, UserID string
	// Receipt is the signature of the key over ReceiptText.
	Receipt, ReceiptKey, Player string
	State                       EntryState
	Win                         int64
	At                          time.Time
}

func entryID(roundID, userID string) string { return roundID + "-" + userID }

var (
	bank     = ledger.House(ledger.GameBank, money.GP)
	inRounds = ledger.House(ledger.GameRound, money.GP)
)

func pointsOf(userID string) ledger.Account { return ledger.Of(userID, ledger.Points, money.GP) }
