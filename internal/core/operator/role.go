package operator

import (
	"slices"
	"strings"

	"etld/internal/base/each"
)

// Role is what a person may do.
type Role string

// The roles. Auditors read everything and change nothing; administrators keep
// roles and touch no money.
const (
	Support        Role = "support"
	FinanceMaker   Role = "finance_maker"
	FinanceChecker Role = "finance_checker"
	Catalogue      Role = "catalogue"
	Fulfilment     Role = "fulfilment"
	Editor         Role = "editor"
	Risk           Role = "risk"
	Auditor        Role = "auditor"
	Administrator  Role = "administrator"
)

// Roles lists every role.
func Roles() []Role {
	return []Role{Support, FinanceMaker, FinanceChecker, Catalogue, Fulfilment, Editor, Risk, Auditor, Administrator}
}

func (Role) Values() []string { return each.Texts(Roles()...) }

// IsRole says that a text names a role.
func IsRole(text Role) bool { return slices.Contains(Roles(), text) }

// roleSet is a person's roles, sorted and without doubles.
type roleSet []Role

func newRoleSet(list []Role) roleSet {
	sorted := slices.Clone(list)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}

func (s roleSet) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s *roleSet) UnmarshalText(text []byte) error {
	*s = nil
	for part := range strings.SplitSeq(string(text), ",") {
		if part != "" {
			*s = append(*s, Role(part))
		}
	}
	return nil
}

func (s roleSet) String() string {
	return strings.Join(each.Texts(s...), ",")
}

// hasAny says that the person holds one of the roles.
func (s roleSet) hasAny(wanted []Role) bool {
	return slices.ContainsFunc(wanted, func(r Role) bool { return slices.Contains(s, r) })
}

// check refuses roles that must not meet in one person.
func (s roleSet) check() error {
	if slices.Contains(s, Auditor) && len(s) > 1 {
		return ErrRolesClash.With("detail", string(Auditor))
	}
	if slices.Contains(s, Administrator) && s.hasAny([]Role{FinanceMaker, FinanceChecker, Catalogue}) {
		return ErrRolesClash.With("detail", string(Administrator))
	}
	return nil
}
