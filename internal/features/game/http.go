package game

import (
	"encoding/hex"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/core/operator/emergency"
	"etld/internal/features/game/play"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	tag         = "game"
	historyList = "game rounds"
	recordList  = "game entries"
)

// PeriodIn names a period.
type PeriodIn struct {
	Period string `query:"period" minLength:"12" maxLength:"12" pattern:"^[0-9]{8}-[0-9]{3}$"`
}

// JoinIn is a wish to take part. What is missing has refusals of its own.
type JoinIn struct {
	PeriodIn
	Box    int64 `query:"box" optional:"true" doc:"1 to 10"`
	Amount int64 `query:"amount" optional:"true" doc:"100 to 5000 game points in steps of 10"`
	// Player is a hash, and no name: it tells nobody who took part.
	Player string `query:"player" optional:"true" maxLength:"64" pattern:"^([0-9a-f]{64})?$" doc:"A hash by which the receipt is to name its player"`
}

// Check refuses a period that is none, a missing or unknown box, and an amount that
// cannot be staked.
func (in JoinIn) Check() error {
	_, err := ParsePeriod(in.Period)
	switch {
	case err != nil:
		return fault.Invalid("period")
	case in.Box < 1 || in.Box > Boxes:
		return ErrNoBox
	case in.Amount == 0:
		return ErrNoAmount
	case !isStake(in.Amount):
		return ErrAmount
	}
	return nil
}

func (in JoinIn) stake(userID string) Stake {
	p, _ := ParsePeriod(in.Period)
	return Stake{UserID: userID, Period: p, Box: in.Box, Amount: in.Amount, Player: in.Player}
}

// JoinOut is an entry that was taken.
type JoinOut struct {
	Period     string    `json:"period"`
	EntryNo    int64     `json:"entryNo"`
	Box        int64     `json:"box"`
	Amount     int64     `json:"amount" doc:"Game points"`
	Receipt    string    `json:"receipt" doc:"Signature over the entry and its player, hexadecimal: it proves an entry that was left out"`
	ReceiptKey string    `json:"receiptKey"`
	GamePoints int64     `json:"gamePoints" doc:"What the caller holds now"`
	DayRest    int64     `json:"dayRest" doc:"What the caller can still stake today"`
	LossRest   int64     `json:"lossRest" doc:"What the caller can still lose today"`
	LockAt     time.Time `json:"lockAt"`
	DrawAt     time.Time `json:"drawAt"`
	ServerTime time.Time `json:"serverTime"`
}

// ChainIn names a day of rounds.
type ChainIn struct {
	Date string `query:"date" optional:"true" maxLength:"10" doc:"A day as 2006-01-02; without it today"`
}

// ChainRow is a round with all that commits the platform to it.
type ChainRow struct {
	Summary
	RootSignature   string  `json:"rootSignature"`
	ReceiptKey      string  `json:"receiptKey"`
	Anchor          *Anchor `json:"anchor"`
	BeaconSignature string  `json:"beaconSignature"`
}

// Key is a key that signed receipts.
type Key struct {
	Key   string    `json:"key"`
	Since time.Time `json:"since"`
}

// AnchorAddress is an address that sends anchors from a time on, until the next one does.
type AnchorAddress struct {
	Address string    `json:"address"`
	Since   time.Time `json:"since"`
}

// ChainOut is a day's rounds for anybody.
type ChainOut struct {
	Date       string          `json:"date"`
	Rounds     []ChainRow      `json:"rounds" nullable:"false" doc:"Newest first; periods that nobody took part in are left out"`
	Keys       []Key           `json:"receiptKeys" nullable:"false"`
	Anchors    []AnchorAddress `json:"anchorAddresses" nullable:"false" doc:"Who sends the rounds' anchors, the newest first: compare it with what you kept"`
	BeaconKey  string          `json:"beaconKey"`
	Odds       []Odd           `json:"odds" nullable:"false"`
	ReturnRate string          `json:"returnRate"`
	Platform   Platform        `json:"platform"`
	ServerTime time.Time       `json:"serverTime"`
}

// Register adds the calls of the game.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/game/current", Tag: tag, Summary: "The round of now and the one before"}, s.Views.current)
	httpapi.View(api, httpapi.Op{Path: "/api/game/round", Tag: tag, Summary: "All that is needed to recompute a round: what etld verify round reads",
		Faults: []fault.Fault{fault.NotFound}},
		func(tx *sqldb.Tx, c httpapi.Caller, in PeriodIn) (Document, error) {
			p, err := ParsePeriod(in.Period)
			if err != nil {
				return Document{}, fault.Invalid("period")
			}
			return s.Views.documentOf(tx, c.UserID, p, s.Views.addKept)
		})
	httpapi.View(api, httpapi.Op{Path: "/api/game/history", Tag: tag, Summary: "Every period so far, newest first, empty ones too"}, s.Views.history)
	httpapi.View(api, httpapi.Op{Path: "/api/game/myRecord", Tag: tag, Personal: "gameEntries", Summary: "The caller's entries, newest first"}, s.Views.records)
	httpapi.View(api, httpapi.Op{Path: "/api/miner/ztGameTj", Tag: tag, Summary: "The game in figures: the caller's and everybody's"}, s.Views.statistics)
	httpapi.View(api, httpapi.Op{Path: "/api/open/gameChain", Tag: tag, Public: true, Summary: "A day's rounds with their roots, anchors and beacon rounds"},
		func(tx *sqldb.Tx, _ httpapi.Caller, in ChainIn) (ChainOut, error) { return s.Views.gameChain(tx, in) })
	httpapi.Command(api, httpapi.Op{Path: "/api/game/join", Tag: tag, Part: string(emergency.Game), Summary: "Stake points on a box of the open round",
		Faults: []fault.Fault{ErrNoBox, ErrNoAmount, ErrAmount, ErrRobot, ErrClosed, ErrJoined, ErrFewPoints, ErrFull,
			play.ErrLimit, play.ErrBreak, play.ErrAge, play.ErrCheckIsDue}},
		httpapi.CommandSpec[JoinIn, JoinOut]{
			Hints: func(c httpapi.Caller, in JoinIn) []sqldb.Hint { return s.JoinHints(c.UserID, in.stake("").Period) },
			Handle: func(tx sqldb.Command, c httpapi.Caller, in JoinIn) (JoinOut, error) {
				stake := in.stake(c.UserID)
				j, err := s.Join(tx, stake)
				return JoinOut{Period: in.Period, EntryNo: j.Entry.No, Box: j.Entry.Box, Amount: j.Entry.Amount, Receipt: j.Receipt, ReceiptKey: j.ReceiptKey,
					GamePoints: j.Held, DayRest: j.Rest.Stake, LossRest: j.Rest.Loss, LockAt: stake.Period.LockAt(), DrawAt: stake.Period.DrawAt(), ServerTime: tx.Now()}, err
			},
		})
}

// barred is why entries are not taken now; r is the zero Round where nobody takes
// part yet.
func (s views) barred(tx sqldb.Command, r Round, now State) (reason Bar, err error) {
	_, isStopped, err := emergency.Stopped(tx, emergency.Game)
	unable := s.unable(tx.Now())
	switch {
	case err != nil:
		return "", err
	case isStopped, unable == BarStopped:
		return BarStopped, nil
	case now != Open:
		return BarClosed, nil
	case unable != "":
		return unable, nil
	}
	banked, err := s.Ledger.Balance(tx, bank)
	if err == nil && r.isFull(int64(banked)) {
		reason = BarFull
	}
	return reason, err
}

// gameChain shows a day's rounds to anybody.
func (s views) gameChain(tx *sqldb.Tx, in ChainIn) (ChainOut, error) {
	day := clock.DayOf(tx.Now())
	if in.Date != "" {
		var err error
		if day, err = clock.ParseDay(in.Date); err != nil {
			return ChainOut{}, fault.Invalid("date")
		}
	}
	out := ChainOut{Date: day.String(), Rounds: []ChainRow{}, Keys: []Key{}, Anchors: []AnchorAddress{}, BeaconKey: hexOf(s.Beacon.PublicKey()), Odds: odds(),
		ReturnRate: returnRate, ServerTime: tx.Now()}
	rounds, err := s.roundsOf(tx, day)
	if err != nil {
		return out, err
	}
	out.Rounds = rounds
	keys, err := sqldb.Collect(tx, keyTable.Scan, selectKeys)
	if err != nil {
		return out, err
	}
	for _, k := range keys {
		out.Keys = append(out.Keys, Key{Key: k.ID, Since: k.Since})
	}
	anchors, err := sqldb.Collect(tx, anchorTable.Scan, selectAnchors)
	if err != nil {
		return out, err
	}
	out.Anchors = append(out.Anchors, anchors...)
	out.Platform, err = s.Platform(tx)
	return out, err
}

func hexOf(raw []byte) string { return hex.EncodeToString(raw) }
