package game

import (
	"time"

	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const ()

// Waits is what a round waits for.
type Waits string

// What rounds wait for, in this order. A settled one waits for nothing.
const (
	ForEntries Waits = "entries"
	ForAnchor  Waits = "anchor"
	ForBeacon  Waits = "beacon"
	ForPayment Waits = "payment"
)

func (Waits) Values() []string { return each.Texts(ForEntries, ForAnchor, ForBeacon, ForPayment) }

// Sending is what is known of the way of a round's anchor, by whoever sends it.
type Sending struct {
	State  string `json:"state" enum:",queued,broadcast,unknown,mined,final,failed" doc:"Empty where none was ordered, as the lock was too late"`
	Reason string `json:"reason" doc:"Why it waits or failed"`
	TxHash string `json:"txHash"`
}

// sendingFinal is the state of an anchor in a final block.
const sendingFinal = "final"

// StaffRound is a round as operators see it. Amounts are points.
type StaffRound struct {
	Times
	State     State      `json:"state" enum:"open,locked,waiting,drawn,refunded"`
	Reason    Reason     `json:"reason" optional:"true" doc:"By which rule it was refunded"`
	WaitsFor  Waits      `json:"waitsFor" optional:"true" doc:"Empty once it is settled"`
	RefundAt  *time.Time `json:"refundAt" doc:"From when a beacon round that is still unpublished refunds it; null unless it is locked"`
	Entries   int64      `json:"entries"`
	Stakes    int64      `json:"stakes"`
	WorstCase int64      `json:"worstCase" doc:"What it pays if the largest prizes fall on the boxes with the most stakes"`
	Reserved  int64      `json:"reserved" doc:"What the bankroll added to the stakes for the worst case"`
	Prizes    int64      `json:"prizes" doc:"What the boxes pay; 0 until they open"`
	Paid      int64      `json:"paid" doc:"What players got back so far"`
	PaidTo    int64      `json:"paidTo" doc:"Up to which entry"`
	LockedAt  *time.Time `json:"lockedAt"`
	DecidedAt *time.Time `json:"decidedAt"`
	SettledAt *time.Time `json:"settledAt"`
}

// StaffRoundOut is one round with all that decides it.
type StaffRoundOut struct {
	StaffRound
	Totals          []int64   `json:"totals" nullable:"false" doc:"What is staked on each box"`
	Board           []int64   `json:"board" nullable:"false" doc:"What each box pays, in tenths of the stake; empty until it is drawn"`
	Root            string    `json:"root"`
	RootSignature   string    `json:"rootSignature"`
	ReceiptKey      string    `json:"receiptKey"`
	BeaconKey       string    `json:"beaconKey"`
	BeaconSignature string    `json:"beaconSignature"`
	Sending         Sending   `json:"sending" doc:"The way of its anchor, as the sender knows it"`
	Anchor          *Anchor   `json:"anchor" doc:"Where the chain has it; null until the round is decided, or where it has none"`
	ServerTime      time.Time `json:"serverTime"`
}

// StaffEntry is one entry. Amounts are points.
type StaffEntry struct {
	ID      string `json:"id"`
	Period  string `json:"period"`
	EntryNo int64  `json:"entryNo"`
	user.Who
	Box        int64      `json:"box"`
	Amount     int64      `json:"amount"`
	State      EntryState `json:"state"`
	Win        int64      `json:"win"`
	ReceiptKey string     `json:"receiptKey" doc:"The key that signed its receipt"`
	At         time.Time  `json:"at"`
}

// Bankroll is what stands behind all rounds. Amounts are points, a hundredth of a
// USDT each.
type Bankroll struct {
	Bankroll     int64        `json:"bankroll" doc:"What is free and what is reserved"`
	Free         int64        `json:"free" doc:"P.GAME.BANK"`
	Reserved     int64        `json:"reserved" doc:"Of it in rounds that are not settled (P.GAME.RND, beside the stakes)"`
	MostPerRound int64        `json:"mostPerRound" doc:"What the next round may cost at most beyond its stakes"`
	Removable    int64        `json:"removable" doc:"What capital/move can take out: each open round keeps costing at most its share of the rest"`
	Funded       int64        `json:"funded" doc:"What operators ever brought"`
	Returned     int64        `json:"returned" doc:"What operators ever took out again"`
	Stakes       int64        `json:"stakes" doc:"Of all drawn rounds"`
	Prizes       int64        `json:"prizes" doc:"Of all drawn rounds"`
	Barred       Bar          `json:"barred" optional:"true" doc:"Why no entry is taken now"`
	Rounds       []StaffRound `json:"rounds" nullable:"false" doc:"Those that are not settled, newest first"`
	ServerTime   time.Time    `json:"serverTime"`
}

// RegisterOperator adds the operators' calls. None of them touches a round: the rules
// alone draw and refund. What leaves the bankroll does so by a capital move, and no
// open round may come to cost more than its share of what is left.
func (s *Service) RegisterOperator(o *operator.Service) {
	readers := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Support}
	operator.Rows(o, operator.Route{Path: "game/rounds", Roles: readers}, roundList, func(tx *sqldb.Tx, _ operator.Caller, r Round) (StaffRound, error) {
		row, _, err := s.Staff.staffRow(tx, r)
		return row, err
	})
	operator.Detail(o, operator.Route{Path: "game/round", Roles: readers}, roundList, s.Staff.staffRound)
	operator.Rows(o, operator.Route{Path: "game/entries", Roles: readers}, entryList, staffEntry)
	operator.View(o, operator.Route{Path: "game/bankroll", Roles: readers},
		func(tx *sqldb.Tx, _ operator.Caller, _ httpapi.None) (Bankroll, error) { return s.Staff.bankroll(tx) })
}

// BankrollMin is what the bankroll keeps for the rounds that are not settled.
func (s staff) BankrollMin(tx *sqldb.Tx) (money.Amount, error) {
	rounds, err := unsettled(tx)
	return money.Amount(keptFor(rounds)), err
}

// unsettled lists the rounds that still hold points, the newest first.
func unsettled(tx *sqldb.Tx) ([]Round, error) {
	return sqldb.Collect(tx, roundTable.Scan, selectUnsettled, unsettledMax)
}

// unsettledMax is more rounds than three days have.
const unsettledMax = 1000

// keptFor is what must stay free so that none of these rounds costs more than its
// share of the bankroll.
func keptFor(rounds []Round) (most int64) {
	for _, r := range rounds {
		most = max(most, r.Reserved*int64(money.One/exposureShare-1))
	}
	return most
}

// waitsFor is what a round waits for, and how far its anchor came.
func (s staff) waitsFor(tx sqldb.Command, r Round) (w Waits, sent Sending, err error) {
	if r.State != Open {
		if sent, err = s.Chain.Sent(tx, r.ID); err != nil {
			return "", sent, err
		}
	}
	switch {
	case !r.SettledAt.IsZero():
		return "", sent, nil
	case r.State == Open:
		return ForEntries, sent, nil
	case r.State != Locked:
		return ForPayment, sent, nil
	case sent.State != sendingFinal:
		return ForAnchor, sent, nil
	}
	return ForBeacon, sent, nil
}

func (s staff) staffRow(tx sqldb.Command, r Round) (row StaffRound, sent Sending, err error) {
	row = StaffRound{Times: s.views.timesOf(r.period()), State: s.views.stateAt(r.period(), r, tx.Now()), Reason: r.Reason, Entries: r.Entries, Stakes: r.Stakes,
		WorstCase: r.Totals.WorstCase(), Reserved: r.Reserved, Paid: r.Paid, PaidTo: r.PaidTo,
		LockedAt: httpapi.OrNull(r.LockedAt), DecidedAt: httpapi.OrNull(r.DecidedAt), SettledAt: httpapi.OrNull(r.SettledAt)}
	if r.State == Drawn {
		row.Prizes = r.prizes()
	}
	if r.State == Locked {
		row.RefundAt = httpapi.OrNull(s.Beacon.Time(r.BeaconRound).Add(beaconPatience))
	}
	row.WaitsFor, sent, err = s.waitsFor(tx, r)
	return row, sent, err
}

func (s staff) staffRows(tx sqldb.Command, rounds []Round) ([]StaffRound, error) {
	rows := make([]StaffRound, len(rounds))
	for i, r := range rounds {
		var err error
		if rows[i], _, err = s.staffRow(tx, r); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

var (
	// roundList lists rounds; from and to are of the times at which they begin.
	roundList = lists.List[Round]{Table: roundTable, Key: "period", Orders: []lists.Order{lists.Newest("period", "id")},
		Filters: []lists.Filter{lists.OneOf("state", "state", Open, Locked, Drawn, Refunded).Coarse(),
			lists.At("from", "id >= ?", firstPeriod).Doc("Periods that begin then or later"), lists.At("to", "id < ?", firstPeriod).Doc("Periods that begin before")}}
	// entryList lists entries: a round's by their numbers, a user's by time.
	entryList = lists.List[entryRow]{Table: entryTable, Key: "id", Filters: []lists.Filter{lists.Is("period", "round_id"), lists.Is("userId", "user_id")},
		Orders: []lists.Order{{Name: "at", By: []string{"id"}, Without: []string{"period"}},
			{Name: "entryNo", By: []string{"round_id", "no"}, Ascending: true, Without: []string{"userId"}}}}
)

// firstPeriod is the first period that begins at an instant or later, as rounds are named.
func firstPeriod(at time.Time) any { return periodFrom(at).String() }

// periodFrom is the first period that begins at an instant or later.
func periodFrom(at time.Time) Period {
	p := PeriodOf(at)
	if p.OpenAt().Before(at) {
		p++
	}
	return p
}

func (s staff) staffRound(tx *sqldb.Tx, _ operator.Caller, r Round) (out StaffRoundOut, err error) {
	out = StaffRoundOut{Totals: r.Totals[:], Board: []int64{}, Root: r.Root, RootSignature: r.RootSignature, ReceiptKey: r.ReceiptKey,
		BeaconKey: r.BeaconKey, BeaconSignature: r.BeaconSignature, ServerTime: tx.Now()}
	if r.State == Drawn {
		out.Board = r.Board[:]
	}
	if r.Anchor.TxHash != "" {
		out.Anchor = &r.Anchor
	}
	out.StaffRound, out.Sending, err = s.staffRow(tx, r)
	return out, err
}

func staffEntry(_ *sqldb.Tx, _ operator.Caller, e entryRow) (StaffEntry, error) {
	return StaffEntry{ID: e.ID, Period: e.RoundID, EntryNo: e.No, Who: user.Who{UserID: e.UserID}, Box: e.Box, Amount: e.Amount, State: e.State, Win: e.Win,
		ReceiptKey: e.ReceiptKey, At: e.At}, nil
}

func (s staff) bankroll(tx *sqldb.Tx) (out Bankroll, err error) {
	rounds, err := unsettled(tx)
	if err != nil {
		return out, err
	}
	free, err := s.Ledger.Balance(tx, bank)
	if err != nil {
		return out, err
	}
	out = Bankroll{Free: int64(free), ServerTime: tx.Now()}
	for _, r := range rounds {
		out.Reserved += r.Reserved
	}
	out.Bankroll = out.Free + out.Reserved
	out.MostPerRound = int64(exposureShare.Floor(free))
	out.Removable = max(out.Free-keptFor(rounds), 0)
	if out.Funded, out.Returned, err = s.brought(tx); err != nil {
		return out, err
	}
	t, _, err := s.store.totals.Get(tx, theTotal)
	if err != nil {
		return out, err
	}
	out.Stakes, out.Prizes = t.Stakes, t.Prizes
	now := PeriodOf(tx.Now())
	r, _, err := s.store.rounds.Get(tx, now.String())
	if err != nil {
		return out, err
	}
	if out.Barred, err = s.views.barred(tx, r, s.views.stateAt(now, r, tx.Now())); err != nil {
		return out, err
	}
	out.Rounds, err = s.staffRows(tx, rounds)
	return out, err
}

// brought is what operators ever put into the bankroll, and took out again.
func (s staff) brought(tx *sqldb.Tx) (funded, returned int64, err error) {
	in, err := s.Ledger.Funded(tx, bank, time.Time{}, farAway)
	if err != nil {
		return 0, 0, err
	}
	out, err := s.Ledger.Returned(tx, bank)
	return int64(in), int64(out), err
}
