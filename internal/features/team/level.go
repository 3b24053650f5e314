package team

import (
	"errors"
	"fmt"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
)

const (
	// Depth is how many generations below a user are the user's team.
	Depth = 5
	// LevelMax is the highest level.
	LevelMax = 5
)

// Rules are what levels take and bring, as they are at one time.
type Rules struct {
	// Thresholds are the qualified performance of V1 to V5.
	Thresholds [LevelMax]money.Amount
	// LegMost is how much of a threshold one leg counts for at most.
	LegMost money.Ratio
	// PrincipalLeast is the own running principal without which no level is earned.
	PrincipalLeast money.Amount
	// Reward is what of a threshold reaching it brings.
	Reward money.Ratio
	// Acceleration is what each level adds to the own base output.
	Acceleration [LevelMax]money.Ratio
}

// The parameters of levels.
var (
	levelPerformance = [LevelMax]param.Amount{
		param.NewAmount("team.level_performance_1", money.Units(5_000), param.WorseHigher),
		param.NewAmount("team.level_performance_2", money.Units(20_000), param.WorseHigher),
		param.NewAmount("team.level_performance_3", money.Units(80_000), param.WorseHigher),
		param.NewAmount("team.level_performance_4", money.Units(300_000), param.WorseHigher),
		param.NewAmount("team.level_performance_5", money.Units(1_000_000), param.WorseHigher),
	}
	legMost        = param.NewRatio("team.leg_most", money.Percent(6000), param.WorseLower)
	principalLeast = param.NewAmount("team.level_principal_least", money.Units(100), param.WorseHigher)
	// levelReward is bounded by PoolSuffices and MayOnlyFall.
	levelReward  = param.NewRatio("team.level_reward", money.Percent(10), param.WorseLower, param.Between(int64(money.Percent(1)), int64(money.Percent(10))))
	acceleration = [LevelMax]param.Ratio{
		param.NewRatio("team.acceleration_1", money.Percent(200), param.WorseLower),
		param.NewRatio("team.acceleration_2", money.Percent(400), param.WorseLower),
		param.NewRatio("team.acceleration_3", money.Percent(600), param.WorseLower),
		param.NewRatio("team.acceleration_4", money.Percent(800), param.WorseLower),
		param.NewRatio("team.acceleration_5", money.Percent(1000), param.WorseLower),
	}
)

// ErrPoolShort refuses level rewards that purchases do not bring to their pool, and
// ErrRewardRises a higher one: machines that run brought less.
var (
	ErrPoolShort   = errors.New("a purchase counts for five people, and must bring the pool of level rewards five times the reward")
	ErrRewardRises = errors.New("the level reward may only fall: the machines that run brought the pool no more than it takes now")
)

// ErrThresholds refuses thresholds that do not rise with the levels.
var ErrThresholds = errors.New("a higher level must take more performance")

// qualified adds up legs for each level, none for more than its share of the
// threshold.
type qualified [LevelMax]money.Amount

func (q *qualified) add(r Rules, leg money.Amount) {
	for k, threshold := range r.Thresholds {
		q[k] += min(leg, r.LegMost.Floor(threshold))
	}
}

// earned is the highest level whose threshold the legs reach, for an owner of
// enough running principal.
func (r Rules) earned(principal money.Amount, q qualified) int {
	if principal < r.PrincipalLeast {
		return 0
	}
	for k := LevelMax; k > 0; k-- {
		if q[k-1] >= r.Thresholds[k-1] {
			return k
		}
	}
	return 0
}

// Earned is the level of a user by the own running principal and the performance
// of each leg.
func (r Rules) Earned(principal money.Amount, legs ...money.Amount) int {
	var q qualified
	for _, leg := range legs {
		q.add(r, leg)
	}
	return r.earned(principal, q)
}

// rewardDue is what an earned level still brings somebody who received some
// before.
func (r Rules) rewardDue(level int, received money.Amount) money.Amount {
	if level == 0 {
		return 0
	}
	return max(0, r.Reward.Floor(r.Thresholds[level-1])-received)
}

// accelerated is what a level adds to a day's base output, before the day's
// budget bounds it.
func (r Rules) accelerated(level int, base money.Amount) money.Amount {
	if level == 0 {
		return 0
	}
	return r.Acceleration[level-1].Floor(base)
}

// withinBudget is a part of sum where all parts may come to budget at most.
func withinBudget(part, sum, budget money.Amount) money.Amount {
	if sum <= budget {
		return part
	}
	return money.MulDivFloor(part, int64(budget), int64(sum))
}

// AccelerationBudget is the part of a day's output budget that is left to team
// acceleration: a tenth.
func AccelerationBudget(day money.Amount) money.Amount { return money.MulDivFloor(day, 1, 10) }

// ThresholdsRise is the rule across the parameters: a higher level takes more.
func ThresholdsRise(v param.Values) error {
	for k := 1; k < LevelMax; k++ {
		if levelPerformance[k].In(v) <= levelPerformance[k-1].In(v) {
			return ErrThresholds
		}
	}
	return nil
}

// PoolSuffices is the rule across the parameters that the pool of level rewards can
// never run short: of each purchase its share brings what five people above the buyer
// may get.
func PoolSuffices(share param.Ratio) param.Rule {
	return func(v param.Values) error {
		if levelReward.In(v)*Depth > share.In(v) {
			return ErrPoolShort
		}
		return nil
	}
}

// MayOnlyFall names the parameter that may only fall, and its guard.
func MayOnlyFall() (param.Defined, param.Guard) {
	return levelReward, func(_ sqldb.Command, before, after int64) error {
		if after > before {
			return ErrRewardRises
		}
		return nil
	}
}

// rulesAt are the rules in effect at a time.
func rulesAt(tx sqldb.Command, at time.Time) (r Rules, err error) {
	v, err := param.AsOf(tx, at)
	r.LegMost, r.Reward, r.PrincipalLeast = legMost.In(v), levelReward.In(v), principalLeast.In(v)
	for k := range LevelMax {
		r.Acceleration[k], r.Thresholds[k] = acceleration[k].In(v), levelPerformance[k].In(v)
	}
	return r, err
}

// levelName is how people read a level.
func levelName(level int64) string { return fmt.Sprintf("V%d", level) }
