package points

import (
	"errors"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/emergency"
	"etld/internal/infra/sqldb"
)

const (
	// PerUnit is how many points one USDT buys.
	PerUnit = 100
	// worth is a point's in atoms of USDT.
	worth = money.Unit / PerUnit

	// What one call takes: purchases in whole USDT, anything back.
	inStep    = PerUnit
	pointsMax = 100_000
)

// Direction is which way an exchange goes.
type Direction string

// In buys points, Out exchanges them back.
const (
	In  Direction = "in"
	Out Direction = "out"
)

func (Direction) Values() []string { return each.Texts(In, Out) }

// Locks bar purchases for a while after a cancelled withdrawal, so that nobody
// plays with money that was on its way out. *withdrawal.Service is one.
type Locks interface {
	GameLockedUntil(tx sqldb.Command, userID string) (time.Time, error)
	GameLockHints(userID string) []sqldb.Hint
}

// Players are protected from buying more than they decided to. *play.Service does it.
type Players interface {
	MayBuy(tx sqldb.Command, userID string) error
	Hints(userID string) []sqldb.Hint
}

// Config is what the service is built from; every part is needed.
type Config struct {
	Ledger  *ledger.Ledger
	Chance  entropy.Source
	Locks   Locks
	Players Players
}

// Service is the play wallet.
type Service struct {
	Config
}

// New builds the service.
func New(c Config) *Service { return &Service{c} }

func held(userID string) ledger.Account { return ledger.Of(userID, ledger.Points, money.GP) }

var (
	issued  = ledger.House(ledger.PointsOut, money.GP)
	backing = ledger.House(ledger.PointsBacking, money.USDT)
)

// Exchanged is what an exchange moved.
type Exchanged struct {
	Points money.Amount
	USDT   money.Amount
	// Held is how many points the user has now.
	Held money.Amount
}

// Exchange moves points in or out. It refuses with ErrNotEnough (out), and for In,
// in this order, with fault.Maintenance while the game is stopped, what protects the
// player, ErrLocked and ErrShort.
func (s *Service) Exchange(tx sqldb.Command, userID string, way Direction, points money.Amount) (Exchanged, error) {
	e := Exchanged{Points: points, USDT: points * worth}
	transfers := []ledger.Transfer{
		{Type: ledger.InternalTransfer, SubType: ledger.GamePointsOut, Debit: held(userID), Credit: issued, Amount: e.Points},
		{Type: ledger.InternalTransfer, SubType: ledger.GamePointsOut, Debit: backing, Credit: ledger.AvailableOf(userID, money.USDT), Amount: e.USDT}}
	if way == In {
		if err := s.mayBuy(tx, userID); err != nil {
			return Exchanged{}, err
		}
		transfers = []ledger.Transfer{
			{Type: ledger.InternalTransfer, SubType: ledger.GamePointsIn, Debit: ledger.AvailableOf(userID, money.USDT), Credit: backing, Amount: e.USDT},
			{Type: ledger.InternalTransfer, SubType: ledger.GamePointsIn, Debit: issued, Credit: held(userID), Amount: e.Points}}
	}
	_, err := s.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefPoints, RefID: entropy.ID(s.Chance, tx.Now()), Transfers: transfers})
	if short, ok := errors.AsType[*ledger.InsufficientError](err); ok {
		switch short.Account {
		case ledger.AvailableOf(userID, money.USDT):
			return Exchanged{}, ErrShort
		case held(userID):
			return Exchanged{}, ErrNotEnough
		}
	}
	if err != nil {
		return Exchanged{}, err
	}
	e.Held, err = s.Ledger.Balance(tx, held(userID))
	return e, err
}

// mayBuy refuses purchases that the player is protected from.
func (s *Service) mayBuy(tx sqldb.Command, userID string) error {
	if err := emergency.Running(tx, emergency.Game); err != nil {
		return err
	}
	if err := s.Players.MayBuy(tx, userID); err != nil {
		return err
	}
	until, err := s.Locks.GameLockedUntil(tx, userID)
	if err == nil && until.After(tx.Now()) {
		err = ErrLocked.With("time", clock.Text(until))
	}
	return err
}

// hints names what an exchange reads.
func (s *Service) hints(userID string) []sqldb.Hint {
	hints := append(emergency.Hints(emergency.Game), s.Locks.GameLockHints(userID)...)
	return append(append(hints, s.Players.Hints(userID)...),
		s.Ledger.Hint(ledger.AvailableOf(userID, money.USDT)), s.Ledger.Hint(held(userID)), s.Ledger.Hint(issued), s.Ledger.Hint(backing))
}
