package config

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"etld/internal/base/money"
)

// settings declares what a command can be told, each with the form it must have.
type settings struct {
	*flag.FlagSet
	forms []func() error
	// secrets are the names of those that no flag may tell.
	secrets []string
}

func (s *settings) form(is func() error) { s.forms = append(s.forms, is) }

// check refuses the first setting that has not its form.
func (s *settings) check() error {
	for _, is := range s.forms {
		if err := is(); err != nil {
			return err
		}
	}
	return nil
}

// secretVar declares what comes from the environment or the file alone, as every user of a
// machine can read the flags of its processes.
func (s *settings) secretVar(p *string, name, usage string) {
	s.StringVar(p, name, "", usage)
	s.secrets = append(s.secrets, name)
}

// onlyFlags reads flags alone, and refuses a secret among them.
func (s *settings) onlyFlags(arguments []string) error {
	err := s.Parse(arguments)
	s.Visit(func(f *flag.Flag) {
		if err == nil && slices.Contains(s.secrets, f.Name) {
			err = fmt.Errorf("--%s is a secret, and every user of this machine can read flags; set %s, or write it into the file of -config", f.Name, variableOf(f.Name))
		}
	})
	return err
}

// variableOf is how the environment names a setting.
func variableOf(name string) string {
	return variables + "_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// addressVar declares an address; it may be left out.
func (s *settings) addressVar(p *string, name, usage string) {
	s.StringVar(p, name, "", usage)
	s.form(func() error {
		if *p == "" {
			return nil
		}
		return address{name, *p}.validate()
	})
}

// addressesVar declares addresses separated by commas, or none.
func (s *settings) addressesVar(p *string, name, usage string) {
	s.StringVar(p, name, "", usage)
	s.form(func() error {
		for _, one := range List(*p) {
			if err := (address{name, one}).validate(); err != nil {
				return err
			}
		}
		return nil
	})
}

// webAddressVar declares an https:// address. It may be left out where none is its
// default.
func (s *settings) webAddressVar(p *string, name, value, usage string) {
	s.StringVar(p, name, value, usage)
	s.form(func() error {
		if !isWebAddress(*p) && (*p != "" || value != "") {
			return fmt.Errorf("--%s %q is not an https:// address", name, *p)
		}
		return nil
	})
}

// amountVar declares an amount above zero; 0 would mean that there is no limit.
func (s *settings) amountVar(p *money.Amount, name, value, usage string) {
	text := s.String(name, value, usage)
	s.form(func() (err error) {
		if *p, err = money.Parse(*text); err != nil {
			return fmt.Errorf("--%s %q: %w", name, *text, err)
		}
		if *p <= 0 {
			return fmt.Errorf("--%s must be above 0", name)
		}
		return nil
	})
}

// bounded declares whole numbers within bounds; hint is said to who is outside of them.
type bounded struct {
	*settings
	least, most int
	hint        string
}

// IntVar declares a number within the bounds.
func (b bounded) IntVar(p *int, name string, value int, usage string) {
	b.settings.IntVar(p, name, value, usage)
	b.form(func() error {
		if *p < b.least || *p > b.most {
			return fmt.Errorf("--%s must be between %d and %d%s", name, b.least, b.most, b.hint)
		}
		return nil
	})
}
