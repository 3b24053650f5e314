package notice

import (
	"context"
	"fmt"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/param"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	jobTerms   = "notice_terms"
	termsEvery = time.Minute
	// termsUsers bounds the people of one read.
	termsUsers = 200
	// termsRecent is of how many periods it is read at once whether all were told.
	termsRecent = 200

	termsChanged = "terms_changed"
	hundred      = 100
	// parameterWords begin the names of parameters in the catalogue.
	parameterWords = "parameter."
)

// termsLinks are the screens on which terms matter, by a parameter's name or the
// first word of it.
var termsLinks = map[string]string{
	"machine.share_diamond": "/chain", "machine.share_star": "/chain", "machine.share_king": "/chain",
	"machine.share_level": "/team", "machine.share_referral": "/team", "machine.referral_cap_month": "/team",
	"machine": "/", "node": "/chain", "swap": "/swap", "team": "/team", "payment": "/wallet", "trade": "/trade", "withdrawal": "/withdraw", "game": "/trade?tab=box",
}

func termsLink(parameter string) string {
	if link := termsLinks[parameter]; link != "" {
		return link
	}
	part, _, _ := strings.Cut(parameter, ".")
	return termsLinks[part]
}

// Parameters are the terms and what was changed in them. *param.Set is them.
type Parameters interface {
	Definitions() []param.Definition
	Find(name string) (param.Definition, bool)
	Changelog(tx sqldb.Command) ([]param.Entry, error)
}

// TellTerms is the job that tells every user of each change of terms as soon as
// it is decided, which for one for the worse is a day before its effect. It
// refuses parameters that have no name in some language, and names without a
// parameter.
func (s *Service) TellTerms(p Parameters) (jobs.Job, error) {
	if err := s.checkParameters(p); err != nil {
		return jobs.Job{}, err
	}
	return jobs.Job{Name: jobTerms, Every: termsEvery, Work: func(ctx context.Context) (bool, error) { return s.tellTerms(ctx, p) }}, nil
}

// checkParameters compares the catalogue with the parameters, both ways.
func (s *Service) checkParameters(p Parameters) error {
	known := make(map[string]bool)
	for _, d := range p.Definitions() {
		if !d.ConcernsUsers() {
			continue
		}
		known[parameterWords+d.Name] = true
		if termsLink(d.Name) == "" {
			return fmt.Errorf("parameter %s: there is no screen for its part", d.Name)
		}
	}
	for _, language := range httpapi.Languages {
		words := s.catalogue.languages[language].Words
		for word := range known {
			if words[word] == "" {
				return fmt.Errorf("notices in %s lack the word %s", language, word)
			}
		}
		for word := range words {
			if strings.HasPrefix(word, parameterWords) && !known[word] {
				return fmt.Errorf("notices in %s have the word %s, which names no parameter of users", language, word)
			}
		}
	}
	return nil
}

// tellTerms tells the next users of the oldest changes that not everybody has
// been told of.
func (s *Service) tellTerms(ctx context.Context, p Parameters) (more bool, err error) {
	made, err := sqldb.Value(ctx, s.db.View, func(tx *sqldb.Tx) ([]param.Entry, error) { return untold(tx, p) })
	if err != nil || len(made) == 0 {
		return false, err
	}
	walk := jobs.Walk[string]{Job: jobTerms, Period: periodOf(made[0]), Page: termsUsers, Key: func(userID string) string { return userID },
		Read: func(tx *sqldb.Tx, after string) ([]string, error) { return user.After(tx, after, termsUsers) },
		Work: func(tx *sqldb.Tx, people []string) (int, error) {
			for _, e := range made {
				if err := s.tellChange(tx, p, e, people); err != nil {
					return 0, err
				}
			}
			return len(people), nil
		}}
	_, _, err = walk.Step(ctx, s.db)
	return err == nil, err
}

// untold are the oldest changes of users' terms that not everybody has been told
// of: those that were made at one instant.
func untold(tx *sqldb.Tx, p Parameters) (oldest []param.Entry, err error) {
	log, err := p.Changelog(tx)
	if err != nil {
		return nil, err
	}
	runs, err := jobs.Runs(tx, jobTerms, termsRecent)
	if err != nil {
		return nil, err
	}
	done := make(map[int64]bool)
	for _, r := range runs {
		done[r.Period] = r.Done
	}
	for _, e := range log {
		d, known := p.Find(e.Name)
		period := periodOf(e)
		if !known || !d.ConcernsUsers() || done[period] || len(oldest) > 0 && period > periodOf(oldest[0]) {
			continue
		}
		// One that takes effect much later than it was made may have been told
		// before the recent ones.
		run, _, err := jobs.Find(tx, jobTerms, period)
		if err != nil {
			return nil, err
		}
		if run.Done {
			continue
		}
		if len(oldest) > 0 && period < periodOf(oldest[0]) {
			oldest = nil
		}
		oldest = append(oldest, e)
	}
	return oldest, nil
}

// periodOf is when a change was made, in microseconds.
func periodOf(e param.Entry) int64 { return e.CreatedAt.UnixMicro() }

// tellChange tells some people of a change. What fails here fails for everybody alike,
// so nobody is parked.
func (s *Service) tellChange(tx sqldb.Command, p Parameters, e param.Entry, people []string) error {
	d, known := p.Find(e.Name)
	if !known {
		return fmt.Errorf("%s: %w", e.Name, param.ErrUnknown)
	}
	before, err := figure(d, e.From)
	if err != nil {
		return err
	}
	after, err := figure(d, e.To)
	if err != nil {
		return err
	}
	params := map[string]string{"parameter": e.Name, "effectiveAt": clock.Text(e.EffectiveAt), "before": before, "after": after, "reason": e.Reason}
	for _, userID := range people {
		if err := s.Send(tx, userID, termsChanged, params, termsLink(e.Name)); err != nil {
			return err
		}
	}
	return nil
}

// figure is a parameter's text for people: ratios as a percentage.
func figure(d param.Definition, text string) (string, error) {
	if d.Kind != param.KindRatio {
		return text, nil
	}
	value, err := d.Read(text)
	return money.Amount(value*hundred*int64(money.Unit)/int64(money.One)).String() + percentSign, err
}
