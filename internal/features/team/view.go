package team

import (
	"crypto/sha256"
	"encoding/hex"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

func (s *Service) summary(tx *sqldb.Tx, c httpapi.Caller, _ httpapi.None) (Summary, error) {
	p, err := user.Find(tx, c.UserID)
	if err != nil {
		return Summary{}, err
	}
	m, err := s.Members.memberOf(tx, p.ID)
	if err != nil {
		return Summary{}, err
	}
	v, err := s.Members.currentState(tx)
	if err != nil {
		return Summary{}, err
	}
	rules, err := rulesAt(tx, tx.Now())
	if err != nil {
		return Summary{}, err
	}
	today := clock.DayOf(tx.Now())
	out := Summary{Level: p.Level(), LevelEarned: p.EarnedLevel, LevelGift: p.GiftLevel,
		Direct: m.Counts[0], Team: m.Team(), Performance: m.Performance(), PerformanceToday: m.newOn(today), PerformanceMonth: m.newIn(today.Month()),
		Depths: m.depths(), Principal: m.Principal, Next: rules.next(m), Acceleration: money.Ratio(0).Text(),
		LevelsAt: v.Levelled.Start(), NextLevelsAt: LevelsAt(v.Levelled + 1), ServerTime: tx.Now()}
	if m.Level > 0 {
		out.Acceleration = rules.Acceleration[m.Level-1].Text()
	}
	if out.Invitation, err = s.invitation(tx, p); err != nil {
		return Summary{}, err
	}
	if out.ReferralCap, err = s.capOf(tx, p.ID, today.Month()); err != nil {
		return Summary{}, err
	}
	if out.Rewards, err = sumsOf(tx, p.ID, today); err != nil {
		return Summary{}, err
	}
	out.Days, err = daysOf(tx, p.ID, today)
	return out, err
}

// depths is what a member has at each depth.
func (m Member) depths() []Depths {
	list := make([]Depths, Depth)
	for i := range list {
		list[i] = Depths{Depth: i + 1, Friends: m.Counts[i], Performance: m.Below[i]}
	}
	return list
}

// next is what the level above a member's earned one takes.
func (r Rules) next(m Member) *NextLevel {
	if m.Earned >= LevelMax {
		return nil
	}
	threshold := r.Thresholds[m.Earned]
	return &NextLevel{Level: m.Earned + 1, Performance: threshold, Qualified: min(m.Qualified, threshold), LegMost: r.LegMost.Floor(threshold),
		Reward: r.rewardDue(int(m.Earned)+1, m.Rewarded), PrincipalMissing: max(0, r.PrincipalLeast-m.Principal)}
}

func (s *Service) invitation(tx sqldb.Command, p user.Person) (Invitation, error) {
	out := Invitation{ReferralCode: p.ReferralCode, InvitationLink: p.InvitationLink(s.Origin)}
	if p.ParentID == "" {
		return out, nil
	}
	parent, err := user.Find(tx, p.ParentID)
	out.Referrer, out.IsPlatformReferrer = user.Mask(parent.Address), parent.IsRobot
	return out, err
}

func (s *Service) capOf(tx sqldb.Command, userID string, m clock.Month) (ReferralCap, error) {
	v, err := param.AsOf(tx, tx.Now())
	if err != nil {
		return ReferralCap{}, err
	}
	most := referralCap.In(v)
	had, _, err := s.store.referrals.Get(tx, monthKey(userID, m))
	return ReferralCap{Most: most, Rest: max(0, most-had.Amount)}, err
}

// kinds are the types of rewards, in the order in which they are shown.
var kinds = []ledger.Type{ledger.ReferralRewards, ledger.LevelRewards, ledger.TeamAcceleration}

func currencyOf(kind ledger.Type) money.Asset {
	if kind == ledger.TeamAcceleration {
		return money.ETLD
	}
	return money.USDT
}

// sumsOf adds up a user's rewards of each type.
func sumsOf(tx *sqldb.Tx, userID string, today clock.Day) ([]RewardSum, error) {
	sums := make(map[ledger.Type]RewardSum)
	err := tx.Query(func(row *sqldb.Row) error {
		var sum RewardSum
		err := row.Scan(&sum.Type, &sum.Total, &sum.Month, &sum.Today, &sum.Delayed)
		sums[sum.Type] = sum
		return err
	}, sumByKind, int64(clock.DayOf(today.Month().Start())), int64(today), userID)
	list := make([]RewardSum, len(kinds))
	for i, kind := range kinds {
		list[i] = sums[kind]
		list[i].Type, list[i].Currency = kind, currencyOf(kind)
	}
	return list, err
}

// daysOf is what each of the last days brought, those without anything included.
func daysOf(tx *sqldb.Tx, userID string, today clock.Day) ([]RewardDay, error) {
	list := make([]RewardDay, chartDays)
	first := today - chartDays + 1
	for i := range list {
		list[i].Day = (first + clock.Day(i)).String()
	}
	err := tx.Query(func(row *sqldb.Row) error {
		var d clock.Day
		var kind ledger.Type
		var sum money.Amount
		if err := row.Scan(&d, &kind, &sum); err != nil || d > today {
			return err
		}
		day := &list[d-first]
		switch kind {
		case ledger.ReferralRewards:
			day.Referral = sum
		case ledger.LevelRewards:
			day.Level = sum
		case ledger.TeamAcceleration:
			day.Acceleration = sum
		default:
			// The statement asks for no other kind.
		}
		return nil
	}, sumByDay, userID, int64(first))
	return list, err
}

func (s *Service) friends(tx *sqldb.Tx, userID string, in FriendsIn) (httpapi.List[Friend], error) {
	// The position is a user's id, which the cursor holds and nobody else may use.
	return httpapi.Ordered[Member, Friend]{Name: friendList, First: entropy.LastID, ID: func(m Member) string { return m.ID },
		Read: func(before string, limit int) ([]Member, error) {
			members, err := sqldb.Collect(tx, memberTable.Scan, selectFriends[in.Depth-1], userID, before, limit)
			if err != nil {
				return nil, err
			}
			return members, user.Load(tx, each.Of(members, func(m Member) string { return m.ID }))
		},
		Row: func(m Member) (Friend, error) { return friendOf(tx, m, in.Depth) }}.Page(in.Page)
}

// friendOf shows a member to somebody some invitations above.
func friendOf(tx sqldb.Command, m Member, depth int) (Friend, error) {
	p, err := user.Find(tx, m.ID)
	below := money.Amount(0)
	for _, part := range m.Below[:Depth-depth] {
		below += part
	}
	friends := m.Counts[0]
	if depth == Depth {
		// Whom the fifth generation invited is nobody's team here.
		friends = 0
	}
	return Friend{ID: aliasOf(m.ID), UserName: user.Mask(p.Address), Platform: p.IsRobot, JoinedAt: m.JoinedAt, Level: p.Level(),
		Performance: m.Own, Below: below, Friends: friends}, err
}

// aliasOf tells users apart without naming them: nobody's calls take it.
func aliasOf(userID string) string {
	sum := sha256.Sum256([]byte("friend " + userID))
	return hex.EncodeToString(sum[:8])
}

func (s *Service) rewards(tx *sqldb.Tx, userID string, in RewardsIn) (httpapi.List[RewardRow], error) {
	return httpapi.Ordered[reward, RewardRow]{Name: rewardsList, First: entropy.LastID, ID: func(r reward) string { return r.ID },
		Read: func(before string, limit int) ([]reward, error) {
			list, err := sqldb.Collect(tx, rewardTable.Scan, selectRewards, userID, before, in.Type, limit)
			if err != nil {
				return nil, err
			}
			ids := make([]string, 0, len(list))
			for _, r := range list {
				if r.SourceID != "" {
					ids = append(ids, r.SourceID)
				}
			}
			return list, user.Load(tx, ids)
		},
		Row: func(r reward) (RewardRow, error) { return rowOf(tx, r) }}.Page(in.Page)
}

func rowOf(tx sqldb.Command, r reward) (RewardRow, error) {
	row := RewardRow{ID: r.ID, Type: r.Kind, Currency: currencyOf(r.Kind), Amount: r.Amount, State: r.State, Day: r.Day.String(), CreatedAt: r.At}
	if r.Level > 0 {
		row.Level = &r.Level
	}
	switch r.State {
	case Delayed:
		row.DueAt = &r.DueAt
	case Refused:
		row.DueAt, row.Cause, row.Reason = &r.DueAt, r.Cause, r.Reason
	case Fixed, Owed, Paid:
	}
	if r.SourceID == "" {
		return row, nil
	}
	p, err := user.Find(tx, r.SourceID)
	row.From, row.Platform = user.Mask(p.Address), p.IsRobot
	return row, err
}
