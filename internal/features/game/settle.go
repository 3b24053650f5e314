package game

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/game/play"
	"etld/internal/infra/beacon"
	"etld/internal/infra/chain"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	jobLock   = "game_lock"
	jobDecide = "game_decide"
	jobPay    = "game_pay"

	// lockEvery is short: an anchor has seconds to get into a block.
	lockEvery   = 500 * time.Millisecond
	decideEvery = time.Second
	payEvery    = 500 * time.Millisecond

	// roundsMax bounds the rounds of one step, payPage the entries that one
	// transaction pays, entryTransfers the transfers of one entry of the journal.
	roundsMax      = 16
	payPage        = 1000
	entryTransfers = 80
	// retryAfter is when a round that failed is tried again. Whoever plays waits.
	retryAfter = 5 * time.Second
)

// Jobs is the scheduled work: rounds that lock, are decided, and are paid.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{
		jobs.Items{Job: jobLock, Max: roundsMax, RetryAfter: retryAfter, Do: s.drawing.lock, Read: func(tx *sqldb.Tx) ([]string, error) {
			return sqldb.Collect(tx, sqldb.One[string], selectToLock, PeriodOf(tx.Now().Add(-openFor)).String(), roundsMax)
		}}.Every(lockEvery, s.DB),
		{Name: jobDecide, Every: decideEvery, Work: s.drawing.decideStep},
		{Name: jobPay, Every: payEvery, Work: s.drawing.payStep, Owed: true},
	}
}

// lock signs the root of a round and has it anchored. An anchor that cannot count
// any more is not sent: the beacon may be known by then.
func (s drawing) lock(tx *sqldb.Tx, roundID string) error {
	r, _, err := s.store.rounds.Get(tx, roundID)
	if err != nil || r.State != Open {
		return err
	}
	entries, err := s.entriesOf(tx, r.ID)
	if err != nil {
		return err
	}
	if int64(len(entries)) != r.Entries {
		return fmt.Errorf("round %s has %d entries, %d are stored", r.ID, r.Entries, len(entries))
	}
	r.State, r.LockedAt, r.ReceiptKey = Locked, tx.Now(), s.ReceiptKey()
	r.Anchor.Address = s.Chain.Sender()
	r.BeaconRound = s.Beacon.Round(r.period().BeaconFrom())
	r.BeaconKey = hexOf(s.Beacon.PublicKey())
	r.Root = Root(entries)
	commitment := Commitment(r.period(), r.Root, r.BeaconRound)
	r.RootSignature = s.Receipts.Sign(RootText(commitment))
	s.store.rounds.Put(tx, r)
	if tx.Now().After(AnchorBy(s.Beacon.Time(r.BeaconRound))) {
		return nil
	}
	return s.Chain.Publish(tx, r.ID, commitment)
}

// entriesOf lists a round's entries in the order of their numbers.
func (s *shared) entriesOf(tx *sqldb.Tx, roundID string) ([]Entry, error) {
	return sqldb.Collect(tx, func(row *sqldb.Row) (Entry, error) {
		e, err := entryTable.Scan(row)
		return e.Entry, err
	}, selectEntriesOfRound, roundID)
}

// decideStep looks at the locked rounds, each by itself: one that must wait holds up
// no other, and one that fails is parked.
func (s drawing) decideStep(ctx context.Context) (more bool, err error) {
	var parked, fresh []Round
	err = s.DB.View(ctx, func(tx *sqldb.Tx) (err error) {
		if parked, err = sqldb.Collect(tx, roundTable.Scan, selectUndecided, tx.Now(), lockedMax); err != nil {
			return err
		}
		fresh, err = sqldb.Collect(tx, roundTable.Scan, selectLocked, lockedMax)
		return err
	})
	if err != nil {
		return false, err
	}
	for i, r := range slices.Concat(parked, fresh) {
		isParked := i < len(parked)
		decided, failure := s.decision(ctx, r)
		if errors.Is(failure, errWait) && !isParked {
			continue
		}
		if failure != nil && !errors.Is(failure, errWait) {
			// What a chain's line broke by would pass for the database's.
			failure = errors.New(failure.Error())
		}
		asked := jobs.Items{Job: jobDecide, RetryAfter: retryAfter, Do: func(tx *sqldb.Tx, _ string) error { return s.decide(tx, decided, failure) }}
		if err := s.DB.Background(ctx, func(tx *sqldb.Tx) error { return asked.Alone(ctx, tx, r.ID, isParked) }, s.store.rounds.Hint(r.ID)); err != nil {
			return false, err
		}
	}
	return false, nil
}

// lockedMax bounds the rounds that wait: more than 24 hours of them, after which
// each is refunded.
const lockedMax = 400

// errWait: the round cannot be decided yet.
var errWait = errors.New("the round must wait")

// decision is the round as chain and beacon decide it. Both are read from outside,
// so it is no part of a transaction; whoever asks again gets the same.
func (s drawing) decision(ctx context.Context, r Round) (Round, error) {
	beaconAt := s.Beacon.Time(r.BeaconRound)
	now := s.DB.Now()
	if now.Before(beaconAt) {
		return r, errWait
	}
	commitment := Commitment(r.period(), r.Root, r.BeaconRound)
	found, err := s.searched(ctx, r, beaconAt)
	if errors.Is(err, chain.ErrNotFinalYet) {
		return r, errWait
	}
	if err != nil {
		return r, err
	}
	// What the row says of an anchor means nothing, but for who was to send it.
	r.Anchor, r.Evidence = Anchor{Address: r.Anchor.Address}, Evidence{Searched: &found.Blocks}
	if first := found.first(r.period()); first != nil {
		r.Anchor, r.Conflict = *first, found.conflict(*first, r.period())
	}
	if r.Reason = refusal(r, commitment); r.Reason != "" {
		r.State = Refunded
		return r, nil
	}
	signature, err := s.Beacon.Signature(ctx, r.BeaconRound)
	switch {
	case errors.Is(err, beacon.ErrNotYet) && now.Before(beaconAt.Add(beaconPatience)):
		return r, errWait
	case errors.Is(err, beacon.ErrNotYet):
		r.State, r.Reason = Refunded, NoBeacon
		return r, nil
	case err != nil:
		return r, err
	}
	r.State, r.BeaconSignature = Drawn, hex.EncodeToString(signature)
	r.Board = Draw(signature, commitment)
	return r, nil
}

// searched is what the chain has of a round: of who sends anchors, or, where that is
// nothing, of who did at the lock, whom the row alone names.
func (s drawing) searched(ctx context.Context, r Round, beaconAt time.Time) (Search, error) {
	from, until, sender := AnchorFrom(beaconAt), AnchorBy(beaconAt), s.Chain.Sender()
	found, err := s.Chain.Search(ctx, cmp.Or(sender, r.Anchor.Address), from, until)
	if err != nil || found.first(r.period()) != nil || sender == "" || cmp.Or(r.Anchor.Address, sender) == sender {
		return found, err
	}
	return s.Chain.Search(ctx, r.Anchor.Address, from, until)
}

// refusal is why a round whose blocks were searched does not count; empty if it does.
func refusal(r Round, commitment string) Reason {
	switch {
	case r.Anchor.TxHash == "":
		return NoAnchor
	case r.Conflict != nil:
		return ConflictingAnchor
	case r.Anchor.Text != commitment:
		return OtherAnchor
	}
	return ""
}

// decide stores a decision, unless another instance was first. Nothing is left to do for
// a round that must wait: it is asked about in each step.
func (s drawing) decide(tx *sqldb.Tx, r Round, failure error) error {
	stored, _, err := s.store.rounds.Get(tx, r.ID)
	if err != nil || stored.State != Locked || errors.Is(failure, errWait) {
		return err
	}
	if failure != nil {
		return failure
	}
	r.DecidedAt = tx.Now()
	s.store.rounds.Put(tx, r)
	return nil
}

// payStep pays the next entries of a round that is decided. What it parks is a round,
// or one entry of a round whose others are paid.
func (s drawing) payStep(ctx context.Context) (more bool, err error) {
	do := func(tx *sqldb.Tx, subject string) error {
		if _, err := ParsePeriod(subject); err == nil {
			return s.pay(ctx, tx, subject)
		}
		return s.payLate(tx, subject)
	}
	return jobs.Items{Job: jobPay, Max: 1, RetryAfter: retryAfter, Do: do, Read: func(tx *sqldb.Tx) ([]string, error) {
		return sqldb.Collect(tx, sqldb.One[string], selectUnpaid, 1)
	}}.Step(ctx, s.DB)
}

// pay settles the next page of a round's entries. One that fails is parked, so that the
// others are paid; what the round has left waits for it.
func (s drawing) pay(ctx context.Context, tx *sqldb.Tx, roundID string) error {
	r, _, err := s.store.rounds.Get(tx, roundID)
	if err != nil || r.PaidTo == r.Entries {
		return err
	}
	page, err := sqldb.Collect(tx, entryTable.Scan, selectEntries, r.ID, r.PaidTo, payPage)
	if err != nil {
		return err
	}
	if len(page) == 0 {
		return fmt.Errorf("round %s lacks the entries from %d on", r.ID, r.PaidTo+1)
	}
	failure := tx.Try(func() error { return s.settle(tx, r.ID, page) })
	if failure == nil || jobs.Passes(ctx, failure) {
		return failure
	}
	r.PaidTo = page[len(page)-1].No
	s.store.rounds.Put(tx, r)
	for _, e := range page {
		if err := (jobs.Items{Job: jobPay, RetryAfter: retryAfter, Do: s.payLate}).Alone(ctx, tx, e.ID, false); err != nil {
			return err
		}
	}
	return nil
}

// payLate settles one entry by itself.
func (s drawing) payLate(tx *sqldb.Tx, entryID string) error {
	e, _, err := s.store.entries.Get(tx, entryID)
	if err != nil || e.State != NotDrawn {
		return err
	}
	return s.settle(tx, e.RoundID, []entryRow{e})
}

// settle pays entries that follow each other, and, after the last of a round, gives
// back what it has left. How far it came moves with the money.
func (s drawing) settle(tx *sqldb.Tx, roundID string, page []entryRow) error {
	r, _, err := s.store.rounds.Get(tx, roundID)
	if err != nil {
		return err
	}
	settle := s.payPrizes
	if r.State == Refunded {
		settle = s.payBack
	}
	outcomes, transfers, err := settle(tx, r, page)
	if err != nil {
		return err
	}
	for _, t := range transfers {
		r.Paid += int64(t.Amount)
	}
	r.PaidTo = max(r.PaidTo, page[len(page)-1].No)
	isOver, err := isPaid(tx, r)
	if err != nil {
		return err
	}
	if isOver {
		if rest := r.left(); rest > 0 {
			transfers = append(transfers, ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.RoundReleased,
				Debit: inRounds, Credit: bank, Amount: money.Amount(rest)})
		}
		r.SettledAt = tx.Now()
		if err := s.addTotal(tx, r); err != nil {
			return err
		}
	}
	s.store.rounds.Put(tx, r)
	if err := s.post(tx, r, transfers); err != nil {
		return err
	}
	return s.Play.Settled(tx, outcomes)
}

// isPaid says that all entries of a round are, also those that were parked.
func isPaid(tx *sqldb.Tx, r Round) (bool, error) {
	if r.PaidTo < r.Entries {
		return false, nil
	}
	unpaid, err := sqldb.Collect(tx, sqldb.One[string], selectUndrawn, r.ID)
	return len(unpaid) == 0, err
}

// payPrizes opens the boxes of a page of entries and tells whose they are.
func (s drawing) payPrizes(tx *sqldb.Tx, r Round, page []entryRow) (outcomes []play.Outcome, transfers []ledger.Transfer, err error) {
	first, last := page[0].No-1, page[len(page)-1].No
	args := make([]any, 0, Boxes+3)
	for _, prize := range r.Board {
		args = append(args, prize)
	}
	if _, err := tx.Exec(settleDrawn, append(args, r.ID, first, last)...); err != nil {
		return nil, nil, err
	}
	if _, err := tx.Exec(settleStates, r.ID, first, last); err != nil {
		return nil, nil, err
	}
	for _, e := range page {
		win := r.Board.Win(e.Entry)
		outcomes = append(outcomes, play.Outcome{UserID: e.UserID, Stake: e.Amount, Win: win, StakedAt: e.At})
		if win > 0 {
			transfers = append(transfers, ledger.Transfer{Type: ledger.GameRewards, Debit: inRounds, Credit: pointsOf(e.UserID), Amount: money.Amount(win)})
		}
		if err := s.tellDrawn(tx, r, e); err != nil {
			return nil, nil, err
		}
	}
	return outcomes, transfers, nil
}

// payBack refunds a page of entries and says why.
func (s drawing) payBack(tx *sqldb.Tx, r Round, page []entryRow) (outcomes []play.Outcome, transfers []ledger.Transfer, err error) {
	if _, err := tx.Exec(settleRefund, r.ID, page[0].No-1, page[len(page)-1].No); err != nil {
		return nil, nil, err
	}
	for _, e := range page {
		outcomes = append(outcomes, play.Outcome{UserID: e.UserID, Stake: e.Amount, Win: e.Amount, IsRefunded: true, StakedAt: e.At})
		transfers = append(transfers, ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.RoundRefund,
			Debit: inRounds, Credit: pointsOf(e.UserID), Amount: money.Amount(e.Amount)})
		if err := s.notifyRefund(tx, r, e); err != nil {
			return nil, nil, err
		}
	}
	return outcomes, transfers, nil
}

// post posts transfers as entries of the round. They take effect when the round was
// decided by the rules, however late the server came to it.
func (s drawing) post(tx sqldb.Command, r Round, transfers []ledger.Transfer) error {
	accounts := []ledger.Account{inRounds, bank}
	for _, t := range transfers {
		accounts = append(accounts, t.Credit)
	}
	if err := s.Ledger.Load(tx, accounts); err != nil {
		return err
	}
	for len(transfers) > 0 {
		n := min(len(transfers), entryTransfers)
		if _, err := s.Ledger.Post(tx, ledger.Entry{At: s.effectOf(r), RefType: ledger.RefRound, RefID: r.ID, Transfers: transfers[:n]}); err != nil {
			return err
		}
		transfers = transfers[n:]
	}
	return nil
}

// effectOf is when a round's outcome was fixed.
func (s drawing) effectOf(r Round) time.Time {
	at := s.Beacon.Time(r.BeaconRound)
	if r.Reason == NoBeacon {
		at = at.Add(beaconPatience)
	}
	return at
}

// addTotal counts a settled round.
func (s drawing) addTotal(tx sqldb.Command, r Round) error {
	t, _, err := s.store.totals.Get(tx, theTotal)
	if err != nil {
		return err
	}
	t.id = theTotal
	t.count(r)
	s.store.totals.Put(tx, t)
	return nil
}
