package points

import (
	"strconv"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/features/game/play"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// ConvertIn asks for an exchange. The absence of the points has a refusal of its
// own for each direction.
type ConvertIn struct {
	Direction Direction `query:"direction" doc:"in buys points for USDT, out exchanges them back"`
	Points    *int64    `query:"points" doc:"Whole points: in 100 to 100000 in steps of 100, out 1 to 100000"`
}

// Check refuses missing points and those that no exchange takes.
func (in ConvertIn) Check() error {
	least, step := int64(1), int64(1)
	if in.Direction == In {
		least, step = inStep, inStep
	}
	switch {
	case in.Points == nil && in.Direction == In:
		return ErrNoAmount
	case in.Points == nil:
		return ErrNoQuantity
	case *in.Points < least, *in.Points > pointsMax, *in.Points%step != 0:
		return fault.Invalid("points").With("min", strconv.FormatInt(least, 10)).With("max", strconv.Itoa(pointsMax))
	}
	return nil
}

// ConvertOut is what was exchanged.
type ConvertOut struct {
	Points     int64        `json:"points" doc:"Bought or exchanged back"`
	USDT       money.Amount `json:"usdt" doc:"What was paid or came back for them"`
	GamePoints int64        `json:"gamePoints" doc:"What the caller holds now"`
}

// Register adds the call.
func (s *Service) Register(api *httpapi.API) {
	httpapi.Command(api, httpapi.Op{Path: "/api/userAccount/convertPoints", Tag: "game",
		Summary: "Buy game points with USDT, or exchange them back: 100 points for 1 USDT, no fee; the way back is always open",
		Faults:  []fault.Fault{ErrNoAmount, ErrNoQuantity, ErrShort, ErrNotEnough, ErrLocked, play.ErrLimit, play.ErrBreak}},
		httpapi.CommandSpec[ConvertIn, ConvertOut]{
			Hints: func(c httpapi.Caller, _ ConvertIn) []sqldb.Hint { return s.hints(c.UserID) },
			Handle: func(tx sqldb.Command, c httpapi.Caller, in ConvertIn) (ConvertOut, error) {
				e, err := s.Exchange(tx, c.UserID, in.Direction, money.Amount(*in.Points))
				return ConvertOut{Points: int64(e.Points), USDT: e.USDT, GamePoints: int64(e.Held)}, err
			},
		})
}
