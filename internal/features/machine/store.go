package machine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"etld/internal/base/clock"
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
	s.sales = sqldb.NewLookup("machine sales", selectSale, sqldb.Single(sqldb.Pair[string, int64]))
	s.terms = sqldb.NewLookup("machine terms", termsTable.Select("WHERE version"), sqldb.Single(func(row *sqldb.Row) (string, offer.Terms, error) {
		r, err := termsTable.Scan(row)
		return r.version, r.Terms, err
	}))
	s.machines = sqldb.NewLookup("open machines", MachineTable.Select("WHERE open = 1 AND user_id"), sqldb.Several(func(row *sqldb.Row) (string, Machine, error) {
		m, err := scanMachine(row)
		return m.UserID, m, err
	}))
	s.owners = sqldb.NewLookup("machine owners", selectOwner, sqldb.Single(sqldb.Pair[string, string]))
	s.pauses = sqldb.NewLookup("machine pauses", pauseTable.Select("WHERE machine_id"), sqldb.Several(func(row *sqldb.Row) (string, earning.Pause, error) {
		r, err := pauseTable.Scan(row)
		return r.machineID, r.Pause, err
	}))
	s.credits = sqldb.NewLookup("machine credits", creditTable.Select("WHERE live = 1 AND user_id"),
		sqldb.Several(func(row *sqldb.Row) (string, offer.Credit, error) {
			r, err := creditTable.Scan(row)
			return r.UserID, r.Credit, err
		}))
	s.causes = sqldb.NewLookup("machine causes", selectCause, sqldb.Single(sqldb.Pair[string, Cause]))
}

func (s *store) buildWrites() {
	s.saveSale, s.saveTerms = saleTable.Upsert(), termsTable.Upsert()
	s.saveMachine, s.insertStep, s.savePause = MachineTable.Upsert(), stepTable.Insert(), pauseTable.Upsert()
	s.saveCredit = creditTable.Upsert()
}

// What rows have besides what they are read for.
type (
	// Row is a stored machine: what it took from credits is a text.
	Row struct {
		Machine
		uses string
	}
	// stepRow is a step of one machine's history; its id is stepKey.
	stepRow struct {
		id, machineID string
		Step
		// writtenAt is when it was written, at or after the time of effect.
		writtenAt time.Time
	}
	pauseRow struct {
		earning.Pause
		machineID string
	}
	creditRow struct {
		offer.Credit
		// live says that it can still be used, or could if it were not used up.
		live bool
	}
	termsRow struct {
		version string
		offer.Terms
	}
	// saleRow is what was sold of a product on a day; its id is saleKey.
	saleRow struct {
		id, productID string
		day           clock.Day
		sold          int64
	}
)

var (
	// MachineTable holds the machines. What fills databases for tests and
	// measurements writes it too.
	MachineTable = sqldb.NewTable[Row]("machine_machine", `id, state, before_pause, open, referral, cooling_end_at, start_at, end_at, ended_at,
		mining_until, paused_at, paused_us = Paused, pauses, steps, ending_noticed`).
		Once("user_id, order_id, product_id, terms = TermsVersion, power, new_part, repurchase_part, fee, credit_use = uses, created_at")
	stepTable   = sqldb.NewTable[stepRow]("machine_history", "id, machine_id, from_state = From, to_state = To, cause, actor, note, at, written_at")
	pauseTable  = sqldb.NewTable[pauseRow]("machine_pause", "id, until_at = Until").Once("machine_id, from_at = From")
	creditTable = sqldb.NewTable[creditRow]("machine_credit", "id, rest, expires_at, live").Once("user_id, amount, created_at")
	termsTable  = sqldb.NewTable[termsRow]("machine_terms", "version, body = Terms")
	saleTable   = sqldb.NewTable[saleRow]("machine_sale", "id, sold").Once("product_id, day")
)

// The statements that more than one file needs.
var (
	selectOne     = MachineTable.Select("WHERE id = $1 AND user_id = $2")
	selectMine    = "SELECT * FROM (" + selectMineWhere("1") + ") a UNION ALL SELECT * FROM (" + selectMineWhere("0") + ") b ORDER BY id DESC LIMIT $6"
	selectHistory = stepTable.Select("WHERE id > $1 AND id < $2 ORDER BY id")
)

// selectMineWhere reads a page of a user's open machines, or of the others. Each
// lies in the order of the index on (user_id, open, id); all of them together do
// not, and would have to be sorted for each page.
func selectMineWhere(open string) string {
	return MachineTable.Select("WHERE user_id = $1 AND open = " + open + " AND id < $2 AND ($3 = '' OR state IN ($3, $4, $5)) ORDER BY id DESC LIMIT $6")
}

func scanMachine(row *sqldb.Row) (Machine, error) {
	r, err := MachineTable.Scan(row)
	if err != nil {
		return Machine{}, err
	}
	r.CreditUse, err = offer.DecodeUses(r.uses)
	return r.Machine, err
}

func (s *store) putMachine(tx sqldb.Command, m Machine) {
	s.saveMachine.Add(tx, Row{Machine: m, uses: offer.EncodeUses(m.CreditUse)})
}

// stepKey is the key of a machine's newest step: rows of one machine lie
// together, in their order.
func stepKey(m *Machine) string { return fmt.Sprintf("%s%05d", m.ID, m.Steps) }

// appendHistory adds a row of history and counts it in the machine.
func (s *store) appendHistory(tx sqldb.Command, m *Machine, step Step) {
	m.Steps++
	s.insertStep.Add(tx, stepRow{id: stepKey(m), machineID: m.ID, Step: step, writtenAt: tx.Now()})
}

// putTerms keeps terms that a machine will refer to, under their digest; the
// same digest always has the same body.
func (s *store) putTerms(tx sqldb.Command, version string, t offer.Terms) error {
	_, known, err := s.terms.Get(tx, version)
	if err != nil || known {
		return err
	}
	s.terms.Set(tx, version, t)
	s.saveTerms.Add(tx, termsRow{version, t})
	return nil
}

func (s *store) putPause(tx sqldb.Command, machineID string, list []earning.Pause, changed earning.Pause) {
	s.pauses.Set(tx, machineID, list)
	s.savePause.Add(tx, pauseRow{changed, machineID})
}

// putCredits stores the credits that differ from those before. An expired one
// leaves the list with its row.
func (s *store) putCredits(tx sqldb.Command, userID string, before, after []offer.Credit) {
	kept := make([]offer.Credit, 0, len(after))
	for i, c := range after {
		live := tx.Now().Before(c.ExpiresAt)
		if live {
			kept = append(kept, c)
		}
		if !live || i >= len(before) || before[i] != c {
			s.saveCredit.Add(tx, creditRow{c, live})
		}
	}
	s.credits.Set(tx, userID, kept)
}

func saleKey(productID string, d clock.Day) string { return fmt.Sprintf("%s|%d", productID, int64(d)) }

// countSale adds to what was sold of a product on a day; a purchase that is
// taken back is taken off again.
func (s *store) countSale(tx sqldb.Command, productID string, d clock.Day, quantity int64) error {
	key := saleKey(productID, d)
	sold, _, err := s.sales.Get(tx, key)
	if err != nil {
		return err
	}
	s.sales.Set(tx, key, sold+quantity)
	s.saveSale.Add(tx, saleRow{id: key, productID: productID, day: d, sold: sold + quantity})
	return nil
}

// credits are the user's live credits, oldest first.
func (f *portfolio) credits() ([]offer.Credit, error) {
	list, _, err := f.s.store.credits.Get(f.tx, f.Payee.UserID)
	if err != nil {
		return nil, err
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b offer.Credit) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), strings.Compare(a.ID, b.ID))
	})
	return list, nil
}

func (f *portfolio) addCredit(c offer.Credit) error {
	list, err := f.credits()
	if err != nil {
		return err
	}
	f.s.store.putCredits(f.tx, c.UserID, list, append(list[:len(list):len(list)], c))
	return nil
}

func (f *portfolio) giveCreditBack(m *Machine) error {
	if len(m.CreditUse) == 0 {
		return nil
	}
	before, err := f.credits()
	if err != nil {
		return err
	}
	f.s.store.putCredits(f.tx, m.UserID, before, offer.RestoreCredit(before, m.CreditUse))
	return nil
}
