package payout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// queue is what waits to be sent from wallets of one purpose. It is all that the sender
// knows of whom a transaction is for. Each method is part of the transaction in which
// the sender does what it says.
type queue interface {
	// heads are those that may be begun next, the first before the others.
	heads(tx *sqldb.Tx, w *Wallet) ([]head, error)
	// isStopped says that nothing new may begin.
	isStopped(tx sqldb.Command) (stopped bool, err error)
	find(tx sqldb.Command, reference string) (Payout, bool, error)
	save(tx *sqldb.Tx, p Payout) error
	// subject is what the signer is asked to sign.
	subject(w *Wallet, p Payout) (signer.Payout, error)
	// wait records why one that was first cannot be begun, or, without a cause, that
	// it was.
	wait(tx *sqldb.Tx, w *Wallet, one head) error
	// postpone stores one that the signer refused for a time.
	postpone(tx *sqldb.Tx, w *Wallet, p Payout, refusal *signer.Refusal) error
	paid(tx *sqldb.Tx, p Payout) error
	// endLate gives up what was not begun in time.
	endLate(ctx context.Context, l lease) error
}

// head is the first payout of a coin's queue.
type head struct {
	payout Payout
	coin   Coin
	begun  money.Amount
	// isParked: it could not be begun for a cause of its own and is due again.
	isParked bool
	// cause is why it cannot be begun now; without a reason it can.
	cause waitCause
	fee   signer.Fee
}

// waitCause is why a coin's queue waits, or one payout of it.
type waitCause struct {
	reason     string
	expectedAt time.Time
	// isOwn: the cause concerns this payout only, and the others may go first.
	isOwn bool
	err   error
}

// payoutQueue are the payouts, ordered and decided about by people.
type payoutQueue struct{ *shared }

// queueMax bounds the payouts that are told at once why they wait.
const queueMax = 200

var selectWaiting = payoutTable.Select("WHERE network = $1 AND asset = $2 AND state = 'queued' AND reason <> $3 AND " + notParked + " ORDER BY created_at, withdrawal_id LIMIT $4")

func (s payoutQueue) heads(tx *sqldb.Tx, w *Wallet) (list []head, err error) {
	for _, coin := range w.Coins {
		one, found, err := firstOf(tx, w.Network, coin)
		if err != nil {
			return nil, err
		}
		if found {
			if one.begun, err = begunToday(tx, w, coin.Asset); err != nil {
				return nil, err
			}
			list = append(list, one)
		}
	}
	// A parked payout of one coin comes after the payouts of all other coins.
	parked := slices.DeleteFunc(slices.Clone(list), func(h head) bool { return !h.isParked })
	return append(slices.DeleteFunc(list, func(h head) bool { return h.isParked }), parked...), nil
}

// isStopped says that somebody stopped all payouts.
func (s payoutQueue) isStopped(tx sqldb.Command) (stopped bool, err error) {
	if s.Stopped == nil {
		return false, nil
	}
	_, stopped, err = s.Stopped(tx)
	return stopped, err
}

func (s payoutQueue) find(tx sqldb.Command, reference string) (Payout, bool, error) {
	return s.store.payouts.Get(tx, reference)
}

// save stores a payout; a change of state or reason goes into its timeline.
func (s payoutQueue) save(tx *sqldb.Tx, p Payout) error {
	before, _, err := s.store.payouts.Get(tx, p.WithdrawalID)
	if err != nil {
		return err
	}
	p.UpdatedAt = tx.Now()
	if before.State != p.State || before.Reason != p.Reason || before.TxHash != p.TxHash {
		// Whoever ordered it knows of the first line.
		if before.State != "" {
			if err := s.Settlement().Stepped(tx, before.State, p); err != nil {
				return err
			}
		}
		p.steps++
		s.store.event.Add(tx, eventRow{fmt.Sprintf("%s|%06d", p.WithdrawalID, p.steps), p.WithdrawalID,
			Step{State: p.State, Reason: p.Reason, TxHash: p.TxHash, At: tx.Now()}})
	}
	if before.State == Queued && p.State != Queued {
		if _, err := jobs.Unpark(tx, parkedItem(p.WithdrawalID)); err != nil {
			return err
		}
	}
	if p.Approvals == nil {
		// A list, even of nobody, is stored as one.
		p.Approvals = []signer.Approval{}
	}
	s.store.payouts.Put(tx, p)
	if before.State == p.State && before.Proof == p.Proof {
		return nil
	}
	// The books may have a place now for what they had none for.
	forgotten, err := countOf(tx, countForgotten, p.WithdrawalID)
	if err == nil && forgotten > 0 {
		err = readAgain(tx, p.Network)
	}
	return err
}

// wait records why payouts wait: on all of a coin's queue, or on one alone where the
// cause is its own. That one is parked: it is tried again later, and the others go
// first.
func (s payoutQueue) wait(tx *sqldb.Tx, w *Wallet, one head) error {
	o := one.cause
	if !o.isOwn {
		return s.setQueueReason(tx, w, one.coin, o)
	}
	p, found, err := s.find(tx, one.payout.WithdrawalID)
	if err != nil || !found || p.State != Queued {
		return err
	}
	if p.Reason != o.reason {
		s.logWaiting(w, one.coin, o, 1)
	}
	p.Reason, p.ExpectedAt = o.reason, o.expectedAt
	if err := jobs.Park(tx, parkedItem(p.WithdrawalID), o.err, tx.Now().Add(w.Timing.RetryEvery)); err != nil {
		return err
	}
	return s.save(tx, p)
}

// keepsPromise says that a refill which was expected stays expected at its time: while the
// wallet is short, and while something else keeps all payouts waiting in between.
func keepsPromise(reason string) bool {
	return slices.Contains([]string{ReasonShort, ReasonLowGas, ReasonChainUnavailable, ReasonFinality, ReasonHalted, ReasonFeeTooHigh,
		ReasonSignerUnavailable, ReasonStopped}, reason)
}

// setQueueReason gives all queued payouts of a coin one reason. A payout that has
// this reason already keeps the time at which the waiting was expected to end.
func (s payoutQueue) setQueueReason(tx *sqldb.Tx, w *Wallet, coin Coin, o waitCause) error {
	list, err := payouts(tx, selectWaiting, w.Network, coin.Asset, o.reason, queueMax)
	if err != nil || len(list) == 0 {
		return err
	}
	s.logWaiting(w, coin, o, len(list))
	for _, p := range list {
		if p.retryAt.After(tx.Now()) || o.reason == "" && !p.retryAt.IsZero() {
			// The signer refused it alone, which does not end when others can be paid.
			continue
		}
		if p.ExpectedAt.IsZero() || !keepsPromise(p.Reason) || !keepsPromise(o.reason) {
			p.ExpectedAt = o.expectedAt
		}
		p.Reason = o.reason
		if err := s.save(tx, p); err != nil {
			return err
		}
	}
	return nil
}

// logWaiting logs an error where only a person can end the waiting.
func (s *shared) logWaiting(w *Wallet, coin Coin, o waitCause, count int) {
	switch o.reason {
	case ReasonShort, ReasonLowGas, ReasonWouldFail:
		s.Log.Error("payouts wait", "network", w.Network, "asset", coin.Asset, "reason", o.reason, "newly", count, "wallet", w.Address, "error", o.err)
	case ReasonDayCap, ReasonFeeTooHigh, ReasonChainUnavailable:
		s.Log.Warn("payouts wait", "network", w.Network, "asset", coin.Asset, "reason", o.reason, "newly", count, "error", o.err)
	}
}

// undecidedRetryMax is how long at most until the signer is asked again about a
// payout that it could not judge.
const undecidedRetryMax = 10 * time.Minute

// postpone asks again after the usual pause. One about which the signer cannot decide now
// is parked: each question costs the signer seconds, so the pause is as long as the payout
// has been parked already, and undecidedRetryMax at most.
func (s payoutQueue) postpone(tx *sqldb.Tx, w *Wallet, p Payout, refusal *signer.Refusal) error {
	item, pause := parkedItem(p.WithdrawalID), w.Timing.RetryEvery
	if !errors.Is(refusal, signer.ErrUndecided) {
		p.retryAt = tx.Now().Add(pause)
		if _, err := jobs.Unpark(tx, item); err != nil {
			return err
		}
		return s.save(tx, p)
	}
	parked, isParked, err := jobs.FindParked(tx, item)
	if err != nil {
		return err
	}
	if isParked {
		pause = min(max(pause, tx.Now().Sub(parked.Since)), undecidedRetryMax)
	}
	if err := jobs.Park(tx, item, refusal, tx.Now().Add(pause)); err != nil {
		return err
	}
	return s.save(tx, p)
}

func (s payoutQueue) paid(tx *sqldb.Tx, p Payout) error { return s.Settlement().Paid(tx, p) }

// endLate has nothing to do: a payout is of use however late.
func (s payoutQueue) endLate(context.Context, lease) error { return nil }

// jobParked is the name by which operators find parked payouts.
const jobParked = "payout"

// notParked is the condition of the payouts that are not parked.
var notParked = jobs.NotParked(jobParked, "payout_payout.withdrawal_id")

func parkedItem(withdrawal string) jobs.Item { return jobs.Item{Job: jobParked, Subject: withdrawal} }

const queueOrder = " ORDER BY created_at, withdrawal_id LIMIT 1"

var (
	// Parked payouts come last. Somebody may have ordered many payouts to a contract
	// that takes none, or says neither yes nor no.
	selectHead   = payoutTable.Select("WHERE network = $1 AND asset = $2 AND state = 'queued' AND retry_at <= $3 AND " + notParked + queueOrder)
	selectParked = payoutTable.Select("WHERE network = $1 AND asset = $2 AND state = 'queued' AND " + jobs.IsDue(jobParked, "withdrawal_id", "$3") + queueOrder)
)

// firstOf is the first payout of a coin's queue, if there is one.
func firstOf(tx *sqldb.Tx, network string, coin Coin) (first head, found bool, err error) {
	for _, query := range []string{selectHead, selectParked} {
		p, found, err := sqldb.Find(tx, payoutTable.Scan, query, network, coin.Asset, tx.Now())
		if err != nil || found {
			return head{payout: p, coin: coin, isParked: query == selectParked}, found, err
		}
	}
	return first, false, nil
}

func begunToday(tx *sqldb.Tx, w *Wallet, asset money.Asset) (sum money.Amount, err error) {
	_, err = tx.QueryOne(sqldb.Dest(&sum), sumBegunToday, w.Network, asset, clock.DayOf(tx.Now()).Start())
	return sum, err
}
