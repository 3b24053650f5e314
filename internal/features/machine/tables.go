package machine

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
)

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
	MachineTable = sqldb.NewTable("machine_machine", func(c *sqldb.Columns, m *Row) {
		c.Add("id", &m.ID)
		c.Once("user_id", &m.UserID)
		c.Once("order_id", &m.OrderID)
		c.Once("product_id", &m.ProductID)
		c.Once("terms", &m.TermsVersion)
		c.Once("power", &m.Power)
		c.Add("state", &m.State)
		c.Add("before_pause", &m.BeforePause)
		c.Add("open", &m.Open)
		c.Once("new_part", &m.NewPart)
		c.Once("repurchase_part", &m.RepurchasePart)
		c.Once("fee", &m.Fee)
		c.Add("referral", &m.Referral)
		c.Once("credit_use", &m.uses)
		c.Once("created_at", &m.CreatedAt)
		c.Add("cooling_end_at", &m.CoolingEndAt)
		c.Add("start_at", &m.StartAt)
		c.Add("end_at", &m.EndAt)
		c.Add("ended_at", &m.EndedAt)
		c.Add("mining_until", &m.MiningUntil)
		c.Add("paused_at", &m.PausedAt)
		c.Add("paused_us", &m.Paused)
		c.Add("pauses", &m.Pauses)
		c.Add("steps", &m.Steps)
		c.Add("ending_noticed", &m.EndingNoticed)
	})
	stepTable = sqldb.NewTable("machine_history", func(c *sqldb.Columns, r *stepRow) {
		c.Add("id", &r.id)
		c.Add("machine_id", &r.machineID)
		c.Add("from_state", &r.From)
		c.Add("to_state", &r.To)
		c.Add("cause", &r.Cause)
		c.Add("actor", &r.Actor)
		c.Add("note", &r.Note)
		c.Add("at", &r.At)
		c.Add("written_at", &r.writtenAt)
	})
	pauseTable = sqldb.NewTable("machine_pause", func(c *sqldb.Columns, r *pauseRow) {
		c.Add("id", &r.ID)
		c.Once("machine_id", &r.machineID)
		c.Once("from_at", &r.From)
		c.Add("until_at", &r.Until)
	})
	creditTable = sqldb.NewTable("machine_credit", func(c *sqldb.Columns, r *creditRow) {
		c.Add("id", &r.ID)
		c.Once("user_id", &r.UserID)
		c.Once("amount", &r.Amount)
		c.Add("rest", &r.Rest)
		c.Once("created_at", &r.CreatedAt)
		c.Add("expires_at", &r.ExpiresAt)
		c.Add("live", &r.live)
	})
	termsTable = sqldb.NewTable("machine_terms", func(c *sqldb.Columns, r *termsRow) {
		c.Add("version", &r.version)
		c.Add("body", sqldb.JSON(&r.Terms))
	})
	saleTable = sqldb.NewTable("machine_sale", func(c *sqldb.Columns, r *saleRow) {
		c.Add("id", &r.id)
		c.Once("product_id", &r.productID)
		c.Once("day", &r.day)
		c.Add("sold", &r.sold)
	})
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
