package team

import (
	"errors"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// The kinds of proposals about users' rewards.
const (
	kindFlag   = "risk_flag"
	kindLift   = "risk_flag_lift"
	kindRefuse = "reward_refuse"

	// runsShown is how many nights operators see.
	runsShown = 10
)

// ofUser names a user.
type ofUser struct {
	UserID string `json:"userId"`
}

// Check refuses what names no user.
func (u ofUser) Check() error {
	if u.UserID == "" {
		return fault.Invalid("userId")
	}
	return nil
}

// refusal names a reward, and why it is refused.
type refusal struct {
	RewardID string `json:"rewardId"`
	Cause    Cause  `json:"cause" enum:"linked_accounts,arranged_purchases,rules_broken,other"`
}

// Check refuses what names no reward or no cause.
func (r refusal) Check() error {
	switch r.Cause {
	case LinkedAccounts, ArrangedPurchases, RulesBroken, OtherCause:
	default:
		return fault.Invalid("cause")
	}
	if r.RewardID == "" {
		return fault.Invalid("rewardId")
	}
	return nil
}

// UserIn names a user, and a page of the rewards.
type UserIn struct {
	UserID string `json:"userId"`
	httpapi.Page
}

// Check refuses what names no user, and bounds the page.
func (in *UserIn) Check() error {
	return errors.Join(ofUser{in.UserID}.Check(), in.Page.Check())
}

// Above is somebody above a user.
type Above struct {
	Depth    int    `json:"depth"`
	UserID   string `json:"userId"`
	UserName string `json:"userName" doc:"Masked"`
	Level    int    `json:"level"`
}

// StaffReward is a reward with its reasons.
type StaffReward struct {
	RewardID  string       `json:"rewardId"`
	UserID    string       `json:"userId"`
	Type      ledger.Type  `json:"type"`
	Currency  money.Asset  `json:"currency"`
	Amount    money.Amount `json:"amount"`
	Raw       money.Amount `json:"raw" doc:"An acceleration before the day's budget bounded it"`
	Level     int64        `json:"level" doc:"The level that brought it, or 0"`
	SourceID  string       `json:"sourceId" doc:"Whose machine brought a referral reward"`
	MachineID string       `json:"machineId"`
	Day       string       `json:"day"`
	At        time.Time    `json:"at"`
	State     RewardState  `json:"state"`
	DueAt     *time.Time   `json:"dueAt"`
	Cause     Cause        `json:"cause" doc:"Of a refused one"`
	Reason    string       `json:"reason"`
}

// StaffTeam is a user's team for operators.
type StaffTeam struct {
	UserID      string                    `json:"userId"`
	UserName    string                    `json:"userName" doc:"Masked"`
	Level       int                       `json:"level"`
	LevelEarned int                       `json:"levelEarned"`
	LevelGift   int                       `json:"levelGift"`
	Flag        string                    `json:"flag" doc:"The reason of an open risk flag"`
	Above       []Above                   `json:"above" nullable:"false"`
	Depths      []Depths                  `json:"depths" nullable:"false"`
	Performance money.Amount              `json:"performance"`
	Qualified   money.Amount              `json:"qualified" doc:"Towards the next level, by the last night"`
	Principal   money.Amount              `json:"principal"`
	Rewarded    money.Amount              `json:"rewarded" doc:"All level rewards"`
	Rewards     httpapi.List[StaffReward] `json:"rewards"`
}

// Flagged is a user under a risk flag.
type Flagged struct {
	FlagID   string    `json:"flagId"`
	UserID   string    `json:"userId"`
	Reason   string    `json:"reason"`
	OpenedBy string    `json:"openedBy" doc:"An operator, or system for the program itself"`
	OpenedAt time.Time `json:"openedAt"`
}

// Night is one run of a night's work.
type Night struct {
	Job  string    `json:"job" enum:"team_levels,team_acceleration"`
	Day  string    `json:"day"`
	Done bool      `json:"done"`
	At   time.Time `json:"at"`
}

// Overview is where rewards stand as a whole.
type Overview struct {
	LevelPool   money.Amount `json:"levelPool"`
	Delayed     money.Amount `json:"delayed"`
	Levelled    string       `json:"levelled" doc:"The last day that began with its levels worked out"`
	Accelerated string       `json:"accelerated" doc:"The last day whose acceleration was paid"`
	Nights      []Night      `json:"nights" nullable:"false"`
}

// RegisterOperator adds the operators' calls. One person flags a user, as rewards
// are only set aside; to lift a flag or to refuse a reward takes two.
func (s *Service) RegisterOperator(o *operator.Service) {
	makers, checkers := []operator.Role{operator.Risk}, []operator.Role{operator.FinanceChecker}
	operator.Handle(o, operator.Kind[ofUser]{Name: kindFlag, Path: flagPath, Makers: makers, Checkers: checkers, Describe: s.describeFlag,
		Execute: func(tx *sqldb.Tx, u ofUser, d operator.Decision) error {
			err := s.openFlag(tx, u.UserID, d.Reason, d.MakerID)
			if errors.Is(err, ErrFlagsMax) {
				return fault.Invalid("userId")
			}
			return err
		}})
	operator.Handle(o, operator.Kind[ofUser]{Name: kindLift, Path: "users/liftFlag", Makers: makers, Checkers: checkers, Describe: s.describeLift,
		Barred: func(tx *sqldb.Tx, u ofUser, who operator.Staff) error { return operator.RefuseOwn(tx, u.UserID, who) },
		Execute: func(tx *sqldb.Tx, u ofUser, d operator.Decision) error {
			_, err := s.liftFlag(tx, u.UserID, d.Reason, d.MakerID)
			return err
		}})
	operator.Handle(o, operator.Kind[refusal]{Name: kindRefuse, Path: "rewards/refuse", Makers: makers, Checkers: checkers, Describe: s.describeRefusal,
		Execute: func(tx *sqldb.Tx, in refusal, d operator.Decision) error {
			r, err := s.delayedReward(tx, in.RewardID)
			if err != nil {
				return err
			}
			return s.refuse(tx, r, in.Cause, d.Reason)
		}})
	readers := []operator.Role{operator.Support, operator.Risk, operator.FinanceMaker, operator.FinanceChecker}
	operator.View(o, operator.Route{Path: "users/team", Roles: readers}, s.staffTeam)
	operator.View(o, operator.Route{Path: "users/flagged", Roles: readers}, flaggedUsers)
	operator.View(o, operator.Route{Path: "rewards/delayed", Roles: readers}, func(tx *sqldb.Tx, _ operator.Caller, in httpapi.Page) (httpapi.List[StaffReward], error) {
		return staffRewards(tx, "", in)
	})
	operator.View(o, operator.Route{Path: "team/overview", Roles: readers}, s.overview)
}

func (s *Service) describeFlag(tx *sqldb.Tx, u ofUser) (operator.Description, error) {
	if _, err := user.Find(tx, u.UserID); err != nil {
		return operator.Description{}, err
	}
	reason, _, err := s.flagOf(tx, u.UserID)
	diff := operator.Change{Field: "risk flag", Before: reason, After: "rewards set aside for at most 7 days"}
	return operator.Description{Subject: u.UserID, Diff: []operator.Change{diff}}, err
}

func (s *Service) describeLift(tx *sqldb.Tx, u ofUser) (operator.Description, error) {
	reason, isFlagged, err := s.flagOf(tx, u.UserID)
	if err == nil && !isFlagged {
		err = operator.ErrNothing
	}
	diff := operator.Change{Field: "risk flag", Before: reason, After: "lifted; delayed rewards are paid at once"}
	return operator.Description{Subject: u.UserID, Approvals: 1, Diff: []operator.Change{diff}}, err
}

// delayedReward is a reward that can be refused; operator.ErrNothing for one that
// was paid or refused already.
func (s *Service) delayedReward(tx *sqldb.Tx, id string) (reward, error) {
	r, found, err := s.store.rewards.Get(tx, id)
	switch {
	case err != nil:
		return reward{}, err
	case !found:
		return reward{}, fault.NotFound
	case r.State != Delayed:
		return reward{}, operator.ErrNothing
	}
	return r, nil
}

func (s *Service) describeRefusal(tx *sqldb.Tx, in refusal) (operator.Description, error) {
	r, err := s.delayedReward(tx, in.RewardID)
	if err != nil {
		return operator.Description{}, err
	}
	return operator.Description{Subject: r.ID, Approvals: 1, Diff: []operator.Change{
		{Field: "reward of " + r.UserID, Before: r.Amount.String() + " " + string(money.USDT), After: "0"},
		{Field: "cause that the user reads", Before: "", After: string(in.Cause)},
		{Field: interestFree.ID(), Before: "", After: "+" + r.Amount.String()}}}, nil
}

func (s *Service) staffTeam(tx *sqldb.Tx, _ operator.Caller, in UserIn) (StaffTeam, error) {
	p, err := user.Find(tx, in.UserID)
	if err != nil {
		return StaffTeam{}, err
	}
	m, _, err := s.store.members.Get(tx, p.ID)
	if err != nil {
		return StaffTeam{}, err
	}
	out := StaffTeam{UserID: p.ID, UserName: user.Mask(p.Address), Level: p.Level(), LevelEarned: p.EarnedLevel, LevelGift: p.GiftLevel,
		Above: []Above{}, Depths: m.depths(), Performance: m.Performance(), Qualified: m.Qualified, Principal: m.Principal, Rewarded: m.Rewarded}
	if out.Flag, _, err = s.flagOf(tx, p.ID); err != nil {
		return StaffTeam{}, err
	}
	for i, id := range m.Above {
		if id == "" {
			break
		}
		above, err := user.Find(tx, id)
		if err != nil {
			return StaffTeam{}, err
		}
		out.Above = append(out.Above, Above{Depth: i + 1, UserID: id, UserName: user.Mask(above.Address), Level: above.Level()})
	}
	out.Rewards, err = staffRewards(tx, p.ID, in.Page)
	return out, err
}

// staffRewards is a page of a user's rewards or, without a user, of all that are
// delayed.
func staffRewards(tx *sqldb.Tx, userID string, in httpapi.Page) (httpapi.List[StaffReward], error) {
	return httpapi.Ordered[StaffReward]{Name: "rewards of " + userID, First: entropy.LastID, ID: func(r StaffReward) string { return r.RewardID },
		Read: func(before string, limit int) ([]StaffReward, error) {
			query, args := selectRewards, []any{userID, before, "", limit}
			if userID == "" {
				query, args = selectDelayed, []any{before, limit}
			}
			list, err := sqldb.Collect(tx, rewardTable.Scan, query, args...)
			rows := make([]StaffReward, len(list))
			for i, r := range list {
				rows[i] = StaffReward{RewardID: r.ID, UserID: r.UserID, Type: r.Kind, Currency: currencyOf(r.Kind), Amount: r.Amount, Raw: r.Raw, Level: r.Level,
					SourceID: r.SourceID, MachineID: r.MachineID, Day: r.Day.String(), At: r.At, State: r.State, DueAt: httpapi.OrNull(r.DueAt), Cause: r.Cause, Reason: r.Reason}
			}
			return rows, err
		}}.Page(in)
}

// flaggedUsers is a page of the users under a flag, the newest flag first.
func flaggedUsers(tx *sqldb.Tx, _ operator.Caller, in httpapi.Page) (httpapi.List[Flagged], error) {
	return httpapi.Ordered[Flagged]{Name: "flagged users", First: entropy.LastID, ID: func(f Flagged) string { return f.FlagID },
		Read: func(before string, limit int) ([]Flagged, error) {
			list, err := sqldb.Collect(tx, flagTable.Scan, selectFlagged, before, limit)
			rows := make([]Flagged, len(list))
			for i, f := range list {
				rows[i] = Flagged{FlagID: f.ID, UserID: f.UserID, Reason: f.Reason, OpenedBy: f.OpenedBy, OpenedAt: f.OpenedAt}
			}
			return rows, err
		}}.Page(in)
}

func (s *Service) overview(tx *sqldb.Tx, _ operator.Caller, _ httpapi.None) (Overview, error) {
	v, err := s.currentState(tx)
	if err != nil {
		return Overview{}, err
	}
	out := Overview{Levelled: v.Levelled.String(), Accelerated: v.Accelerated.String(), Nights: []Night{}}
	if out.LevelPool, err = s.ledger.Balance(tx, levelPool); err != nil {
		return Overview{}, err
	}
	if out.Delayed, err = s.ledger.Balance(tx, delayedPool); err != nil {
		return Overview{}, err
	}
	for _, job := range []string{jobLevels, jobAccelerate} {
		runs, err := jobs.Runs(tx, job, runsShown)
		if err != nil {
			return Overview{}, err
		}
		for _, r := range runs {
			out.Nights = append(out.Nights, Night{Job: job, Day: clock.Day(r.Period).String(), Done: r.Done, At: r.At})
		}
	}
	return out, nil
}
