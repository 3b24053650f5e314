package team

import (
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	tag         = "team"
	friendList  = "friends"
	rewardsList = "team rewards"
	// chartDays is how many days the chart of rewards shows.
	chartDays = 30
)

// FriendsIn asks for those a number of invitations away.
type FriendsIn struct {
	Depth int `query:"depth" default:"1" minimum:"1" maximum:"5" doc:"1: invited by the caller; 2: invited by those; and so on"`
	httpapi.Page
}

// RewardsIn asks for rewards of a type.
type RewardsIn struct {
	Type string `query:"type" optional:"true" enum:"referral_rewards,level_rewards,team_acceleration"`
	httpapi.Page
}

// Depths is what a user has at one depth.
type Depths struct {
	Depth       int          `json:"depth"`
	Friends     int64        `json:"friends"`
	Performance money.Amount `json:"performance"`
}

// NextLevel is the level above the earned one.
type NextLevel struct {
	Level       int64        `json:"level" minimum:"1" maximum:"5"`
	Performance money.Amount `json:"performance" doc:"What it takes"`
	Qualified   money.Amount `json:"qualified" doc:"What counts towards it by the last night: no leg for more than legMost"`
	LegMost     money.Amount `json:"legMost"`
	Reward      money.Amount `json:"reward" doc:"What reaching it brings, if nothing was received for it yet"`
	// PrincipalMissing is what of own running machines is missing.
	PrincipalMissing money.Amount `json:"principalMissing"`
}

// RewardSum is what one type of reward came to.
type RewardSum struct {
	Type     ledger.Type  `json:"type" enum:"referral_rewards,level_rewards,team_acceleration"`
	Currency money.Asset  `json:"currency" enum:"USDT,ETLD"`
	Total    money.Amount `json:"total"`
	Month    money.Amount `json:"month"`
	Today    money.Amount `json:"today"`
	Delayed  money.Amount `json:"delayed" doc:"Set aside for a review, not in the others"`
}

// RewardDay is what one day brought.
type RewardDay struct {
	Day          string       `json:"day" doc:"A day of the platform's zone, as 2006-01-02"`
	Referral     money.Amount `json:"referral" doc:"USDT"`
	Level        money.Amount `json:"level" doc:"USDT"`
	Acceleration money.Amount `json:"acceleration" doc:"ETLD, for the output of this day"`
}

// Invitation is what a user shares.
type Invitation struct {
	ReferralCode   string `json:"referralCode"`
	InvitationLink string `json:"invitationLink"`
	Referrer       string `json:"referrer" doc:"Who invited the caller, masked; empty where nobody did"`
	// IsPlatformReferrer: it is an account that the platform runs.
	IsPlatformReferrer bool `json:"referrerPlatform" doc:"The referrer is a platform account"`
}

// ReferralCap is how much of a month's cap is left.
type ReferralCap struct {
	Most money.Amount `json:"most"`
	Rest money.Amount `json:"rest"`
}

// Summary is a user's team.
type Summary struct {
	Invitation       Invitation   `json:"invitation"`
	Level            int          `json:"level" minimum:"0" maximum:"5" doc:"The higher of the two"`
	LevelEarned      int          `json:"levelEarned" minimum:"0" maximum:"5"`
	LevelGift        int          `json:"levelGift" minimum:"0" maximum:"5"`
	Direct           int64        `json:"direct"`
	Team             int64        `json:"team" doc:"Everybody down to five invitations away"`
	Performance      money.Amount `json:"performance" doc:"The new part of the team's machines that run"`
	PerformanceToday money.Amount `json:"performanceToday" doc:"What started today"`
	PerformanceMonth money.Amount `json:"performanceMonth"`
	Depths           []Depths     `json:"depths" nullable:"false"`
	Principal        money.Amount `json:"principal" doc:"Of the own machines that run"`
	Next             *NextLevel   `json:"next" doc:"Null at the highest level"`
	Acceleration     string       `json:"acceleration" doc:"What the level of the last night adds to the own output, as a ratio"`
	ReferralCap      ReferralCap  `json:"referralCap" doc:"Referral rewards of this month"`
	Rewards          []RewardSum  `json:"rewards" nullable:"false"`
	Days             []RewardDay  `json:"days" nullable:"false" doc:"The last 30 days, the oldest first"`
	LevelsAt         time.Time    `json:"levelsAt" doc:"Of which moment the levels are the state: the beginning of the day on which they were worked out last"`
	NextLevelsAt     time.Time    `json:"nextLevelsAt" doc:"When the next ones take effect, of the state at that day's beginning"`
	ServerTime       time.Time    `json:"serverTime"`
}

// Friend is a member of a user's team.
type Friend struct {
	ID          string       `json:"id" doc:"Tells friends apart and opens nothing"`
	UserName    string       `json:"userName" doc:"Masked"`
	Platform    bool         `json:"platform" doc:"A platform account"`
	JoinedAt    time.Time    `json:"joinedAt"`
	Level       int          `json:"level" minimum:"0" maximum:"5"`
	Performance money.Amount `json:"performance" doc:"What the friend's own machines contribute"`
	Below       money.Amount `json:"below" doc:"What those below the friend contribute, as far as they are the caller's team"`
	Friends     int64        `json:"friends" doc:"Whom the friend invited, as far as they are the caller's team"`
}

// RewardRow is one reward.
type RewardRow struct {
	ID        string       `json:"id"`
	Type      ledger.Type  `json:"type" enum:"referral_rewards,level_rewards,team_acceleration"`
	Currency  money.Asset  `json:"currency" enum:"USDT,ETLD"`
	Amount    money.Amount `json:"amount"`
	State     RewardState  `json:"state" enum:"paid,delayed,refused"`
	Level     *int64       `json:"level" doc:"The level that brought it; null for referral rewards"`
	From      string       `json:"from" doc:"Whose machine brought it, masked; empty for other types"`
	Platform  bool         `json:"fromPlatform" doc:"That is a platform account"`
	Day       string       `json:"day" doc:"A day of the platform's zone, as 2006-01-02"`
	CreatedAt time.Time    `json:"createdAt"`
	DueAt     *time.Time   `json:"dueAt" doc:"When a delayed one is paid; until when a refused one can be granted"`
	Cause     Cause        `json:"cause" optional:"true" doc:"Why it was refused"`
	Reason    string       `json:"reason" doc:"The same in the operator's words and language"`
}

// Register adds the calls.
func (s *Service) Register(api *httpapi.API) {
	httpapi.View(api, httpapi.Op{Path: "/api/team/summary", Tag: tag, Personal: "team", Summary: "The caller's team, level, rewards and invitation"}, s.summary)
	httpapi.View(api, httpapi.Op{Path: "/api/team/friends", Tag: tag, Personal: "friends", Summary: "Members of the caller's team at one depth, newest first"},
		func(tx *sqldb.Tx, c httpapi.Caller, in FriendsIn) (httpapi.List[Friend], error) {
			return s.friends(tx, c.UserID, in)
		})
	httpapi.View(api, httpapi.Op{Path: "/api/team/rewards", Tag: tag, Personal: "rewards", Summary: "The caller's rewards, newest first"},
		func(tx *sqldb.Tx, c httpapi.Caller, in RewardsIn) (httpapi.List[RewardRow], error) {
			return s.rewards(tx, c.UserID, in)
		})
}
