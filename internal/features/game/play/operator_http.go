package play

import (
	"strconv"

	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const kindLower = "play_limits_lower"

// lowering caps a user's limits; what is missing stays.
type lowering struct {
	UserID   httpapi.ID `json:"userId"`
	DayStake *int64     `json:"dayStake,omitempty"`
	DayLoss  *int64     `json:"dayLoss,omitempty"`
}

// Check refuses what names no user or lowers nothing.
func (l lowering) Check() error {
	switch {
	case l.DayStake == nil && l.DayLoss == nil, l.DayStake != nil && *l.DayStake < 0:
		return fault.Invalid("dayStake")
	case l.DayLoss != nil && *l.DayLoss < 0:
		return fault.Invalid("dayLoss")
	}
	return nil
}

// UserIn names a user.
type UserIn struct {
	UserID httpapi.ID `json:"userId"`
}

// RegisterOperator adds the operators' calls. One person lowers a user's limits, and
// nobody raises them.
func (s *Service) RegisterOperator(o *operator.Service) {
	operator.Handle(o, operator.Kind[lowering]{Name: kindLower, Path: "users/playLimits",
		Makers: []operator.Role{operator.Risk}, Checkers: []operator.Role{operator.FinanceChecker}, Describe: s.describeLower, Execute: s.lower})
	operator.View(o, operator.Route{Path: "users/play", Roles: []operator.Role{operator.Support, operator.Risk}},
		func(tx *sqldb.Tx, _ operator.Caller, in UserIn) (Protection, error) {
			if _, err := user.Find(tx, string(in.UserID)); err != nil {
				return Protection{}, err
			}
			return s.protection(tx, string(in.UserID))
		})
}

// describeLower refuses a limit that is not below the one that holds.
func (s *Service) describeLower(tx *sqldb.Tx, l lowering) (operator.Description, error) {
	if _, err := user.Find(tx, string(l.UserID)); err != nil {
		return operator.Description{}, err
	}
	now, err := s.Limits(tx, string(l.UserID))
	if err != nil {
		return operator.Description{}, err
	}
	d := operator.Description{Subject: string(l.UserID)}
	for _, one := range []struct {
		field string
		value *int64
		holds int64
	}{{"dayStake", l.DayStake, now.DayStake}, {"dayLoss", l.DayLoss, now.DayLoss}} {
		switch {
		case one.value == nil:
		case *one.value >= one.holds:
			return operator.Description{}, fault.Invalid(one.field).With("max", strconv.FormatInt(one.holds, 10))
		default:
			d.Diff = append(d.Diff, operator.Change{Field: one.field, Before: strconv.FormatInt(one.holds, 10), After: strconv.FormatInt(*one.value, 10)})
		}
	}
	return d, nil
}

func (s *Service) lower(tx *sqldb.Tx, l lowering, _ operator.Decision) error {
	p, err := s.store.player(tx, string(l.UserID))
	if err != nil {
		return err
	}
	if l.DayStake != nil {
		p.Stake = p.Stake.lower(*l.DayStake)
	}
	if l.DayLoss != nil {
		p.Loss = p.Loss.lower(*l.DayLoss)
	}
	s.store.players.Put(tx, p)
	after, _, err := s.today(tx, p)
	if err != nil {
		return err
	}
	return s.notifyLimits(tx, p.ID, "game_limits_lowered", after)
}
