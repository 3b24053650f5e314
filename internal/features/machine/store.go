package machine

import (
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
)

// store is all SQL that actions and jobs need.
type store struct {
	sales *sqldb.Lookup[int64]
	terms *sqldb.Lookup[offer.Terms]
	// machines are a user's open machines. No other lookup may yield machines
	// that are to be changed: two memories of one row would disagree.
	machines *sqldb.Lookup[[]Machine]
	owners   *sqldb.Lookup[string]
	pauses   *sqldb.Lookup[[]earning.Pause]
	credits  *sqldb.Lookup[[]offer.Credit]
	// causes are those of steps of history.
	causes *sqldb.Lookup[Cause]

	saveSale    *sqldb.Rows[saleRow]
	saveTerms   *sqldb.Rows[termsRow]
	saveMachine *sqldb.Rows[Row]
	insertStep  *sqldb.Rows[stepRow]
	savePause   *sqldb.Rows[pauseRow]
	saveCredit  *sqldb.Rows[creditRow]
}

const (
	selectOwner = `SELECT id, user_id FROM machine_machine WHERE id`
	selectSale  = `SELECT id, sold FROM machine_sale WHERE id`
	selectCause = `SELECT id, cause FROM machine_history WHERE id`
)

func newStore() *store {
	s := &store{}
	s.buildLookups()
	s.buildWrites()
	return s
}

func (s *store) buildLookups() {
	s.sales = sqldb.NewLookup("machine sales", selectSale, sqldb.Single(func(row *sqldb.Row) (id string, sold int64, err error) {
		err = row.Scan(&id, &sold)
		return id, sold, err
	}))
	s.terms = sqldb.NewLookup("machine terms", termsTable.Select("WHERE version"), sqldb.Single(func(row *sqldb.Row) (string, offer.Terms, error) {
		r, err := termsTable.Scan(row)
		return r.version, r.Terms, err
	}))
	s.machines = sqldb.NewLookup("open machines", MachineTable.Select("WHERE open = 1 AND user_id"), sqldb.Several(func(row *sqldb.Row) (string, Machine, error) {
		m, err := scanMachine(row)
		return m.UserID, m, err
	}))
	s.owners = sqldb.NewLookup("machine owners", selectOwner, sqldb.Single(func(row *sqldb.Row) (id, user string, err error) {
		err = row.Scan(&id, &user)
		return id, user, err
	}))
	s.pauses = sqldb.NewLookup("machine pauses", pauseTable.Select("WHERE machine_id"), sqldb.Several(func(row *sqldb.Row) (string, earning.Pause, error) {
		r, err := pauseTable.Scan(row)
		return r.machineID, r.Pause, err
	}))
	s.credits = sqldb.NewLookup("machine credits", creditTable.Select("WHERE live = 1 AND user_id"),
		sqldb.Several(func(row *sqldb.Row) (string, offer.Credit, error) {
			r, err := creditTable.Scan(row)
			return r.UserID, r.Credit, err
		}))
	s.causes = sqldb.NewLookup("machine causes", selectCause, sqldb.Single(func(row *sqldb.Row) (id string, cause Cause, err error) {
		err = row.Scan(&id, &cause)
		return id, cause, err
	}))
}

func (s *store) buildWrites() {
	s.saveSale, s.saveTerms = saleTable.Upsert(), termsTable.Upsert()
	s.saveMachine, s.insertStep, s.savePause = MachineTable.Upsert(), stepTable.Insert(), pauseTable.Upsert()
	s.saveCredit = creditTable.Upsert()
}
