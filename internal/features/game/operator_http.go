package game

import (
	"strconv"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	staffRoundList = "game rounds for operators "
	staffEntryList = "game entries for operators "
)

// Waits is what a round waits for.
type Waits string

// What rounds wait for, in this order. A settled one waits for nothing.
const (
	ForEntries Waits = "entries"
	ForAnchor  Waits = "anchor"
	ForBeacon  Waits = "beacon"
	ForPayment Waits = "payment"
)

// Sending is what is known of the way of a round's anchor, by whoever sends it.
type Sending struct {
	State  string `json:"state" doc:"queued, broadcast, unknown, mined, final or failed; empty where none was ordered, as the lock was too late"`
	Reason string `json:"reason" doc:"Why it waits or failed"`
	TxHash string `json:"txHash"`
}

// pointWorth is what lies behind one point.
const pointWorth = money.Unit / 100

// sendingFinal is the state of an anchor in a final block.
const sendingFinal = "final"

// StaffRound is a round as operators see it. Amounts are points.
type StaffRound struct {
	Times
	State     State      `json:"state" enum:"open,locked,waiting,drawn,refunded"`
	Reason    string     `json:"reason" enum:",no_anchor,conflicting_anchor,no_beacon" doc:"By which rule it was refunded"`
	WaitsFor  Waits      `json:"waitsFor" enum:",entries,anchor,beacon,payment" doc:"Empty once it is settled"`
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

// StaffRoundsIn asks for rounds, the newest first.
type StaffRoundsIn struct {
	httpapi.Page
	State State     `json:"state,omitempty" doc:"open, locked, drawn or refunded; without it all"`
	From  time.Time `json:"from,omitzero" doc:"Periods that begin then or later"`
	To    time.Time `json:"to,omitzero" doc:"Periods that begin before"`
}

// Check refuses a state that no stored round has, and times the wrong way round.
func (in *StaffRoundsIn) Check() error {
	switch {
	case selectRoundsIn[in.State] == "":
		return fault.Invalid("state")
	case !in.From.IsZero() && !in.To.IsZero() && !in.From.Before(in.To):
		return fault.Invalid("to")
	}
	return in.Page.Check()
}

// StaffRoundIn names a round.
type StaffRoundIn struct {
	Period string `json:"period"`
}

// Check refuses what is no period.
func (in StaffRoundIn) Check() error {
	if _, err := ParsePeriod(in.Period); err != nil {
		return fault.Invalid("period")
	}
	return nil
}

// StaffEntriesIn asks for the entries of a round, or of a user.
type StaffEntriesIn struct {
	httpapi.Page
	Period string `json:"period,omitempty" doc:"In the order of their numbers"`
	UserID string `json:"userId,omitempty" doc:"The newest first"`
}

// Check refuses what names neither or both.
func (in *StaffEntriesIn) Check() error {
	if in.UserID == "" {
		if err := (StaffRoundIn{in.Period}).Check(); err != nil {
			return err
		}
	} else if in.Period != "" {
		return fault.Invalid("userId")
	}
	return in.Page.Check()
}

// StaffEntry is one entry. Amounts are points.
type StaffEntry struct {
	Period     string     `json:"period"`
	EntryNo    int64      `json:"entryNo"`
	UserID     string     `json:"userId"`
	Box        int64      `json:"box"`
	Amount     int64      `json:"amount"`
	State      EntryState `json:"state" enum:"not_drawn,won,no_prize,refunded"`
	Win        int64      `json:"win"`
	ReceiptKey string     `json:"receiptKey" doc:"The key that signed its receipt"`
	At         time.Time  `json:"at"`

	id string
}

// Bankroll is what stands behind all rounds. Amounts are points, a hundredth of a
// USDT each.
type Bankroll struct {
	Bankroll      int64        `json:"bankroll" doc:"What is free and what is reserved"`
	Free          int64        `json:"free" doc:"P.GAME.BANK"`
	Reserved      int64        `json:"reserved" doc:"Of it in rounds that are not settled (P.GAME.RND, beside the stakes)"`
	MostPerRound  int64        `json:"mostPerRound" doc:"What the next round may cost at most beyond its stakes"`
	Removable     int64        `json:"removable" doc:"What capital/move can take out: each open round keeps costing at most its share of the rest"`
	RemovableUSDT money.Amount `json:"removableUsdt"`
	Funded        int64        `json:"funded" doc:"What operators ever brought"`
	Returned      int64        `json:"returned" doc:"What operators ever took out again"`
	Stakes        int64        `json:"stakes" doc:"Of all drawn rounds"`
	Prizes        int64        `json:"prizes" doc:"Of all drawn rounds"`
	Barred        string       `json:"barred" enum:",closed,stopped,clock,full" doc:"Why no entry is taken now"`
	Rounds        []StaffRound `json:"rounds" nullable:"false" doc:"Those that are not settled, newest first"`
	ServerTime    time.Time    `json:"serverTime"`
}

// RegisterOperator adds the operators' calls. None of them touches a round: the rules
// alone draw and refund. What leaves the bankroll does so by a capital move, and no
// open round may come to cost more than its share of what is left.
func (s *Service) RegisterOperator(o *operator.Service) {
	readers := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Support}
	operator.View(o, operator.Route{Path: "game/rounds", Roles: readers}, s.staffRounds)
	operator.View(o, operator.Route{Path: "game/round", Roles: readers}, s.staffRound)
	operator.View(o, operator.Route{Path: "game/entries", Roles: readers}, s.staffEntries)
	operator.View(o, operator.Route{Path: "game/bankroll", Roles: readers},
		func(tx *sqldb.Tx, _ operator.Caller, _ httpapi.None) (Bankroll, error) { return s.bankroll(tx) })
	o.HoldBack(bank, func(tx *sqldb.Tx) (money.Amount, error) {
		rounds, err := unsettled(tx)
		return money.Amount(keptFor(rounds)), err
	})
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
func (s *Service) waitsFor(tx *sqldb.Tx, r Round) (w Waits, sent Sending, err error) {
	if r.State != Open {
		if sent, err = s.chain.Sent(tx, r.ID); err != nil {
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

func (s *Service) staffRow(tx *sqldb.Tx, r Round) (row StaffRound, sent Sending, err error) {
	row = StaffRound{Times: s.timesOf(r.period()), State: s.stateAt(r.period(), r, tx.Now()), Reason: r.Reason, Entries: r.Entries, Stakes: r.Stakes,
		WorstCase: r.Totals.WorstCase(), Reserved: r.Reserved, Paid: r.Paid, PaidTo: r.PaidTo,
		LockedAt: shownTime(r.LockedAt), DecidedAt: shownTime(r.DecidedAt), SettledAt: shownTime(r.SettledAt)}
	if r.State == Drawn {
		row.Prizes = r.prizes()
	}
	if r.State == Locked {
		row.RefundAt = shownTime(s.beacon.Time(r.BeaconRound).Add(beaconPatience))
	}
	row.WaitsFor, sent, err = s.waitsFor(tx, r)
	return row, sent, err
}

func shownTime(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

func (s *Service) staffRows(tx *sqldb.Tx, rounds []Round) ([]StaffRound, error) {
	rows := make([]StaffRound, len(rounds))
	for i, r := range rounds {
		var err error
		if rows[i], _, err = s.staffRow(tx, r); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

func (s *Service) staffRounds(tx *sqldb.Tx, _ operator.Caller, in StaffRoundsIn) (httpapi.List[StaffRound], error) {
	from, first := "", lastRound
	if !in.From.IsZero() {
		from = periodFrom(in.From).String()
	}
	if !in.To.IsZero() {
		first = periodFrom(in.To).String()
	}
	name := staffRoundList + string(in.State) + "|" + from + "|" + first
	return httpapi.Ordered[StaffRound]{Name: name, First: first, ID: func(r StaffRound) string { return r.Period },
		Read: func(before string, limit int) ([]StaffRound, error) {
			rounds, err := sqldb.Collect(tx, roundTable.Scan, selectRoundsIn[in.State], before, from, limit)
			if err != nil {
				return nil, err
			}
			return s.staffRows(tx, rounds)
		},
	}.Page(in.Page)
}

// lastRound lies behind every period's number.
const lastRound = "9"

// periodFrom is the first period that begins at an instant or later.
func periodFrom(at time.Time) Period {
	p := PeriodOf(at)
	if p.OpenAt().Before(at) {
		p++
	}
	return p
}

func (s *Service) staffRound(tx *sqldb.Tx, _ operator.Caller, in StaffRoundIn) (out StaffRoundOut, err error) {
	r, found, err := s.store.rounds.Get(tx, in.Period)
	switch {
	case err != nil:
		return out, err
	case !found:
		return out, fault.NotFound
	}
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

func (s *Service) staffEntries(tx *sqldb.Tx, _ operator.Caller, in StaffEntriesIn) (httpapi.List[StaffEntry], error) {
	if in.UserID != "" {
		return staffEntriesOf(tx, in)
	}
	if _, found, err := s.store.rounds.Get(tx, in.Period); err != nil {
		return httpapi.List[StaffEntry]{}, err
	} else if !found {
		return httpapi.List[StaffEntry]{}, fault.NotFound
	}
	return httpapi.Ordered[StaffEntry]{Name: staffEntryList + in.Period, First: "0", ID: func(e StaffEntry) string { return strconv.FormatInt(e.EntryNo, 10) },
		Read: func(after string, limit int) ([]StaffEntry, error) {
			no, err := strconv.ParseInt(after, 10, 64)
			if err != nil {
				return nil, err
			}
			return sqldb.Collect(tx, scanStaffEntry, selectEntries, in.Period, no, limit)
		},
	}.Page(in.Page)
}

// staffEntriesOf are a user's.
func staffEntriesOf(tx *sqldb.Tx, in StaffEntriesIn) (httpapi.List[StaffEntry], error) {
	if _, err := user.Find(tx, in.UserID); err != nil {
		return httpapi.List[StaffEntry]{}, err
	}
	return httpapi.Ordered[StaffEntry]{Name: staffEntryList + in.UserID, First: lastRound, ID: func(e StaffEntry) string { return e.id },
		Read: func(before string, limit int) ([]StaffEntry, error) {
			return sqldb.Collect(tx, scanStaffEntry, selectMine[""], in.UserID, before, limit)
		},
	}.Page(in.Page)
}

func scanStaffEntry(row *sqldb.Row) (StaffEntry, error) {
	e, err := entryTable.Scan(row)
	return StaffEntry{Period: e.RoundID, EntryNo: e.No, UserID: e.UserID, Box: e.Box, Amount: e.Amount, State: e.State, Win: e.Win,
		ReceiptKey: e.ReceiptKey, At: e.At, id: e.ID}, err
}

func (s *Service) bankroll(tx *sqldb.Tx) (out Bankroll, err error) {
	rounds, err := unsettled(tx)
	if err != nil {
		return out, err
	}
	free, err := s.ledger.Balance(tx, bank)
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
	out.RemovableUSDT = money.Amount(out.Removable) * pointWorth
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
	if out.Barred, err = s.barred(tx, r, s.stateAt(now, r, tx.Now())); err != nil {
		return out, err
	}
	out.Rounds, err = s.staffRows(tx, rounds)
	return out, err
}

// brought is what operators ever put into the bankroll, and took out again.
func (s *Service) brought(tx *sqldb.Tx) (funded, returned int64, err error) {
	in, err := s.ledger.Funded(tx, bank, time.Time{}, farAway)
	if err != nil {
		return 0, 0, err
	}
	out, err := s.ledger.Returned(tx, bank)
	return int64(in), int64(out), err
}
