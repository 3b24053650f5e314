package team

import (
	"errors"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

// The kinds of proposals about users' rewards.
const (
	kindFlag   = "risk_flag"
	kindLift   = "risk_flag_lift"
	kindRefuse = "reward_refuse"

	// runsShown is how many nights operators see, accountsShown how many accounts of
	// the flag of an address.
	runsShown     = 10
	accountsShown = 50
)

// refusal names a reward, and why it is refused.
type refusal struct {
	RewardID httpapi.ID `json:"rewardId"`
	Cause    Cause      `json:"cause"`
}

// UserIn names a user.
type UserIn struct {
	UserID httpapi.ID `json:"userId"`
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
	RewardID string `json:"rewardId"`
	user.Who
	Type      ledger.Type  `json:"type" enum:"referral_rewards,level_rewards,team_acceleration"`
	Currency  money.Asset  `json:"currency"`
	Amount    money.Amount `json:"amount"`
	Raw       money.Amount `json:"raw" doc:"An acceleration before the day's budget bounded it"`
	Level     int64        `json:"level" doc:"The level that brought it, or 0"`
	SourceID  string       `json:"sourceId" doc:"Whose machine brought a referral reward"`
	Source    string       `json:"sourceName" doc:"The wallet, masked; empty for nobody"`
	MachineID string       `json:"machineId"`
	Day       string       `json:"day"`
	At        time.Time    `json:"at"`
	State     RewardState  `json:"state"`
	DueAt     *time.Time   `json:"dueAt" doc:"When a delayed one is paid; until when a refused one can be granted"`
	Cause     Cause        `json:"cause" optional:"true" doc:"Of a refused one"`
	Reason    string       `json:"reason"`
}

// Namings are those of whose reward it is and of who brought it.
func (r *StaffReward) Namings() []user.Naming {
	return append(r.Who.Namings(), user.Naming{ID: r.SourceID, Name: &r.Source})
}

// StaffTeam is a user's team for operators.
type StaffTeam struct {
	UserID      string       `json:"userId"`
	UserName    string       `json:"userName" doc:"Masked"`
	Level       int          `json:"level"`
	LevelEarned int          `json:"levelEarned"`
	LevelGift   int          `json:"levelGift"`
	Flag        string       `json:"flag" doc:"The reason of an open risk flag"`
	Above       []Above      `json:"above" nullable:"false"`
	Depths      []Depths     `json:"depths" nullable:"false"`
	Performance money.Amount `json:"performance"`
	Qualified   money.Amount `json:"qualified" doc:"Towards the next level, by the last night"`
	Principal   money.Amount `json:"principal"`
	Rewarded    money.Amount `json:"rewarded" doc:"All level rewards"`
}

// Flagged is an open risk flag.
type Flagged struct {
	FlagID string `json:"flagId"`
	user.Who
	Address      string     `json:"address" doc:"An address that funded several accounts, or empty"`
	Accounts     []user.Who `json:"accounts" nullable:"false" doc:"The accounts under the flag of an address, at most 50"`
	AccountCount int        `json:"accountCount"`
	Reason       string     `json:"reason"`
	OpenedBy     string     `json:"openedBy" doc:"An operator, or system for the program itself"`
	OpenedByName string     `json:"openedByName" doc:"As the operators' list calls the person now; empty for the program itself"`
	OpenedAt     time.Time  `json:"openedAt"`
	EndsAt       *time.Time `json:"endsAt" doc:"When it ends by itself, or null for an operator's"`
}

// Namings are those of the user, or of the accounts under the flag of an address.
func (f *Flagged) Namings() []user.Naming {
	list := f.Who.Namings()
	for i := range f.Accounts {
		list = append(list, f.Accounts[i].Namings()...)
	}
	return list
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
// are only set aside; to lift a flag, to refuse a reward, or to grant one that was refused, takes two.
func (s *Service) RegisterOperator(o *operator.Service) {
	makers, checkers := []operator.Role{operator.Risk}, []operator.Role{operator.FinanceChecker}
	operator.Handle(o, operator.Kind[Doubted]{Name: kindFlag, Path: flagPath, Makers: makers, Checkers: checkers, Describe: s.Flags.describeFlag,
		Execute: func(tx *sqldb.Tx, about Doubted, d operator.Decision) error {
			_, err := s.Flags.openFlag(tx, about, d.Reason, d.MakerID)
			if errors.Is(err, ErrFlagsMax) {
				return fault.Invalid("userId")
			}
			return err
		}})
	operator.Handle(o, operator.Kind[Doubted]{Name: kindLift, Path: liftPath, Makers: makers, Checkers: checkers, Describe: s.Flags.describeLift,
		Barred: s.Flags.refuseOwnFlag,
		Execute: func(tx *sqldb.Tx, about Doubted, d operator.Decision) error {
			_, err := s.Flags.liftFlag(tx, about, d.Reason, d.MakerID)
			return err
		}})
	operator.Handle(o, operator.Kind[refusal]{Name: kindRefuse, Path: "rewards/refuse", Makers: makers, Checkers: checkers, Describe: s.Rewarding.describeRefusal,
		Execute: func(tx *sqldb.Tx, in refusal, d operator.Decision) error {
			r, err := s.Rewarding.delayedReward(tx, string(in.RewardID))
			if err != nil {
				return err
			}
			return s.Rewarding.refuse(tx, r, in.Cause, d.Reason)
		}})
	appeals{s.Rewarding}.register(o, makers, checkers)
	readers := []operator.Role{operator.Support, operator.Risk, operator.FinanceMaker, operator.FinanceChecker}
	operator.View(o, operator.Route{Path: "users/team", Roles: readers}, s.staffTeam)
	operator.Rows(o, operator.Route{Path: "users/flagged", Roles: readers}, flagList, flagged)
	operator.Rows(o, operator.Route{Path: "rewards/list", Roles: readers}, rewardList, staffReward)
	operator.Rows(o, operator.Route{Path: "rewards/delayed", Roles: readers}, delayedList, staffReward)
	operator.View(o, operator.Route{Path: "team/overview", Roles: readers}, s.overview)
}

// describeFlag tells what a flag does. That of an address is the program's to open;
// operators only take it over.
func (s flags) describeFlag(tx *sqldb.Tx, about Doubted) (operator.Description, error) {
	reason, isFlagged, err := s.flagOf(tx, about)
	switch {
	case err != nil:
		return operator.Description{}, err
	case about.UserID != "":
		if _, err := user.Find(tx, about.UserID); err != nil {
			return operator.Description{}, err
		}
	case !isFlagged:
		return operator.Description{}, fault.NotFound
	}
	diff := operator.Change{Field: "risk flag", Before: reason, After: "rewards set aside for at most 7 days, until two persons lift it"}
	return operator.Description{Subject: about.name(), Diff: []operator.Change{diff}}, nil
}

func (s flags) describeLift(tx *sqldb.Tx, about Doubted) (operator.Description, error) {
	reason, isFlagged, err := s.flagOf(tx, about)
	if err == nil && !isFlagged {
		err = operator.ErrNothing
	}
	diff := operator.Change{Field: "risk flag", Before: reason, After: "lifted; delayed rewards are paid at once"}
	// What is approved is the end of this doubt, not of one that somebody had since.
	return operator.Description{Subject: about.name(), Approvals: 1, Basis: reason, Diff: []operator.Change{diff}}, err
}

// refuseOwnFlag refuses operators who lift a flag under which they are themselves.
func (s flags) refuseOwnFlag(tx *sqldb.Tx, about Doubted, who operator.Staff) error {
	if about.UserID != "" {
		return operator.RefuseOwn(tx, about.UserID, who)
	}
	p, found, err := user.FindByAddress(tx, who.Address)
	if err != nil || !found {
		return err
	}
	signals, _, err := s.store.signals.Get(tx, p.ID)
	if slices.ContainsFunc(signals, func(one signal) bool { return one.ID == fundingSignal(about.Address, p.ID) && one.FlagID != "" }) {
		return operator.ErrOwnAccount
	}
	return err
}

// delayedReward is a reward that can be refused; operator.ErrNothing for one that
// was paid or refused already.
func (s rewarding) delayedReward(tx sqldb.Command, id string) (reward, error) {
	r, err := fault.Known(s.store.rewards.Get(tx, id))
	switch {
	case err != nil:
		return reward{}, err
	case r.State != Delayed:
		return reward{}, operator.ErrNothing
	}
	return r, nil
}

func (s rewarding) describeRefusal(tx *sqldb.Tx, in refusal) (operator.Description, error) {
	r, err := s.delayedReward(tx, string(in.RewardID))
	if err != nil {
		return operator.Description{}, err
	}
	p, err := user.Find(tx, r.UserID)
	if err != nil {
		return operator.Description{}, err
	}
	return operator.Description{Subject: r.ID, Approvals: 1, Diff: []operator.Change{
		{Field: "reward of " + user.Mask(p.Address), Before: r.Amount.String() + " " + string(money.USDT), After: "0"},
		{Field: "cause that the user reads", Before: "", After: string(in.Cause)},
		{Field: interestFree.ID(), Before: "", After: "+" + r.Amount.String()}}}, nil
}

func (s *Service) staffTeam(tx *sqldb.Tx, _ operator.Caller, in UserIn) (StaffTeam, error) {
	p, err := user.Find(tx, string(in.UserID))
	if err != nil {
		return StaffTeam{}, err
	}
	m, err := s.Members.memberOf(tx, p.ID)
	if err != nil {
		return StaffTeam{}, err
	}
	out := StaffTeam{UserID: p.ID, UserName: user.Mask(p.Address), Level: p.Level(), LevelEarned: p.EarnedLevel, LevelGift: p.GiftLevel,
		Above: []Above{}, Depths: m.depths(), Performance: m.Performance(), Qualified: m.Qualified, Principal: m.Principal, Rewarded: m.Rewarded}
	if out.Flag, _, err = s.Flags.flagOf(tx, Doubted{UserID: p.ID}); err != nil {
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
	return out, nil
}

var (
	// flagList lists the open flags, rewardList all rewards that came to something,
	// delayedList those that a flag keeps back.
	flagList = lists.List[Flag]{Table: flagTable, Key: "flagId", Where: "scope = 'open'", Orders: []lists.Order{lists.Newest("openedAt", "id")},
		Filters: []lists.Filter{lists.Is("userId", "user_id").Coarse(), lists.Is("address", "address").Coarse(),
			lists.When("undecided", "opened_by = '"+bySystem+"'", nil).Coarse().Doc("The program's own, about which no operator has decided")}}
	rewardList = lists.List[reward]{Table: rewardTable, Key: "rewardId", Where: "amount > 0", Orders: []lists.Order{lists.Newest("at", "id")},
		Filters: []lists.Filter{lists.Is("userId", "user_id")}}
	delayedList = lists.List[reward]{Table: rewardTable, Key: "rewardId", Where: "state = 'delayed'", Orders: []lists.Order{lists.Newest("at", "id")},
		Filters: []lists.Filter{lists.Is("userId", "user_id")}}
)

func staffReward(_ *sqldb.Tx, _ operator.Caller, r reward) (StaffReward, error) {
	return StaffReward{RewardID: r.ID, Who: user.Who{UserID: r.UserID}, Type: r.Kind, Currency: currencyOf(r.Kind), Amount: r.Amount, Raw: r.Raw,
		Level: r.Level, SourceID: r.SourceID, MachineID: r.MachineID, Day: r.Day.String(), At: r.At,
		State: r.State, DueAt: httpapi.OrNull(r.DueAt), Cause: r.Cause, Reason: r.Reason}, nil
}

// flagged shows a flag, and who is under that of an address.
func flagged(tx *sqldb.Tx, _ operator.Caller, f Flag) (row Flagged, err error) {
	row = Flagged{FlagID: f.ID, Who: user.Who{UserID: f.UserID}, Address: f.Address, Accounts: []user.Who{}, Reason: f.Reason, OpenedBy: f.OpenedBy,
		OpenedAt: f.OpenedAt}
	if at, ends := f.endsAt(); ends {
		row.EndsAt = &at
	}
	if row.OpenedByName, err = operator.NameOf(tx, f.OpenedBy); err != nil || f.Address == "" {
		return row, err
	}
	accounts, err := sqldb.Collect(tx, sqldb.One[string], selectAccounts, f.ID, accountsShown)
	if err != nil {
		return row, err
	}
	row.Accounts = each.Of(accounts, func(id string) user.Who { return user.Who{UserID: id} })
	_, err = tx.QueryOne(sqldb.Dest(&row.AccountCount), countAccounts, f.ID)
	return row, err
}

func (s *Service) overview(tx *sqldb.Tx, _ operator.Caller, _ httpapi.None) (Overview, error) {
	v, err := s.Members.currentState(tx)
	if err != nil {
		return Overview{}, err
	}
	out := Overview{Levelled: v.Levelled.String(), Accelerated: v.Accelerated.String(), Nights: []Night{}}
	if out.LevelPool, err = s.Ledger.Balance(tx, levelPool); err != nil {
		return Overview{}, err
	}
	if out.Delayed, err = s.Ledger.Balance(tx, delayedPool); err != nil {
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
