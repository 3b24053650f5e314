package team

import (
	"fmt"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// theState is the key of the one row of team_state.
const theState = "team"

// referral is what a referrer was rewarded in a month.
type referral struct {
	// Month is the referrer's id, a bar, and the month as 2006-01.
	Month  string
	Amount money.Amount
}

// state is how far the nights have come.
type state struct {
	id string
	// Levelled is the last day that began with its levels worked out, Accelerated
	// the last one whose team acceleration was paid.
	Levelled, Accelerated clock.Day
}

var (
	referrals   = sqldb.NewTable[referral]("team_referral", "id = Month, amount")
	stateTable  = sqldb.NewTable[state]("team_state", "id, levelled, accelerated")
	memberTable = sqldb.NewTable[Member]("team_member", `id, count1 = Counts1, count2 = Counts2, count3 = Counts3, count4 = Counts4,
		count5 = Counts5, own, principal,
		below1, below2, below3, below4, below5, day, day_new, month, month_new, earned, level, qualified, rewarded`).
		Once("above1, above2, above3, above4, above5, joined_at")
	changeTable = sqldb.NewTable[change]("team_change", "id, counted = IsCounted").Once("kind, user_id, new_part, principal, at")

	rewardTable = sqldb.NewTable[reward]("team_reward", "id, amount, state, due_at, cause, reason, screened = IsScreened").
			Once("user_id, kind, raw, level, source_id, machine_id, day, at")
	flagTable   = sqldb.NewTable[Flag]("team_flag", "id, scope, user_id, address, reason, opened_by, opened_at, lifted_by, lifted, lifted_at")
	signalTable = sqldb.NewTable[signal]("team_signal", "id, flag_id").Once("user_id, at")

	selectFriends = func() (list [Depth]string) {
		for i := range list {
			list[i] = memberTable.Select(fmt.Sprintf("WHERE above%d = $1 AND id < $2 ORDER BY id DESC LIMIT $3", i+1))
		}
		return list
	}()
	selectRewards = rewardTable.Select("WHERE user_id = $1 AND id < $2 AND ($3 = '' OR kind = $3) AND amount > 0 ORDER BY id DESC LIMIT $4")

	selectMembers  = memberTable.Select("WHERE id > $1 ORDER BY id LIMIT $2")
	selectLevelled = memberTable.Select("WHERE level > 0 AND id > $1 ORDER BY id LIMIT $2")
	selectBetween  = memberTable.Select("WHERE id > $1 AND id <= $2")

	selectReleasable = `SELECT id FROM team_reward WHERE state = 'delayed' AND due_at <= $1 AND ` + jobs.NotParked(jobRelease, "team_reward.id") +
		` ORDER BY due_at, id LIMIT $2`
	selectUnscreened = `SELECT id FROM team_reward WHERE kind = 'referral_rewards' AND screened = 0 AND ` +
		jobs.NotParked(jobScreen, "team_reward.id") + ` ORDER BY id LIMIT $1`
	selectFixed = `SELECT id FROM team_reward WHERE day = $1 AND state = 'fixed' AND ` + jobs.NotParked(jobPay, "team_reward.id") + ` ORDER BY id LIMIT $2`
	selectOwed  = rewardTable.Select("WHERE day < $1 AND state IN ('fixed', 'owed') AND " + jobs.IsParked(jobPay, "id"))

	selectUncounted = `SELECT id FROM team_change WHERE counted = 0 AND at < $1 AND ` + jobs.NotParked(jobCount, "team_change.id") +
		` ORDER BY at, kind, id LIMIT $2`
)

const (
	// selectMoved is a machine of a member, or of somebody below, that was counted though
	// it started or ended at a time or later. It goes by no index: it is for who is parked.
	selectMoved = `SELECT c.id FROM team_change c JOIN team_member m ON m.id = c.user_id WHERE c.counted = 1 AND c.kind <> 'joined' AND c.at >= $1
		AND $2 IN (m.id, m.above1, m.above2, m.above3, m.above4, m.above5) LIMIT 1`
	// selectLegs is what each child of some members counts for: the own machines and
	// those below that are the parent's too.
	selectLegs = `SELECT above1, own + below1 + below2 + below3 + below4 FROM team_member
		WHERE above1 >= $1 AND above1 <= $2 AND own + below1 + below2 + below3 + below4 > 0`
	sumByKind = `SELECT kind, CAST(SUM(CASE WHEN state = 'paid' THEN amount ELSE 0 END) AS BIGINT),
			CAST(SUM(CASE WHEN state = 'paid' AND day >= $1 THEN amount ELSE 0 END) AS BIGINT),
			CAST(SUM(CASE WHEN state = 'paid' AND day >= $2 THEN amount ELSE 0 END) AS BIGINT),
			CAST(SUM(CASE WHEN state = 'delayed' THEN amount ELSE 0 END) AS BIGINT)
		FROM team_reward WHERE user_id = $3 GROUP BY kind`
	sumByDay   = `SELECT day, kind, CAST(SUM(amount) AS BIGINT) FROM team_reward WHERE user_id = $1 AND day >= $2 AND state = 'paid' GROUP BY day, kind`
	releaseNow = `UPDATE team_reward SET due_at = $1 WHERE user_id = $2 AND state = 'delayed' AND due_at > $1`
	// releaseMembers is releaseNow for the user of a flag or the accounts under it, as
	// far as they are under no other.
	releaseMembers = `UPDATE team_reward SET due_at = $1 WHERE state = 'delayed' AND due_at > $1
		AND (user_id = $2 OR user_id IN (SELECT user_id FROM team_signal WHERE flag_id = $3))
		AND NOT EXISTS (SELECT 1 FROM team_flag f WHERE f.scope = 'open' AND (f.user_id = team_reward.user_id
			OR f.id IN (SELECT flag_id FROM team_signal s WHERE s.user_id = team_reward.user_id)))`
	// selectAccounts are accounts under the flag of an address, countAccounts how many
	// they are.
	selectAccounts = `SELECT user_id FROM team_signal WHERE flag_id = $1 ORDER BY user_id LIMIT $2`
	countAccounts  = `SELECT COUNT(*) FROM team_signal WHERE flag_id = $1`
	// selectPurchases is what a referrer was last rewarded for, from one id to another,
	// as far as it started between two times and after the last flag was lifted.
	selectPurchases = `SELECT source_id, at FROM (SELECT kind, source_id, at FROM team_reward WHERE user_id = $1 AND id >= $2 AND id <= $3 ORDER BY id DESC LIMIT $4) latest
		WHERE kind = 'referral_rewards' AND at > $5 AND at < $6 AND at > (SELECT COALESCE(MAX(lifted_at), 0) FROM team_flag WHERE user_id = $1)`
	sumRaw = `SELECT CAST(COALESCE(SUM(raw), 0) AS BIGINT) FROM team_reward WHERE day = $1 AND kind = 'team_acceleration'`
)

// store is all SQL of the package.
type store struct {
	referrals *sqldb.Keyed[referral]
	state     *sqldb.Keyed[state]
	members   *sqldb.Keyed[Member]
	changes   *sqldb.Lookup[change]
	rewards   *sqldb.Keyed[reward]
	// flags are those of a scope.
	flags *sqldb.Lookup[[]Flag]
	// signals are those of a user.
	signals *sqldb.Lookup[[]signal]

	saveFlag   *sqldb.Rows[Flag]
	saveSignal *sqldb.Rows[signal]
	// insertChange is for commands, saveChange for the job that counts.
	insertChange, saveChange *sqldb.Rows[change]
}

func newStore() *store {
	return &store{
		referrals: referrals.Keyed("team referrals", func(r referral) string { return r.Month }, referrals.Upsert()),
		state:     stateTable.Keyed("team state", func(v state) string { return v.id }, stateTable.Upsert()),
		members:   memberTable.Keyed("team members", func(m Member) string { return m.ID }, memberTable.Upsert()),
		changes:   sqldb.NewLookup("team changes", changeTable.Select("WHERE id"), sqldb.Single(changeTable.ByKey(func(c change) string { return c.ID }))),

		rewards: rewardTable.Keyed("team rewards", func(r reward) string { return r.ID }, rewardTable.Upsert()),

		flags:   sqldb.NewLookup("team flags", flagTable.Select("WHERE scope"), sqldb.Several(flagTable.ByKey(func(f Flag) string { return f.Scope }))),
		signals: sqldb.NewLookup("team signals", signalTable.Select("WHERE user_id"), sqldb.Several(signalTable.ByKey(func(v signal) string { return v.UserID }))),

		saveFlag: flagTable.Upsert(), saveSignal: signalTable.Upsert(),
		insertChange: changeTable.Insert(), saveChange: changeTable.Update("counted"),
	}
}

func (s *store) putState(tx sqldb.Command, v state) {
	v.id = theState
	s.state.Put(tx, v)
}
