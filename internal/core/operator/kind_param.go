package operator

import (
	"errors"
	"fmt"
	"time"

	"etld/internal/base/fault"
	"etld/internal/core/param"
	"etld/internal/infra/sqldb"
)

const kindParam = "param_change"

// paramChange gives a parameter another value. The value is written as
// operators read it; no time means as soon as its approval allows.
type paramChange struct {
	Name        string     `json:"name"`
	Value       string     `json:"value"`
	EffectiveAt *time.Time `json:"effectiveAt,omitempty"`
}

type paramRow struct {
	Name  string `json:"name"`
	Kind  string `json:"kind" enum:"amount,ratio,integer"`
	Value string `json:"value"`
	// Default, Min and Max bound what can be proposed.
	Default string `json:"default"`
	Min     string `json:"min"`
	Max     string `json:"max"`
}

// handleParameters registers the change of parameters. The checker stands
// outside the catalogue: terms are money.
func (s *Service) handleParameters() {
	Handle(s, Kind[paramChange]{Name: kindParam, Path: "params/change", Makers: []Role{Catalogue}, Checkers: []Role{FinanceChecker},
		Describe: s.describeParameter, Execute: s.changeParameter})
	Few[paramRow]{Key: "name", KeyOf: func(r paramRow) string { return r.Name }, Read: func(tx *sqldb.Tx, _ Caller) ([]paramRow, error) {
		rows := []paramRow{}
		for _, d := range s.params.Definitions() {
			value, err := d.Current(tx)
			if err != nil {
				return nil, err
			}
			rows = append(rows, paramRow{Name: d.Name, Kind: string(d.Kind), Value: d.Text(value), Default: d.Text(d.Default), Min: d.Text(d.Min), Max: d.Text(d.Max)})
		}
		return rows, nil
	}}.View(s, Route{Path: "params/list"})
	Few[param.Entry]{Key: "id", KeyOf: func(e param.Entry) string { return e.ID },
		Read: func(tx *sqldb.Tx, _ Caller) ([]param.Entry, error) { return s.params.Changelog(tx) }}.View(s, Route{Path: "params/changelog"})
}

// wanted is the change in the parameter's own numbers.
func (s *Service) wanted(c paramChange, actor, reason string) (param.Definition, param.Proposal, error) {
	d, known := s.params.Find(c.Name)
	if !known {
		return d, param.Proposal{}, fault.Invalid("name")
	}
	value, err := d.Read(c.Value)
	if err != nil {
		return d, param.Proposal{}, fault.Invalid("value")
	}
	p := param.Proposal{Name: c.Name, Value: value, Actor: actor, Reason: reason}
	if c.EffectiveAt != nil {
		p.EffectiveAt = *c.EffectiveAt
	}
	return d, p, nil
}

// errTrial undoes a change that was only tried.
var errTrial = errors.New("only a trial")

// describeParameter tries the change and undoes it, so that what would be
// refused after approval is refused when it is proposed.
func (s *Service) describeParameter(tx *sqldb.Tx, c paramChange) (Description, error) {
	d, p, err := s.wanted(c, "trial", "trial")
	if err != nil {
		return Description{}, err
	}
	before, err := d.Current(tx)
	if err != nil {
		return Description{}, err
	}
	var made param.Change
	err = tx.Try(func() error {
		if made, err = s.params.Change(tx, s.chance, p); err != nil {
			return err
		}
		return errTrial
	})
	if !errors.Is(err, errTrial) {
		return Description{}, parameterFault(err)
	}
	from := "at once when approved"
	if c.EffectiveAt != nil {
		from = c.EffectiveAt.UTC().Format(time.RFC3339)
	} else if made.EffectiveAt.After(tx.Now()) {
		from = fmt.Sprintf("%s after approval", made.EffectiveAt.Sub(tx.Now()))
	}
	return Description{Subject: c.Name, Approvals: 1, Basis: d.Text(before), Diff: []Change{
		{Field: c.Name, Before: d.Text(before), After: d.Text(p.Value)}, {Field: "effective", After: from}}}, nil
}

func (s *Service) changeParameter(tx *sqldb.Tx, c paramChange, d Decision) error {
	_, p, err := s.wanted(c, d.MakerID+" "+d.By.ID, d.Reason)
	if err != nil {
		return err
	}
	_, err = s.params.Change(tx, s.chance, p)
	return parameterFault(err)
}

// parameterFault tells an operator why a change is not possible.
func parameterFault(err error) error {
	for _, refusal := range []error{param.ErrUnknown, param.ErrBounds, param.ErrTooSoon, param.ErrRule, param.ErrNoReason, param.ErrUnchanged} {
		if errors.Is(err, refusal) {
			return ErrParameter.With("detail", err.Error())
		}
	}
	return err
}
