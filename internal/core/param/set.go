package param

import (
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/infra/sqldb"
)

// NoticePeriod is how long before its effect a change for the worse is made
// known.
const NoticePeriod = 24 * time.Hour

// Noticed is a moment as the lines of a proposal say it, beside what it was. What waits
// its notice from the approval on has no moment before it, and is the same whenever it
// is looked at.
func Noticed(was, at, now time.Time) string {
	if !at.Equal(was) && at.Equal(now.Add(NoticePeriod)) {
		return "24 hours after the approval"
	}
	return clock.Text(at)
}

const (
	changelogMax = 200
	reasonMax    = 500
)

// Refusals of changes. They are for operators and name the parameter.
var (
	ErrUnknown   = errors.New("there is no such parameter")
	ErrBounds    = errors.New("the value is outside the parameter's bounds")
	ErrTooSoon   = errors.New("a change for the worse needs 24 hours' notice, and none may lie in the past")
	ErrRule      = errors.New("the values would not fit together")
	ErrNoReason  = errors.New("a change needs an actor and a reason")
	ErrUnchanged = errors.New("the parameter has this value already")
)

// Values are all parameters at one time; In reads one of them.
type Values struct {
	history []Change
	at      time.Time
}

// AsOf are the values in effect at a time. Beside an error they are the defaults.
func AsOf(tx sqldb.Command, at time.Time) (Values, error) {
	history, _, err := changes.Get(tx, theScope)
	if err != nil {
		return Values{}, fmt.Errorf("read the parameters: %w", err)
	}
	return Values{history, at}, nil
}

// Rule is a condition across parameters; its error is a sentence.
type Rule func(Values) error

// Guard says whether a value may follow another now; its error is a sentence. It
// holds what was promised to people beyond a notice.
type Guard func(tx sqldb.Command, before, after int64) error

// Set is every parameter of the program with the rules between them.
type Set struct {
	byName map[string]Definition
	names  []string
	rules  []Rule
	guards map[string]Guard
}

// NewSet collects definitions. It refuses doubles, defaults out of their own
// bounds, and defaults that break a rule.
func NewSet(definitions []Defined, rules ...Rule) (*Set, error) {
	s := &Set{byName: make(map[string]Definition), rules: rules, guards: make(map[string]Guard)}
	for _, defined := range definitions {
		d := defined.definition()
		if _, exists := s.byName[d.Name]; exists {
			return nil, fmt.Errorf("parameter %s is defined twice", d.Name)
		}
		if d.Default < d.Min || d.Default > d.Max {
			return nil, fmt.Errorf("parameter %s: default %s: %w", d.Name, d.Text(d.Default), ErrBounds)
		}
		s.byName[d.Name] = d
		s.names = append(s.names, d.Name)
	}
	slices.Sort(s.names)
	return s, s.check(nil, time.Time{})
}

// Guard sets a parameter's guard. Call it before changes are made.
func (s *Set) Guard(p Defined, g Guard) { s.guards[p.definition().Name] = g }

// check holds the rules at one time.
func (s *Set) check(history []Change, at time.Time) error {
	for _, rule := range s.rules {
		if err := rule(Values{history: history, at: at}); err != nil {
			return fmt.Errorf("%w: %w", ErrRule, err)
		}
	}
	return nil
}

// Proposal is a change that is asked for.
type Proposal struct {
	Name  string
	Value int64
	// EffectiveAt may be zero, which is as soon as allowed.
	EffectiveAt time.Time
	Actor       string
	Reason      string
}

// Change stores a change after checking its bounds, its notice and every rule
// at every time from its effect on.
func (s *Set) Change(tx sqldb.Command, chance entropy.Source, p Proposal) (Change, error) {
	d, known := s.byName[p.Name]
	switch {
	case !known:
		return Change{}, fmt.Errorf("%s: %w", p.Name, ErrUnknown)
	case p.Value < d.Min || p.Value > d.Max:
		return Change{}, fmt.Errorf("%s = %s, bounds %s to %s: %w", p.Name, d.Text(p.Value), d.Text(d.Min), d.Text(d.Max), ErrBounds)
	case p.Actor == "" || p.Reason == "" || utf8.RuneCountInString(p.Reason) > reasonMax:
		return Change{}, fmt.Errorf("%s: %w", p.Name, ErrNoReason)
	}
	history, _, err := changes.Get(tx, theScope)
	if err != nil {
		return Change{}, err
	}
	at, err := d.effectiveTime(tx.Now(), history, p)
	if err != nil {
		return Change{}, err
	}
	if d.valueIn(history, at) == p.Value {
		return Change{}, fmt.Errorf("%s: %w", p.Name, ErrUnchanged)
	}
	if err := s.checkPromises(tx, d, history, at, p.Value); err != nil {
		return Change{}, err
	}
	c := Change{ID: entropy.ID(chance, tx.Now()), Name: p.Name, Value: p.Value, EffectiveAt: at, CreatedAt: tx.Now(), Actor: p.Actor, Reason: p.Reason}
	after := append(append([]Change(nil), history...), c)
	if err := s.checkFrom(after, at); err != nil {
		return Change{}, err
	}
	add(tx, history, c)
	return c, nil
}

// checkPromises holds what people were promised against a value from a time on, and
// against the change that is scheduled next: that one was judged by another value.
func (s *Set) checkPromises(tx sqldb.Command, d Definition, history []Change, at time.Time, value int64) error {
	guarded := func(before, after int64) error {
		if guard := s.guards[d.Name]; guard != nil {
			if err := guard(tx, before, after); err != nil {
				return fmt.Errorf("%w: %w", ErrRule, err)
			}
		}
		return nil
	}
	if err := guarded(d.valueIn(history, at), value); err != nil {
		return err
	}
	next := d.nextAfter(history, at)
	if next.IsZero() {
		return nil
	}
	then := d.valueIn(history, next)
	// A change for the worse that was announced in time may come after a better value.
	if d.isWorse(value, then) && !d.isWorse(d.valueIn(history, at), then) && next.Before(tx.Now().Add(NoticePeriod)) {
		return fmt.Errorf("%s from %s to the %s of %s: %w", d.Name, d.Text(value), d.Text(then), clock.Text(next), ErrTooSoon)
	}
	if err := guarded(value, then); err != nil {
		return fmt.Errorf("from %s: %w", clock.Text(next), err)
	}
	return nil
}

// nextAfter is when the first change after a time takes effect, zero for none.
func (d Definition) nextAfter(history []Change, at time.Time) (next time.Time) {
	for _, c := range history {
		if c.Name == d.Name && c.EffectiveAt.After(at) && (next.IsZero() || c.EffectiveAt.Before(next)) {
			next = c.EffectiveAt
		}
	}
	return next
}

// effectiveTime is when a proposal may take effect. Being for the worse is
// judged against every value in effect from now until then: a short dip must
// not smuggle a rise past the notice.
func (d Definition) effectiveTime(now time.Time, history []Change, p Proposal) (time.Time, error) {
	isWorse := d.isWorse(d.valueIn(history, now), p.Value)
	for _, c := range history {
		if c.Name == d.Name && c.EffectiveAt.After(now) && (p.EffectiveAt.IsZero() || !c.EffectiveAt.After(p.EffectiveAt)) {
			isWorse = isWorse || d.isWorse(c.Value, p.Value)
		}
	}
	earliest := now
	if isWorse {
		earliest = now.Add(NoticePeriod)
	}
	if p.EffectiveAt.IsZero() {
		return earliest, nil
	}
	if p.EffectiveAt.Before(earliest) {
		return time.Time{}, fmt.Errorf("%s from %s, earliest %s: %w", p.Name, clock.Text(p.EffectiveAt), clock.Text(earliest), ErrTooSoon)
	}
	return p.EffectiveAt, nil
}

// checkFrom holds the rules at a time and at each later change.
func (s *Set) checkFrom(history []Change, from time.Time) error {
	if err := s.check(history, from); err != nil {
		return err
	}
	for _, c := range history {
		if c.EffectiveAt.After(from) {
			if err := s.check(history, c.EffectiveAt); err != nil {
				return fmt.Errorf("from %s: %w", clock.Text(c.EffectiveAt), err)
			}
		}
	}
	return nil
}

// Entry is a line of the changelog.
type Entry struct {
	Change
	From string `json:"from"`
	To   string `json:"to"`
}

// Changelog is the latest changes, the one effective last first, with the
// values they went from and to.
func (s *Set) Changelog(tx sqldb.Command) ([]Entry, error) {
	history, _, err := changes.Get(tx, theScope)
	if err != nil {
		return nil, err
	}
	ordered := slices.SortedFunc(slices.Values(history), func(a, b Change) int {
		switch {
		case a.before(b):
			return -1
		case b.before(a):
			return 1
		}
		return 0
	})
	var log []Entry
	current := make(map[string]int64)
	for _, c := range ordered {
		d, known := s.byName[c.Name]
		if !known {
			// A parameter of an earlier program: its history stays stored.
			continue
		}
		from, changed := current[c.Name]
		if !changed {
			from = d.Default
		}
		current[c.Name] = c.Value
		log = append(log, Entry{Change: c, From: d.Text(from), To: d.Text(c.Value)})
	}
	slices.Reverse(log)
	return log[:min(len(log), changelogMax)], nil
}
