package payout

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// slotsMax bounds the transactions of one wallet that are on their way;
	// nodes keep 16 of an account that pays for them.
	slotsMax = 16
	// attemptsMax bounds a slot's bumps: at 10 % and more each, the fee has
	// grown past any cap by then.
	attemptsMax = 64
)

// slot is a nonce given to one issue of a payout, or to an anchor, with its attempts
// in order.
type slot struct {
	ID      string
	Network string
	Address common.Address
	Nonce   uint64
	// Reference names what it is for within its purpose: a withdrawal's number, or
	// an anchor's reference.
	Purpose   Purpose
	Reference string
	Asset     money.Asset
	Amount    money.Amount
	State     string
	DoubtAt   time.Time
	BumpAfter time.Time
	OpenedAt  time.Time
	ClosedAt  time.Time
	Attempts  []attempt
	// isParked: it could not be followed and is due again.
	isParked bool
}

// item is what operators find it under while it cannot be followed.
func (s slot) item() jobs.Item { return jobs.Item{Job: jobOf(s.Network), Subject: s.Reference} }

// slotOpen is the state of a slot whose nonce is not final.
const slotOpen = "open"

type attempt struct {
	ID         string
	SlotID     string
	Number     int
	Fee        signer.Fee
	Raw        rawBytes
	Hash       common.Hash
	CreatedAt  time.Time
	SignedAt   time.Time
	SentAt     time.Time
	AcceptedAt time.Time
	// Problem is what the node said that did not take it.
	Problem string
}

// rawBytes are a signed transaction, stored in hexadecimal.
type rawBytes []byte

// MarshalText writes the stored form.
func (b rawBytes) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, b), nil }

// UnmarshalText is the reverse of MarshalText.
func (b *rawBytes) UnmarshalText(text []byte) (err error) {
	*b, err = hex.AppendDecode(nil, text)
	return err
}

func (a attempt) isSigned() bool { return len(a.Raw) > 0 }

// newest is the last attempt; every slot has one.
func (s slot) newest() attempt { return s.Attempts[len(s.Attempts)-1] }

// isOut says that an attempt may be on its way. Only the newest one is ever unsigned.
func (s slot) isOut() bool { return s.Attempts[0].isSigned() }

// newestSigned is the last attempt of a slot that may be on its way.
func (s slot) newestSigned() attempt {
	if last := s.newest(); last.isSigned() {
		return last
	}
	return s.Attempts[len(s.Attempts)-2]
}

// lastHeard is when a node last took an attempt, or else when the slot began.
func (s slot) lastHeard() time.Time {
	at := s.OpenedAt
	for _, a := range s.Attempts {
		if a.AcceptedAt.After(at) {
			at = a.AcceptedAt
		}
	}
	return at
}

// hashes are what to look for on the chain, newest first.
func (s slot) hashes() []common.Hash {
	var list []common.Hash
	for i := len(s.Attempts) - 1; i >= 0; i-- {
		if s.Attempts[i].isSigned() {
			list = append(list, s.Attempts[i].Hash)
		}
	}
	return list
}

// gasCost is what a transaction can cost at most in gas, in wei. Of a slot the newest
// attempt's is the highest: each is dearer than the one before.
func gasCost(fee signer.Fee) *big.Int {
	return new(big.Int).Mul(new(big.Int).SetUint64(fee.Gas), new(big.Int).SetUint64(fee.FeeCap))
}

// action is what to do about a slot of which bytes are stored.
type action int

const (
	stay action = iota
	closePaid
	recordMined
	recordReverted
	closeReverted
	recordTakenBack
	recordDoubt
	closeSuperseded
	sign
	resend
	bump
)

// decide says what follows from what the chain says of a slot's nonce. It is
// the whole rule; everything else carries it out.
func decide(s slot, state State, o chain.Outcome, now time.Time, t Timing) action {
	newest := s.newest()
	switch {
	case o.Tx != (common.Hash{}) && o.Succeeded && o.IsFinal:
		return closePaid
	case o.Tx != (common.Hash{}) && o.Succeeded:
		return recordMined
	case o.Tx != (common.Hash{}) && o.IsFinal:
		return closeReverted
	case o.Tx != (common.Hash{}):
		return recordReverted
	case o.IsSuperseded && s.DoubtAt.IsZero():
		return recordDoubt
	case o.IsSuperseded && now.Sub(s.DoubtAt) >= t.DoubtFor:
		return closeSuperseded
	case o.IsSuperseded:
		return stay
	case state == Mined || state == NeedsAttention:
		return recordTakenBack
	case !newest.isSigned():
		return sign
	case newest.SentAt.IsZero():
		return resend
	case len(s.Attempts) < attemptsMax && now.Sub(newest.SignedAt) >= t.StuckAfter && !now.Before(s.BumpAfter):
		return bump
	case now.Sub(newest.SentAt) >= t.ResendEvery:
		return resend
	}
	return stay
}

// bumped is the fee of the next attempt: what the chain asks now, and at least a
// tenth more than before, or nodes refuse to replace. It is false where the cap
// leaves no room.
func bumped(last signer.Fee, quote chain.Quote, feeCapMax uint64) (signer.Fee, bool) {
	next := signer.Fee{Gas: max(last.Gas, quote.Gas), Tip: max(tenthMore(last.Tip), quote.Tip), FeeCap: min(max(tenthMore(last.FeeCap), quote.FeeCap), feeCapMax)}
	next.Tip = min(next.Tip, next.FeeCap)
	return next, next.FeeCap >= tenthMore(last.FeeCap) && next.Tip >= tenthMore(last.Tip)
}

// tenthMore is 110 %, rounded up, and more than before even where that is 0.
func tenthMore(value uint64) uint64 { return value + value/10 + 1 }

var (
	slotTable = sqldb.NewTable[slot]("payout_slot", `id, network, address, nonce, purpose, reference, asset, amount, state, doubt_at, bump_after,
		opened_at, closed_at`)
	attemptTable = sqldb.NewTable[attempt]("payout_attempt", `id, slot_id, number, gas = Fee.Gas, tip = Fee.Tip, fee_cap = Fee.FeeCap, raw, hash,
		created_at, signed_at, sent_at, accepted_at, problem`)
	insertSlot    = slotTable.Insert()
	insertAttempt = attemptTable.Insert()

	selectOpenSlots = slotTable.Select("WHERE network = $1 AND state = 'open' ORDER BY nonce LIMIT $2")
	selectAttempts  = attemptTable.Select("WHERE slot_id = $1 ORDER BY number")
)

const (
	storeBytes    = `UPDATE payout_attempt SET raw = $1, hash = $2, signed_at = $3 WHERE id = $4 AND raw = ''`
	recordSent    = `UPDATE payout_attempt SET sent_at = $1, accepted_at = $2, problem = $3 WHERE id = $4 AND raw <> ''`
	closeSlot     = `UPDATE payout_slot SET state = $1, closed_at = $2 WHERE id = $3 AND state = 'open'`
	doubtSlot     = `UPDATE payout_slot SET doubt_at = $1 WHERE id = $2 AND state = 'open'`
	delayBump     = `UPDATE payout_slot SET bump_after = $1 WHERE id = $2 AND state = 'open'`
	forgetAttempt = `DELETE FROM payout_attempt WHERE id = $1 AND raw = ''`
	forgetSlot    = `DELETE FROM payout_slot WHERE id = $1 AND state = 'open'
		AND NOT EXISTS (SELECT 1 FROM payout_attempt WHERE slot_id = $1)`
	countUnclosed = `SELECT COUNT(*) FROM payout_slot WHERE purpose = $1 AND reference = $2 AND state IN ('open', 'paid')`
	sumBegunToday = `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM payout_slot WHERE network = $1 AND asset = $2 AND opened_at >= $3 AND state IN ('open', 'paid')`
)

func openSlots(tx *sqldb.Tx, network string) ([]slot, error) {
	list, err := sqldb.Collect(tx, slotTable.Scan, selectOpenSlots, network, slotsMax)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Attempts, err = sqldb.Collect(tx, attemptTable.Scan, selectAttempts, list[i].ID); err != nil {
			return nil, fmt.Errorf("payout: attempts of slot %s: %w", list[i].ID, err)
		}
		if len(list[i].Attempts) == 0 {
			return nil, fmt.Errorf("payout: slot %s has no attempt", list[i].ID)
		}
	}
	return list, nil
}

// slotsToFollow are the open slots without those that are parked until later.
func slotsToFollow(tx *sqldb.Tx, network string) (due []slot, err error) {
	open, err := openSlots(tx, network)
	for _, one := range open {
		parked, isParked, err := jobs.FindParked(tx, one.item())
		if err != nil {
			return nil, err
		}
		if one.isParked = isParked; !parked.RetryAt.After(tx.Now()) {
			due = append(due, one)
		}
	}
	return due, err
}
