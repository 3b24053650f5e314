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
