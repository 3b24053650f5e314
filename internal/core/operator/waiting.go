package operator

import (
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/fault"
	"etld/internal/core/operator/audit"
	"etld/internal/infra/sqldb"
)

// rolesWait is how long a role that touches money or terms waits from the approval of
// its change: two administrators could otherwise appoint themselves in a minute. What
// the command line gives, before there are two of them, works at once.
const rolesWait = 48 * time.Hour

func waitingRoles() []Role { return []Role{FinanceMaker, FinanceChecker, Catalogue} }

// wait is which of a person's roles do not work yet.
type wait struct {
	waiting roleSet
	worksAt time.Time
	// objectedBy is the operator whose objection they wait for: it stands until two
	// others than who proposes them give the person such roles again.
	objectedBy string
}

// isOver says that the roles work.
func (w wait) isOver(now time.Time) bool { return w.objectedBy == "" && !now.Before(w.worksAt) }

// without is a list of roles less some of them.
func without(list, less []Role) []Role {
	return slices.DeleteFunc(slices.Clone(list), func(r Role) bool { return slices.Contains(less, r) })
}

// at is a person as of an instant: what waited until then waits no more.
func (p Staff) at(now time.Time) Staff {
	if p.wait.isOver(now) {
		p.wait = wait{}
	}
	return p
}

// working are the roles that the person may act by.
func (p Staff) working() []Role { return without(p.Roles, p.wait.waiting) }

// unopposed are the roles that nobody objected to.
func (p Staff) unopposed() []Role {
	if p.wait.objectedBy == "" {
		return p.Roles
	}
	return p.working()
}

// waitingFrom is what of a person's roles waits after a change: what the person could
// not act by before. What waits already does not begin anew, and an objection outlasts
// changes that give nothing of the kind.
func (p Staff) waitingFrom(before Staff, now time.Time) wait {
	var had, waited []Role
	if before.Active {
		had, waited = before.working(), without(before.unopposed(), before.working())
	}
	late := slices.DeleteFunc(without(p.Roles, had), func(r Role) bool { return !slices.Contains(waitingRoles(), r) })
	switch {
	case (len(late) == 0 || !p.Active) && before.wait.objectedBy != "":
		return before.wait
	case len(late) == 0 || !p.Active:
		return wait{}
	case len(without(late, waited)) == 0:
		return wait{waiting: late, worksAt: before.wait.worksAt}
	}
	return wait{waiting: late, worksAt: now.Add(rolesWait)}
}

// WaitingRow is roles that were given and do not work yet, as every operator sees it.
type WaitingRow struct {
	StaffID    string     `json:"staffId"`
	Address    string     `json:"address"`
	Name       string     `json:"name"`
	Roles      []Role     `json:"roles" nullable:"false"`
	WorkAt     *time.Time `json:"workAt" doc:"Null once somebody objected"`
	ObjectedBy string     `json:"objectedBy" doc:"The operator who objected, or empty"`
}

func rolesInWaiting(tx *sqldb.Tx) ([]WaitingRow, error) {
	list, err := allStaff(tx)
	rows := []WaitingRow{}
	for _, p := range list {
		if len(p.wait.waiting) == 0 {
			continue
		}
		row := WaitingRow{StaffID: p.ID, Address: p.Address, Name: p.Name, Roles: p.wait.waiting, ObjectedBy: p.wait.objectedBy}
		if row.ObjectedBy == "" {
			row.WorkAt = &p.wait.worksAt
		}
		rows = append(rows, row)
	}
	return rows, err
}

// objectIn objects to the roles that somebody waits for.
type objectIn struct {
	Address string `json:"address"`
	Reason  string `json:"reason"`
}

// Check brings the address to its form and refuses a reason that says nothing.
func (in *objectIn) Check() error {
	if !common.IsHexAddress(in.Address) {
		return fault.Invalid("address")
	}
	in.Address = common.HexToAddress(in.Address).Hex()
	return audit.CheckReason(in.Reason)
}

// object stops roles that wait: they work only once two more administrators than the
// one who proposes them give them again, and 48 hours after that. One operator of any
// role is enough.
func object(tx *sqldb.Tx, c *Call, in objectIn) (okOut, error) {
	c.Note(audit.Note{Subject: in.Address, Reason: in.Reason})
	p, err := fault.Known(findStaffBy(tx, in.Address))
	switch {
	case err != nil:
		return okOut{}, err
	case len(p.wait.waiting) == 0 || p.wait.objectedBy != "":
		return okOut{}, ErrNothing
	}
	c.Note(audit.Note{Subject: in.Address, Reason: in.Reason, Before: map[string]any{"waiting": p.wait.waiting}})
	p.wait.objectedBy = c.ID
	p.save(tx)
	return okOut{OK: true}, nil
}
