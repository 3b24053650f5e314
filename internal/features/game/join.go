package game

import (
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/features/game/play"
	"etld/internal/infra/sqldb"
)

// Stake is a wish to take part.
type Stake struct {
	UserID string
	Period Period
	Box    int64
	Amount int64
	// Player is a hash that the user's app chose, by which the receipt names its player;
	// empty without one.
	Player string
}

// Joined is what became of it.
type Joined struct {
	Entry               Entry
	Receipt, ReceiptKey string
	// Held are the user's points afterwards.
	Held int64
	Rest play.Rest
}

// JoinHints names what Join reads.
func (s *Service) JoinHints(userID string, p Period) []sqldb.Hint {
	id := p.String()
	return append(s.Play.Hints(userID), user.Hint(userID), s.store.rounds.Hint(id), s.store.entries.Hint(entryID(id, userID)),
		s.Ledger.Hint(pointsOf(userID)), s.Ledger.Hint(bank), s.Ledger.Hint(inRounds))
}

// Join takes an entry. It refuses with ErrRobot, ErrClosed, fault.Maintenance while
// entries are barred, ErrJoined, ErrFewPoints, what play protection refuses with,
// and ErrFull.
func (s *Service) Join(tx sqldb.Command, w Stake) (Joined, error) {
	now := tx.Now()
	person, err := user.Find(tx, w.UserID)
	if err != nil {
		return Joined{}, err
	}
	if person.IsRobot {
		return Joined{}, ErrRobot
	}
	if w.Period != PeriodOf(now) || !now.Before(w.Period.LockAt()) {
		return Joined{}, ErrClosed
	}
	if reason := s.unable(now); reason != "" {
		// Another try may be taken, and nothing is closed.
		return Joined{}, fault.Maintenance.With("reason", string(reason))
	}
	r, isOpen, err := s.store.rounds.Get(tx, w.Period.String())
	if err != nil {
		return Joined{}, err
	}
	if !isOpen {
		r = Round{ID: w.Period.String(), State: Open, OpenedAt: now}
	}
	if r.State != Open {
		return Joined{}, ErrClosed
	}
	_, hasJoined, err := s.store.entries.Get(tx, entryID(r.ID, w.UserID))
	if err != nil {
		return Joined{}, err
	}
	if hasJoined {
		return Joined{}, ErrJoined
	}
	return s.enter(tx, r, w)
}

// enter takes the stake and reserves what the bankroll must add.
func (s *Service) enter(tx sqldb.Command, r Round, w Stake) (Joined, error) {
	held, err := s.Ledger.Balance(tx, pointsOf(w.UserID))
	if err != nil {
		return Joined{}, err
	}
	if int64(held) < w.Amount {
		return Joined{}, ErrFewPoints
	}
	rest, err := s.Play.Allow(tx, w.UserID, w.Amount)
	if err != nil {
		return Joined{}, err
	}
	banked, err := s.Ledger.Balance(tx, bank)
	if err != nil {
		return Joined{}, err
	}
	toReserve, isBorne := r.take(w.Box, w.Amount, int64(banked))
	if !isBorne {
		return Joined{}, ErrFull
	}
	transfers := []ledger.Transfer{{Type: ledger.PlayTheGame, Debit: pointsOf(w.UserID), Credit: inRounds, Amount: money.Amount(w.Amount)}}
	if toReserve > 0 {
		transfers = append(transfers, ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.RoundReserved,
			Debit: bank, Credit: inRounds, Amount: money.Amount(toReserve)})
	}
	if _, err := s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefRound, RefID: r.ID, Transfers: transfers}); err != nil {
		return Joined{}, err
	}
	e := entryRow{Entry: Entry{No: r.Entries, Box: w.Box, Amount: w.Amount}, ID: entryID(r.ID, w.UserID), RoundID: r.ID, UserID: w.UserID,
		ReceiptKey: s.ReceiptKey(), Player: w.Player, State: NotDrawn, At: tx.Now()}
	e.Receipt = s.Receipts.Sign(ReceiptText(w.Period, e.Entry, e.Player))
	s.store.rounds.Put(tx, r)
	s.store.putEntry(tx, e)
	return Joined{Entry: e.Entry, Receipt: e.Receipt, ReceiptKey: e.ReceiptKey, Held: int64(held) - w.Amount, Rest: rest}, nil
}
