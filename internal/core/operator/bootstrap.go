package operator

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/core/operator/audit"
	"etld/internal/core/operator/page"
	"etld/internal/infra/sqldb"
)

// Refusals of the command line, as sentences.
var (
	ErrBootstrapped = errors.New("two administrators exist; from now on they change roles in the console, together")
	ErrUnknownStaff = errors.New("no operator has this address")
	ErrNoDemo       = errors.New("sessions without a wallet exist in the demo only")
)

// commandLine is who the audit log names for what was done on the server itself.
var commandLine = Caller{Staff: Staff{Address: "command line"}}

// Add puts a person on the list without a proposal, as long as there are not
// two administrators who could make one.
func (s *Service) Add(ctx context.Context, address, name string, role Role) error {
	if !common.IsHexAddress(address) {
		return fmt.Errorf("%q is not an address", address)
	}
	if !IsRole(role) {
		return fmt.Errorf("%q is none of the roles %v", role, Roles())
	}
	address = common.HexToAddress(address).Hex()
	return s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		list, err := allStaff(tx)
		if err != nil {
			return err
		}
		if administrators(list) >= administratorsMin {
			return ErrBootstrapped
		}
		p, found, err := findStaffBy(tx, address)
		if err != nil {
			return err
		}
		before := any(nil)
		if found {
			before = map[string]any{"roles": p.Roles}
			p.Roles = newRoleSet(append(slices.Clone(p.Roles), role))
		} else {
			p = newStaff(tx, s.Chance, address, name, []Role{role})
		}
		if err := roleSet(p.Roles).check(); err != nil {
			return fmt.Errorf("%v cannot be held together", p.Roles)
		}
		p.save(tx)
		return audit.Write(tx, commandLine.by(), actionAdd, audit.Note{Subject: address, Before: before, After: map[string]any{"name": p.Name, "roles": p.Roles}})
	})
}

// Reset makes a person set up another authenticator, for when nobody is left
// who could propose it.
func (s *Service) Reset(ctx context.Context, address string) error {
	return s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		p, found, err := findStaffBy(tx, address)
		if err != nil {
			return err
		}
		if !found {
			return ErrUnknownStaff
		}
		p.forgetAuthenticator(tx.Now()).save(tx)
		if err := tx.Do(deleteSessionsOf, p.ID); err != nil {
			return err
		}
		return audit.Write(tx, commandLine.by(), "operator reset", audit.Note{Subject: p.Address})
	})
}

// DemoSession is a session of a demo's person with one role, without a wallet
// and an authenticator, and the token that its calls send in X-CSRF-Token. The
// person is made, with the name, when the address is new.
func (s *Service) DemoSession(ctx context.Context, role Role, address, name string) (cookie *http.Cookie, csrf string, err error) {
	if !s.Demo {
		return nil, "", ErrNoDemo
	}
	if !IsRole(role) || !common.IsHexAddress(address) {
		return nil, "", fmt.Errorf("%q is none of the roles %v", role, Roles())
	}
	address = common.HexToAddress(address).Hex()
	var token string
	err = s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		p, found, err := findStaffBy(tx, address)
		if err != nil {
			return err
		}
		if !found {
			p = newStaff(tx, s.Chance, address, name, []Role{role})
		}
		p.signedAt = tx.Now()
		p.save(tx)
		token = s.entrance.begin(tx, p, Caller{Agent: "demo"})
		return audit.Write(tx, Caller{Staff: p}.by(), actionDemoSession, audit.Note{Subject: address, After: map[string]any{"roles": p.Roles}})
	})
	if err != nil {
		return nil, "", err
	}
	return page.Keep(token, s.Secure), page.Proof(token), nil
}
