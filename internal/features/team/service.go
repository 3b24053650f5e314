package team

import (
	"errors"
	"log/slog"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/core/user"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// referralCap is named after machines as operators know it by that name, and
// what they set is stored under it.
var referralCap = param.NewAmount("machine.referral_cap_month", money.Units(500), param.WorseLower)

// Parameters lists what an operator can change here.
func Parameters() []param.Defined {
	list := []param.Defined{referralCap, legMost, principalLeast, levelReward, fundedLeast, burstLeast}
	for k := range LevelMax {
		list = append(list, levelPerformance[k], acceleration[k])
	}
	return list
}

// Machines are whose starts make performance.
type Machines interface {
	// StartedUntil is the instant before which no machine will start any more.
	StartedUntil(tx sqldb.Command) (time.Time, error)
	// DayPaid is the output budget of a closed day, and whether everybody has been
	// paid its output.
	DayPaid(tx *sqldb.Tx, d clock.Day) (budget money.Amount, isPaid bool, err error)
	// OutputOwed is what a closed day still brings at most a user who could not be
	// paid it; nothing for everybody else.
	OutputOwed(tx *sqldb.Tx, userID string, d clock.Day) (money.Amount, error)
}

// Nodes give levels while they are active.
type Nodes interface {
	// GiftsAt are the gift levels at an instant, by their owners.
	GiftsAt(tx *sqldb.Tx, at time.Time) (map[string]int64, error)
}

// Config is what the service is built from.
type Config struct {
	DB      *sqldb.DB
	Ledger  *ledger.Ledger
	Chance  entropy.Source
	Notices user.Notices
	// Machines and Nodes are those of a part that is built later.
	Machines func() Machines
	Nodes    func() Nodes
	// Origin is the web app's, for invitation links.
	Origin string
	Log    *slog.Logger
}

// shared is what every chapter stands on.
type shared struct {
	Config
	store *store
}

// The chapters, each of which uses only those before it.
type (
	// members counts who is below whom and what their machines come to.
	members struct{ *shared }
	// flags are doubts about people: who has one, and what makes the program doubt.
	flags struct{ *shared }
	// rewarding gives rewards, sets them aside, pays or refuses them.
	rewarding struct {
		*shared
		flags flags
	}
	// nights give levels and acceleration.
	nights struct {
		*shared
		members   members
		rewarding rewarding
	}
)

// Service is the capability.
type Service struct {
	*shared
	Members   members
	Flags     flags
	Rewarding rewarding
	Nights    nights
}

// New builds the service.
func New(c Config) *Service {
	c.Origin = strings.TrimSuffix(c.Origin, "/")
	p := &shared{Config: c, store: newStore()}
	m, f := members{p}, flags{p}
	r := rewarding{p, f}
	return &Service{p, m, f, r, nights{p, m, r}}
}

// Seed begins with the day of a new database: the first levels are those of the
// next day. On a database that was seeded before it changes nothing.
func (s members) Seed(tx *sqldb.Tx) error {
	_, isSeeded, err := s.store.state.Get(tx, theState)
	if err != nil || isSeeded {
		return err
	}
	today := clock.DayOf(tx.Now())
	s.store.putState(tx, state{Levelled: today, Accelerated: today})
	return nil
}

// currentState is how far the nights have come; it exists from Seed on.
func (s members) currentState(tx sqldb.Command) (state, error) {
	v, found, err := s.store.state.Get(tx, theState)
	if err == nil && !found {
		err = errors.New("team: it was never seeded")
	}
	return v, err
}

// Jobs is the scheduled work: sums that follow what happened, the nights' levels
// and acceleration, the search for bursts, the end of flags, and another try for what
// is parked.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{
		{Name: jobCount, Every: countEvery, Work: s.Members.countStep, Owed: true},
		{Name: jobLevels, Every: nightEvery, Work: s.Nights.nightStep, Owed: true},
		jobs.Items{Job: jobScreen, Max: screenMax, RetryAfter: retryAfter, Do: s.Flags.screen, Read: func(tx *sqldb.Tx) ([]string, error) {
			return sqldb.Collect(tx, sqldb.One[string], selectUnscreened, screenMax)
		}}.Every(screenEvery, s.DB),
		{Name: jobFlagsEnd, Every: endEvery, Work: s.Flags.endStep},
		jobs.Items{Job: jobRelease, Max: payMax, RetryAfter: retryAfter, Do: s.Rewarding.release,
			Read: jobs.ReadDue(selectReleasable, payMax)}.Every(releaseEvery, s.DB),
		{Name: jobLevelRetry, Every: retryEvery, Work: s.Nights.retryStep},
	}
}
