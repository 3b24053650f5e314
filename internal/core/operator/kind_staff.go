package operator

import (
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/fault"
	"etld/internal/infra/sqldb"
)

const (
	kindRoles  = "role_change"
	nameLength = 60
	// administratorsMin must remain, as one alone could never change anything.
	administratorsMin = 2
)

// roleChange puts a person on the list, changes what the person may do, or
// takes the person off it.
type roleChange struct {
	Address string `json:"address"`
	Name    string `json:"name"`
	Roles   []Role `json:"roles" nullable:"false"`
	Active  bool   `json:"active"`
	// ResetTOTP makes the person set up another authenticator.
	ResetTOTP bool `json:"resetTotp" required:"false"`
}

// Check brings address and roles to one form.
func (c *roleChange) Check() error {
	if !common.IsHexAddress(c.Address) {
		return fault.Invalid("address")
	}
	c.Address = common.HexToAddress(c.Address).Hex()
	if c.Name = strings.TrimSpace(c.Name); c.Name == "" || len([]rune(c.Name)) > nameLength {
		return fault.Invalid("name")
	}
	c.Roles = newRoleSet(append([]Role{}, c.Roles...))
	return roleSet(c.Roles).check()
}

func describeRoles(tx *sqldb.Tx, c roleChange) (Description, error) {
	before, found, err := findStaffBy(tx, c.Address)
	if err != nil {
		return Description{}, err
	}
	list, err := allStaff(tx)
	if err != nil {
		return Description{}, err
	}
	if found && before.Active && slices.Contains(before.Roles, Administrator) && !(c.Active && slices.Contains(c.Roles, Administrator)) &&
		administrators(list) <= administratorsMin {
		return Description{}, ErrTwoRemain
	}
	d := Description{Subject: c.Address, Approvals: 1}
	add := func(field, from, to string) {
		if from != to {
			d.Diff = append(d.Diff, Change{Field: field, Before: from, After: to})
		}
	}
	add("name", before.Name, c.Name)
	add("roles", roleSet(before.unopposed()).String(), roleSet(c.Roles).String())
	add("active", YesNo(before.Active), YesNo(c.Active))
	if c.ResetTOTP && found {
		d.Diff = append(d.Diff, Change{Field: "authenticator", Before: YesNo(before.totpConfirmed), After: YesNo(false)})
	}
	after := Staff{Roles: c.Roles, Active: c.Active}
	if late := after.waitingFrom(before, tx.Now()); late.objectedBy == "" && len(late.waiting) > 0 && len(d.Diff) > 0 {
		d.Diff = append(d.Diff, Change{Field: "roles that work 48 hours later", After: roleSet(late.waiting).String()})
		if before.wait.objectedBy != "" {
			d.Approvals = 2
		}
	}
	if len(d.Diff) == 0 {
		return Description{}, ErrNothing
	}
	d.Basis = strings.Join([]string{before.Name, roleSet(before.unopposed()).String(), YesNo(before.Active), before.wait.objectedBy}, "|")
	return d, nil
}

// YesNo is a truth as a line of before and after says it.
func YesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

func (s *Service) changeRoles(tx *sqldb.Tx, c roleChange, _ Decision) error {
	p, found, err := findStaffBy(tx, c.Address)
	if err != nil {
		return err
	}
	if !found {
		p = newStaff(tx, s.Chance, c.Address, c.Name, c.Roles)
	}
	before := p
	before.Active = found && p.Active
	p.Name, p.Roles, p.Active = c.Name, c.Roles, c.Active
	p.wait = p.waitingFrom(before, tx.Now())
	if c.ResetTOTP {
		p = p.forgetAuthenticator(tx.Now())
	}
	p.save(tx)
	if p.Active && !c.ResetTOTP {
		return nil
	}
	return tx.Do(deleteSessionsOf, p.ID)
}
