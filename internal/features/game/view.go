package game

import (
	"math"
	"strconv"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/features/game/play"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Odd is how many boxes hold a prize.
type Odd struct {
	Prize int64 `json:"prize" doc:"In tenths of the stake"`
	Boxes int64 `json:"boxes"`
}

// odds are the same for every round, box, stake and player.
func odds() []Odd {
	list := []Odd{}
	for _, prize := range prizes {
		if n := len(list); n > 0 && list[n-1].Prize == prize {
			list[n-1].Boxes++
		} else {
			list = append(list, Odd{Prize: prize, Boxes: 1})
		}
	}
	return list
}

// returnRate is what of the stakes the prizes return on average, and edge the rest.
const (
	returnRate = "0.97"
	edge       = "0.03"
)

// Times are a period's.
type Times struct {
	Period string    `json:"period" doc:"YYYYMMDD-NNN"`
	OpenAt time.Time `json:"openAt"`
	LockAt time.Time `json:"lockAt" doc:"Until when entries are taken"`
	DrawAt time.Time `json:"drawAt" doc:"About when the boxes open"`
	// BeaconRound decides; its number is known in advance.
	BeaconRound uint64    `json:"beaconRound"`
	BeaconAt    time.Time `json:"beaconAt" doc:"When the beacon publishes that round"`
}

func (s views) timesOf(p Period) Times {
	round := s.Beacon.Round(p.BeaconFrom())
	return Times{Period: p.String(), OpenAt: p.OpenAt(), LockAt: p.LockAt(), DrawAt: p.DrawAt(), BeaconRound: round, BeaconAt: s.Beacon.Time(round)}
}

// Summary is a round as lists show it.
type Summary struct {
	Times
	State   State   `json:"state"`
	Reason  Reason  `json:"reason" optional:"true" doc:"Why it was refunded"`
	Entries int64   `json:"entries"`
	Stakes  int64   `json:"stakes" doc:"Game points"`
	Prizes  int64   `json:"prizes" doc:"Game points that the boxes pay; 0 until they open"`
	Root    string  `json:"root" doc:"Hash of the entries; empty until the lock"`
	Board   []int64 `json:"board" nullable:"false" doc:"What each box pays, in tenths of the stake; empty until it is drawn"`
	Mine    *Mine   `json:"mine" doc:"The caller's entry; null without one"`
}

// summary shows a round; r is the zero Round for a period that has none.
func (s views) summary(p Period, r Round, now time.Time) Summary {
	out := Summary{Times: s.timesOf(p), State: s.stateAt(p, r, now), Reason: r.Reason, Entries: r.Entries, Stakes: r.Stakes, Root: r.Root, Board: []int64{}}
	if r.State == Drawn {
		out.Board, out.Prizes = r.Board[:], r.prizes()
	}
	return out
}

// prizes is what a drawn round pays.
func (r Round) prizes() int64 { return r.Board.pays(r.Totals) }

// stateAt is a period's state as people see it.
func (s views) stateAt(p Period, r Round, now time.Time) State {
	switch {
	case r.ID == "" && now.Before(p.LockAt()):
		return Open
	case r.ID == "":
		return Empty
	case r.State == Open && !now.Before(p.LockAt()):
		return Locked
	case r.State == Locked && !now.Before(s.Beacon.Time(r.BeaconRound)):
		return Waiting
	}
	return r.State
}

// mine shows a user's entry in a round; what a drawn round pays is known before it
// is paid.
func mine(r Round, e entryRow) *Mine {
	m := &Mine{Entry: e.Entry, State: NotDrawn, Receipt: e.Receipt, ReceiptKey: e.ReceiptKey, Player: e.Player}
	switch r.State {
	case Refunded:
		m.State = EntryRefunded
	case Drawn:
		m.State = NoPrize
		if m.Win = r.Board.Win(e.Entry); m.Win > 0 {
			m.State = Won
		}
	case Open, Locked, Waiting, Empty:
	}
	return m
}

// summaryFor is a period's round with a user's entry.
func (s views) summaryFor(tx sqldb.Command, p Period, userID string) (Summary, error) {
	r, found, err := s.store.rounds.Get(tx, p.String())
	if err != nil {
		return Summary{}, err
	}
	out := s.summary(p, r, tx.Now())
	if !found {
		return out, nil
	}
	e, hasJoined, err := s.store.entries.Get(tx, entryID(r.ID, userID))
	if err == nil && hasJoined {
		out.Mine = mine(r, e)
	}
	return out, err
}

// Current is the round of now, and the one before, whose boxes may still be shut.
type Current struct {
	ServerTime time.Time `json:"serverTime"`
	Round      Summary   `json:"round"`
	Previous   Summary   `json:"previous"`
	// Joinable is false while entries are not taken, for the reason.
	Joinable   bool   `json:"joinable"`
	Reason     Bar    `json:"reason" optional:"true" doc:"Why entries are not taken; full is that the bankroll bears none"`
	GamePoints int64  `json:"gamePoints" doc:"What the caller holds"`
	StakeMin   int64  `json:"stakeMin"`
	StakeMax   int64  `json:"stakeMax"`
	StakeStep  int64  `json:"stakeStep"`
	Odds       []Odd  `json:"odds" nullable:"false"`
	ReturnRate string `json:"returnRate" doc:"A share of the stakes, on average"`
	Edge       string `json:"edge"`
}

func (s views) current(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (Current, error) {
	p := PeriodOf(tx.Now())
	out := Current{ServerTime: tx.Now(), StakeMin: StakeMin, StakeMax: StakeMax, StakeStep: StakeStep, Odds: odds(), ReturnRate: returnRate, Edge: edge}
	var err error
	if out.Round, err = s.summaryFor(tx, p, c.UserID); err != nil {
		return out, err
	}
	if out.Previous, err = s.summaryFor(tx, p-1, c.UserID); err != nil {
		return out, err
	}
	held, err := s.Ledger.Balance(tx, pointsOf(c.UserID))
	if err != nil {
		return out, err
	}
	out.GamePoints = int64(held)
	r, _, err := s.store.rounds.Get(tx, p.String())
	if err != nil {
		return out, err
	}
	out.Reason, err = s.barred(tx, r, out.Round.State)
	out.Joinable = out.Reason == ""
	return out, err
}

// roundOf is a period's round with all that is needed to recompute it.
func (s views) roundOf(tx *sqldb.Tx, userID string, p Period) (Document, error) {
	return s.documentOf(tx, userID, p, s.addEntries)
}

// documentOf is roundOf with the entries that addEntries adds once they are known.
func (s views) documentOf(tx *sqldb.Tx, userID string, p Period, addEntries func(tx *sqldb.Tx, r Round, d *Document) error) (Document, error) {
	if p > PeriodOf(tx.Now()) {
		return Document{}, fault.NotFound
	}
	r, found, err := s.store.rounds.Get(tx, p.String())
	if err != nil {
		return Document{}, err
	}
	d := Document{Period: p.String(), State: s.stateAt(p, r, tx.Now()), Reason: r.Reason, OpenAt: p.OpenAt(), LockAt: p.LockAt(), Entries: []Entry{}, Root: r.Root,
		RootSignature: r.RootSignature, ReceiptKey: r.ReceiptKey, BeaconRound: s.Beacon.Round(p.BeaconFrom()), BeaconKey: hexOf(s.Beacon.PublicKey()),
		BeaconSignature: r.BeaconSignature, Board: []int64{}}
	if !found {
		return d, nil
	}
	if r.State == Drawn {
		d.Board = r.Board[:]
	}
	if r.Anchor.TxHash != "" {
		d.Anchor = &r.Anchor
	}
	d.Evidence = r.Evidence
	if r.State != Open {
		d.BeaconRound, d.BeaconKey = r.BeaconRound, r.BeaconKey
		if err := addEntries(tx, r, &d); err != nil {
			return d, err
		}
	}
	e, hasJoined, err := s.store.entries.Get(tx, entryID(r.ID, userID))
	if err == nil && hasJoined {
		d.Mine = mine(r, e)
	}
	return d, err
}

// history lists every period up to the newest that has locked, empty ones too, back
// to the first that somebody took part in.
func (s views) history(tx *sqldb.Tx, c httpapi.Caller, in httpapi.Page) (httpapi.List[Summary], error) {
	var first string
	if _, err := tx.QueryOne(sqldb.Dest(&first), selectFirst); err != nil {
		return httpapi.List[Summary]{}, err
	}
	return httpapi.Ordered[Summary, Summary]{Name: historyList, First: (PeriodOf(tx.Now().Add(-openFor)) + 1).String(),
		ID: func(r Summary) string { return r.Period },
		Read: func(before string, limit int) ([]Summary, error) {
			end, err := ParsePeriod(before)
			oldest, firstErr := ParsePeriod(first)
			if err != nil || firstErr != nil {
				// Nobody has ever taken part.
				return nil, nil
			}
			return s.between(tx, c.UserID, max(oldest, end-Period(limit)), end)
		},
		Row: func(r Summary) (Summary, error) { return r, nil }}.Page(in)
}

// between lists periods, the newest first.
func (s views) between(tx *sqldb.Tx, userID string, from, to Period) ([]Summary, error) {
	rounds, err := sqldb.Collect(tx, roundTable.Scan, selectRoundsOf, from.String(), to.String())
	if err != nil {
		return nil, err
	}
	byID := make(map[string]Round, len(rounds))
	entries := make([]string, len(rounds))
	for i, r := range rounds {
		byID[r.ID] = r
		entries[i] = entryID(r.ID, userID)
	}
	if err := s.store.entries.Load(tx, entries); err != nil {
		return nil, err
	}
	var list []Summary
	for p := to - 1; p >= from; p-- {
		r := byID[p.String()]
		row := s.summary(p, r, tx.Now())
		if r.ID != "" {
			e, hasJoined, err := s.store.entries.Get(tx, entryID(r.ID, userID))
			if err != nil {
				return nil, err
			}
			if hasJoined {
				row.Mine = mine(r, e)
			}
		}
		list = append(list, row)
	}
	return list, nil
}

// RecordIn asks for the caller's entries.
type RecordIn struct {
	httpapi.Page
	State EntryState `query:"state" optional:"true"`
}

// RecordRow is one entry of the caller.
type RecordRow struct {
	Period  string     `json:"period"`
	EntryNo int64      `json:"entryNo"`
	Box     int64      `json:"box"`
	Amount  int64      `json:"amount" doc:"Game points"`
	Win     int64      `json:"win" doc:"Game points"`
	Net     int64      `json:"net" doc:"Game points, below zero for a loss; 0 while it is not drawn or was refunded"`
	State   EntryState `json:"state"`
	Receipt string     `json:"receipt"`
	At      time.Time  `json:"at"`
}

func (s views) records(tx *sqldb.Tx, c httpapi.Caller, in RecordIn) (httpapi.List[RecordRow], error) {
	return httpapi.Ordered[entryRow, RecordRow]{Name: recordList, First: "9", ID: func(e entryRow) string { return e.ID },
		Read: func(before string, limit int) ([]entryRow, error) {
			return sqldb.Collect(tx, entryTable.Scan, selectMine[in.State], c.UserID, before, limit)
		},
		Row: func(e entryRow) (RecordRow, error) { return recordRow(e), nil }}.Page(in.Page)
}

func recordRow(e entryRow) RecordRow {
	row := RecordRow{Period: e.RoundID, EntryNo: e.No, Box: e.Box, Amount: e.Amount, Win: e.Win, State: e.State, Receipt: e.Receipt, At: e.At}
	if e.State == Won || e.State == NoPrize {
		row.Net = e.Win - e.Amount
	}
	return row
}

// Sum is what rounds come to for a user. Refunded ones are not among them.
type Sum struct {
	Rounds int64 `json:"rounds"`
	Staked int64 `json:"staked"`
	Won    int64 `json:"won"`
	Net    int64 `json:"net"`
	// ElapsedSeconds is the length of those rounds.
	ElapsedSeconds int64 `json:"elapsedSeconds"`
}

// Platform is what all rounds came to.
type Platform struct {
	Rounds       int64  `json:"rounds"`
	Voids        int64  `json:"voids" doc:"Rounds that were refunded"`
	Stakes       int64  `json:"stakes"`
	Prizes       int64  `json:"prizes"`
	ActualReturn string `json:"actualReturn" doc:"Prizes as a share of stakes; empty before the first round"`
	// BandLow and BandHigh are between what the return lies with a chance of 95 %.
	BandLow  string `json:"bandLow"`
	BandHigh string `json:"bandHigh"`
}

// Statistics are the game in figures.
type Statistics struct {
	Times
	State      State     `json:"state"`
	ServerTime time.Time `json:"serverTime"`
	Odds       []Odd     `json:"odds" nullable:"false"`
	ReturnRate string    `json:"returnRate"`
	Edge       string    `json:"edge"`
	Mine       struct {
		Today      Sum `json:"today"`
		ThirtyDays Sum `json:"thirtyDays"`
		Total      Sum `json:"total"`
	} `json:"mine"`
	Limits   play.Limits `json:"limits"`
	Platform Platform    `json:"platform"`
}

// shownDays is the window of the caller's recent sums.
const shownDays = 30

func (s views) statistics(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (out Statistics, err error) {
	p := PeriodOf(tx.Now())
	r, _, err := s.store.rounds.Get(tx, p.String())
	if err != nil {
		return out, err
	}
	out = Statistics{Times: s.timesOf(p), State: s.stateAt(p, r, tx.Now()), ServerTime: tx.Now(), Odds: odds(), ReturnRate: returnRate, Edge: edge}
	today := clock.DayOf(tx.Now())
	for _, one := range []struct {
		from Period
		sum  *Sum
	}{{PeriodOf(today.Start()), &out.Mine.Today}, {PeriodOf((today - shownDays + 1).Start()), &out.Mine.ThirtyDays}, {0, &out.Mine.Total}} {
		if _, err := tx.QueryOne(sqldb.Dest(&one.sum.Rounds, &one.sum.Staked, &one.sum.Won), sumMine, c.UserID, one.from.String()); err != nil {
			return out, err
		}
		one.sum.Net = one.sum.Won - one.sum.Staked
		one.sum.ElapsedSeconds = one.sum.Rounds * int64(periodLength/time.Second)
	}
	if out.Limits, err = s.Play.Limits(tx, c.UserID); err != nil {
		return out, err
	}
	out.Platform, err = s.Platform(tx)
	return out, err
}

// Platform is what all rounds came to.
func (s views) Platform(tx sqldb.Command) (Platform, error) {
	t, _, err := s.store.totals.Get(tx, theTotal)
	return t.platform(), err
}

// platform shows the totals. The variance of a round's prizes is that of one box's
// prize, 1.8041, times Σ(t − t̄)²·10/9 over the stakes t on the boxes; of that, spread
// has the part that is not constant.
func (t total) platform() Platform {
	out := Platform{Rounds: t.Rounds, Voids: t.Voids, Stakes: t.Stakes, Prizes: t.Prizes}
	if t.Stakes == 0 {
		return out
	}
	const expected, variance, sigmas = 0.97, 1.8041, 1.96
	stakes := float64(t.Stakes)
	deviation := StakeStep * math.Sqrt(variance*float64(t.Spread)/(Boxes-1)) / stakes
	share := func(f float64) string { return strconv.FormatFloat(max(f, 0), 'f', 4, 64) }
	out.ActualReturn, out.BandLow, out.BandHigh = share(float64(t.Prizes)/stakes), share(expected-sigmas*deviation), share(expected+sigmas*deviation)
	return out
}
