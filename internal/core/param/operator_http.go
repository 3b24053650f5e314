package param

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/core/operator/sentence"
	"etld/internal/infra/sqldb"
)

const kindParam = "param_change"

// changeIn gives a parameter another value. The value is written as
// operators read it; no time means as soon as its approval allows.
type changeIn struct {
	Name        string     `json:"name"`
	Value       string     `json:"value"`
	EffectiveAt *time.Time `json:"effectiveAt,omitempty"`
}

type row struct {
	Name  string `json:"name"`
	Label string `json:"label" doc:"What it is called, in the caller's language"`
	Kind  Kind   `json:"kind"`
	Unit  string `json:"unit" doc:"What its figures are in: a currency, % for a share, empty where its label says it"`
	Value string `json:"value"`
	// Default, Min and Max bound what can be proposed.
	Default string `json:"default"`
	Min     string `json:"min"`
	Max     string `json:"max"`
}

// logged is a change as operators read it.
type logged struct {
	Entry
	Label string `json:"label" doc:"What the parameter is called, in the caller's language"`
	Staff string `json:"staff" doc:"Who proposed and who approved it, as the operators' list calls them now; by their ids where they are not on it"`
}

// console is the set as operators change it.
type console struct {
	*Set
	chance entropy.Source
}

// RegisterOperator adds the lists of parameters and of their changes, and the change
// of one. The checker stands outside the catalogue: terms are money.
func (s *Set) RegisterOperator(o *operator.Service, chance entropy.Source) {
	c := console{s, chance}
	operator.Handle(o, operator.Kind[changeIn]{Name: kindParam, Path: "params/change",
		Makers: []operator.Role{operator.Catalogue}, Checkers: []operator.Role{operator.FinanceChecker},
		Describe: c.describe, Execute: c.change})
	operator.Few[row]{Key: "name", KeyOf: func(r row) string { return r.Name }, Read: func(tx *sqldb.Tx, by operator.Caller) ([]row, error) {
		rows := []row{}
		for _, d := range s.Definitions() {
			value, err := d.Current(tx)
			if err != nil {
				return nil, err
			}
			rows = append(rows, row{Name: d.Name, Label: sentence.Param(string(by.Language), d.Name), Kind: d.Kind, Unit: sentence.Unit(d.Name),
				Value: d.Text(value), Default: d.Text(d.Default), Min: d.Text(d.Min), Max: d.Text(d.Max)})
		}
		return rows, nil
	}}.View(o, operator.Route{Path: "params/list"})
	operator.Few[logged]{Key: "id", KeyOf: func(e logged) string { return e.ID }, Read: func(tx *sqldb.Tx, by operator.Caller) ([]logged, error) {
		log, err := s.Changelog(tx)
		if err != nil {
			return nil, err
		}
		return each.Try(log, func(e Entry) (logged, error) {
			staff, err := namesOf(tx, e.Actor)
			return logged{Entry: e, Label: sentence.Param(string(by.Language), e.Name), Staff: staff}, err
		})
	}}.View(o, operator.Route{Path: "params/changelog"})
}

// namesOf are those who made a change, by their names.
func namesOf(tx *sqldb.Tx, actor string) (string, error) {
	names, err := each.Try(strings.Fields(actor), func(id string) (string, error) {
		name, err := operator.NameOf(tx, id)
		return cmp.Or(name, id), err
	})
	return strings.Join(names, ", "), err
}

// wanted is the change in the parameter's own numbers.
func (s console) wanted(c changeIn, actor, reason string) (Definition, Proposal, error) {
	d, known := s.Find(c.Name)
	if !known {
		return d, Proposal{}, fault.Invalid("name")
	}
	value, err := d.Read(c.Value)
	if err != nil {
		return d, Proposal{}, fault.Invalid("value")
	}
	p := Proposal{Name: c.Name, Value: value, Actor: actor, Reason: reason}
	if c.EffectiveAt != nil {
		p.EffectiveAt = *c.EffectiveAt
	}
	return d, p, nil
}

// errTrial undoes a change that was only tried.
var errTrial = errors.New("only a trial")

// describe tries the change and undoes it, so that what would be
// refused after approval is refused when it is proposed.
func (s console) describe(tx *sqldb.Tx, c changeIn) (operator.Description, error) {
	d, p, err := s.wanted(c, "trial", "trial")
	if err != nil {
		return operator.Description{}, err
	}
	before, err := d.Current(tx)
	if err != nil {
		return operator.Description{}, err
	}
	var made Change
	err = tx.Try(func() error {
		if made, err = s.Change(tx, s.chance, p); err != nil {
			return err
		}
		return errTrial
	})
	if !errors.Is(err, errTrial) {
		return operator.Description{}, parameterFault(err)
	}
	from := "at once when approved"
	if c.EffectiveAt != nil {
		from = clock.Text(*c.EffectiveAt)
	} else if made.EffectiveAt.After(tx.Now()) {
		from = Noticed(tx.Now(), made.EffectiveAt, tx.Now())
	}
	return operator.Description{Subject: c.Name, Approvals: 1, Basis: d.Text(before), Diff: []operator.Change{
		{Field: c.Name, Before: d.Text(before), After: d.Text(p.Value)}, {Field: "effective", After: from}}}, nil
}

func (s console) change(tx *sqldb.Tx, c changeIn, d operator.Decision) error {
	_, p, err := s.wanted(c, d.MakerID+" "+d.By.ID, d.Reason)
	if err != nil {
		return err
	}
	_, err = s.Change(tx, s.chance, p)
	return parameterFault(err)
}

// parameterFault tells an operator why a change is not possible.
func parameterFault(err error) error {
	for _, refusal := range []error{ErrUnknown, ErrBounds, ErrTooSoon, ErrRule, ErrNoReason, ErrUnchanged} {
		if errors.Is(err, refusal) {
			return ErrParameter.With("detail", err.Error())
		}
	}
	return err
}
