package operator

import (
	"slices"
	"strings"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/core/operator/audit"
	"etld/internal/core/operator/sentence"
	"etld/internal/infra/lists"
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

	wait          wait
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

// May says that the person is active and holds one of the roles, which does not wait;
// no roles means anybody active.
func (p Staff) May(roles []Role) bool {
	return p.Active && (len(roles) == 0 || roleSet(p.working()).hasAny(roles))
}

// storedStaff is a person with the form of the address that is searched for.
type storedStaff struct {
	Staff
	roles      roleSet
	addressKey string
}

func (r storedStaff) at(now time.Time) Staff {
	r.Roles = r.roles
	return r.Staff.at(now)
}

var (
	staffTable = sqldb.NewTable[storedStaff]("operator_staff", `id, address, address_key, name, roles, is_active = Active, totp_secret,
		totp_confirmed, totp_step, totp_failures, locked_until, enrol_until, signed_at, approved_at, created_at, waiting = wait.waiting,
		works_at = wait.worksAt, objected_by = wait.objectedBy`)
	saveStaff = staffTable.Upsert()

	selectStaff    = staffTable.Select("WHERE id = $1")
	selectStaffBy  = staffTable.Select("WHERE address_key = $1")
	selectStaffAll = staffTable.Select("ORDER BY created_at, id LIMIT $1")
	staffNames     = sqldb.NewLookup("staff names", `SELECT id, name FROM operator_staff WHERE id`, sqldb.Single(sqldb.Pair[string, string]))
	staffList      = lists.List[storedStaff]{Table: staffTable, Key: "id", Orders: []lists.Order{lists.First("createdAt", "id")}}
)

const (
	deleteSessionsOf = `DELETE FROM operator_session WHERE staff_id = $1`
	// staffMax bounds the list of operators.
	staffMax = 500
)

// staffNow reads a person as of the transaction's time.
func staffNow(tx sqldb.Command) func(row *sqldb.Row) (Staff, error) {
	return func(row *sqldb.Row) (Staff, error) {
		r, err := staffTable.Scan(row)
		return r.at(tx.Now()), err
	}
}

func (p Staff) save(tx sqldb.Command) {
	saveStaff.Add(tx, storedStaff{p, p.Roles, strings.ToLower(p.Address)})
}

func findStaff(tx *sqldb.Tx, id string) (Staff, bool, error) {
	return sqldb.Find(tx, staffNow(tx), selectStaff, id)
}

func findStaffBy(tx *sqldb.Tx, address string) (Staff, bool, error) {
	return sqldb.Find(tx, staffNow(tx), selectStaffBy, strings.ToLower(address))
}

func allStaff(tx *sqldb.Tx) ([]Staff, error) {
	return sqldb.Collect(tx, staffNow(tx), selectStaffAll, staffMax)
}

// NameOf is what the list calls a person; empty for the program and for who is not on it.
func NameOf(tx *sqldb.Tx, staffID string) (string, error) {
	name, _, err := staffNames.Get(tx, staffID)
	return name, err
}

func rowOfRecord(tx *sqldb.Tx, c Caller, r audit.Record) (audit.Row, error) {
	name, err := NameOf(tx, r.StaffID)
	return audit.Row{Record: r, StaffName: name, Why: sentence.Why(string(c.Language), r.Reason, r.StaffID == "")}, err
}

// newStaff is a person who still has to set up an authenticator.
func newStaff(tx sqldb.Command, chance entropy.Source, address, name string, roles []Role) Staff {
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
