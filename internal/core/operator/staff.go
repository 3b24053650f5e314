package operator

import (
	"slices"
	"strings"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/infra/sqldb"
)

// enrolmentTime is how long a new person may take to set up an authenticator:
// until then the wallet alone would do.
const enrolmentTime = 72 * time.Hour

// Staff is a person on the operators' list.
type Staff struct {
	ID      string
	Address string
	Name    string
	Roles   []Role
	Active  bool

	totpSecret    string
	totpConfirmed bool
	totpStep      int64
	totpFailures  int64
	lockedUntil   time.Time
	enrolUntil    time.Time
	signedAt      time.Time
	approvedAt    time.Time
	createdAt     time.Time
}

// May says that the person is active and holds one of the roles; no roles
// means anybody active.
func (p Staff) May(roles []Role) bool {
	return p.Active && (len(roles) == 0 || roleSet(p.Roles).hasAny(roles))
}

const (
	staffColumns = `id, address, name, roles, is_active, totp_secret, totp_confirmed, totp_step, totp_failures, locked_until, enrol_until, signed_at, approved_at, created_at`

	selectStaff      = `SELECT ` + staffColumns + ` FROM operator_staff WHERE id = $1`
	selectStaffBy    = `SELECT ` + staffColumns + ` FROM operator_staff WHERE address_key = $1`
	selectStaffAll   = `SELECT ` + staffColumns + ` FROM operator_staff ORDER BY created_at, id LIMIT $1`
	deleteSessionsOf = `DELETE FROM operator_session WHERE staff_id = $1`

	// staffMax bounds the list of operators.
	staffMax = 500
)

var saveStaff = sqldb.NewUpsert("operator_staff", sqldb.Text("id"), sqldb.Text("address"), sqldb.Text("address_key"), sqldb.Text("name"),
	sqldb.Text("roles"), sqldb.Integer("is_active"), sqldb.Text("totp_secret"), sqldb.Integer("totp_confirmed"), sqldb.Integer("totp_step"),
	sqldb.Integer("totp_failures"), sqldb.Integer("locked_until"), sqldb.Integer("enrol_until"), sqldb.Integer("signed_at"),
	sqldb.Integer("approved_at"), sqldb.Integer("created_at"))

func scanStaff(row *sqldb.Row) (p Staff, err error) {
	var roles string
	err = row.Scan(&p.ID, &p.Address, &p.Name, &roles, &p.Active, &p.totpSecret, &p.totpConfirmed, &p.totpStep, &p.totpFailures,
		&p.lockedUntil, &p.enrolUntil, &p.signedAt, &p.approvedAt, &p.createdAt)
	p.Roles = parseRoles(roles)
	return p, err
}

func (p Staff) save(tx *sqldb.Tx) {
	saveStaff.Add(tx, p.ID, p.Address, strings.ToLower(p.Address), p.Name, roleSet(p.Roles).String(), p.Active, p.totpSecret,
		p.totpConfirmed, p.totpStep, p.totpFailures, p.lockedUntil, p.enrolUntil, p.signedAt, p.approvedAt, p.createdAt)
}

func queryStaff(tx *sqldb.Tx, query, key string) (p Staff, found bool, err error) {
	err = tx.Query(func(row *sqldb.Row) (err error) {
		found = true
		p, err = scanStaff(row)
		return err
	}, query, key)
	return p, found, err
}

func findStaff(tx *sqldb.Tx, id string) (Staff, bool, error) {
	return queryStaff(tx, selectStaff, id)
}

func findStaffBy(tx *sqldb.Tx, address string) (Staff, bool, error) {
	return queryStaff(tx, selectStaffBy, strings.ToLower(address))
}

func allStaff(tx *sqldb.Tx) (list []Staff, err error) {
	err = tx.Query(func(row *sqldb.Row) error {
		p, err := scanStaff(row)
		list = append(list, p)
		return err
	}, selectStaffAll, staffMax)
	return list, err
}

// newStaff is a person who still has to set up an authenticator.
func newStaff(tx *sqldb.Tx, chance entropy.Source, address, name string, roles []Role) Staff {
	return Staff{ID: entropy.ID(chance, tx.Now()), Address: address, Name: name, Roles: newRoleSet(roles), Active: true,
		enrolUntil: tx.Now().Add(enrolmentTime), createdAt: tx.Now()}
}

// forgetAuthenticator makes the person set up another one and sign in again.
func (p Staff) forgetAuthenticator(now time.Time) Staff {
	p.totpSecret, p.totpConfirmed, p.totpStep, p.totpFailures, p.lockedUntil = "", false, 0, 0, time.Time{}
	p.enrolUntil = now.Add(enrolmentTime)
	return p
}

// administrators counts the active ones.
func administrators(list []Staff) (n int) {
	for _, p := range list {
		if p.Active && slices.Contains(p.Roles, Administrator) {
			n++
		}
	}
	return n
}
