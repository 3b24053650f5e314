package emergency

import (
	"time"

	"etld/internal/base/each"
	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const kindStop = "emergency_stop"

// Part is what an emergency stop can hold by itself.
type Part string

// The parts. Payouts are sending what was approved; withdrawals are new
// requests. Everything is all of them, also those to come.
const (
	Everything  Part = "everything"
	Sales       Part = "sales"
	Withdrawals Part = "withdrawals"
	Payouts     Part = "payouts"
	Swap        Part = "swap"
	Sell        Part = "sell"
	Game        Part = "game"
	Crediting   Part = "crediting"
)

// Parts lists every part.
func Parts() []Part {
	return []Part{Everything, Sales, Withdrawals, Payouts, Swap, Sell, Game, Crediting}
}

func (Part) Values() []string { return each.Texts(Parts()...) }

// Stop is where a part stands.
type Stop struct {
	Part      Part      `json:"part"`
	Stopped   bool      `json:"stopped"`
	Reason    string    `json:"reason"`
	ChangedAt time.Time `json:"changedAt,omitzero"`

	// decidedAt is when people last stopped it or let it run.
	decidedAt time.Time
}

var (
	stopTable   = sqldb.NewTable[Stop]("operator_stop", "part, is_stopped = Stopped, reason, changed_at, decided_at")
	stops       = sqldb.NewLookup("emergency stops", stopTable.Select("WHERE part"), sqldb.Single(stopTable.ByKey(func(s Stop) string { return string(s.Part) })))
	saveStop    = stopTable.Upsert()
	selectStops = stopTable.Select("ORDER BY part")
)

// Hints names what Stopped reads, for commands.
func Hints(part Part) []sqldb.Hint {
	return []sqldb.Hint{stops.Hint(string(Everything)), stops.Hint(string(part))}
}

// Stopped says whether a part stands still now, and why.
func Stopped(tx sqldb.Command, part Part) (reason string, stopped bool, err error) {
	for _, p := range []Part{Everything, part} {
		s, _, err := stops.Get(tx, string(p))
		if err != nil || s.Stopped {
			return s.Reason, s.Stopped, err
		}
	}
	return "", false, nil
}

// Running refuses with fault.Maintenance, and its reason, while a part is
// stopped, for calls that have no refusal of their own.
func Running(tx sqldb.Command, part Part) error {
	reason, stopped, err := Stopped(tx, part)
	if err == nil && stopped {
		err = fault.Maintenance.With("reason", reason)
	}
	return err
}

// Gate holds the commands of stopped parts. Parts that work without being called
// ask Stopped themselves, and so do withdrawals, which are refused with a code
// of their own, and claims of deposits, which are no commands.
type Gate struct{}

var _ httpapi.Gate = Gate{}

// Hints names what Pass reads.
func (Gate) Hints(part string) []sqldb.Hint { return Hints(Part(part)) }

// Pass refuses while the part is stopped.
func (Gate) Pass(tx sqldb.Command, part string) error { return Running(tx, Part(part)) }

// change stops a part or lets it run again.
type change struct {
	Part Part `json:"part"`
	Stop bool `json:"stop"`
}

// reasonIn is why.
type reasonIn struct {
	Reason string `json:"reason" doc:"Users read it"`
}

// RegisterOperator adds the emergency stop: one person stops, two restart.
func RegisterOperator(o *operator.Service) {
	roles := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Administrator}
	operator.Handle(o, operator.Kind[change]{Name: kindStop, Path: "emergency/change", Makers: roles, Checkers: roles,
		Describe: func(tx *sqldb.Tx, c change) (operator.Description, error) {
			now, _, err := stops.Get(tx, string(c.Part))
			if err != nil {
				return operator.Description{}, err
			}
			if now.Stopped == c.Stop {
				return operator.Description{}, operator.ErrNothing
			}
			// A stop must not wait behind a restart that somebody has asked for.
			d := operator.Description{Subject: string(c.Part) + " restart", Approvals: 1,
				Diff: []operator.Change{{Field: string(c.Part) + " stopped", Before: operator.YesNo(now.Stopped), After: operator.YesNo(c.Stop)}}}
			if c.Stop {
				d.Subject, d.Approvals = string(c.Part)+" stop", 0
				return d, nil
			}
			// What is approved is the end of this stop, not of one that took its place.
			d.Basis = now.Reason + "|" + now.ChangedAt.UTC().Format(time.RFC3339Nano)
			d.Diff = append(d.Diff, operator.Change{Field: "because of", Before: now.Reason})
			return d, nil
		},
		Execute: func(tx *sqldb.Tx, c change, d operator.Decision) error {
			after := Stop{Part: c.Part, Stopped: c.Stop, Reason: d.Reason, ChangedAt: tx.Now(), decidedAt: tx.Now()}
			if after.IsAutomatic() {
				// These are the program's words, and users would read them.
				return fault.Invalid("reason")
			}
			after.save(tx)
			return nil
		}})
	// The game has calls of its own for both.
	for path, stop := range map[string]bool{"game/stop": true, "game/resume": false} {
		operator.Action(o, operator.Route{Path: path, Roles: roles}, func(tx *sqldb.Tx, c *operator.Call, in reasonIn) (operator.Proposal, error) {
			return o.Propose(tx, c, operator.Request{Kind: kindStop, Payload: change{Part: Game, Stop: stop}, Reason: in.Reason})
		})
	}
	operator.Few[Stop]{Key: "part", KeyOf: func(r Stop) string { return string(r.Part) },
		Read: func(tx *sqldb.Tx, _ operator.Caller) ([]Stop, error) { return allStops(tx) }}.View(o, operator.Route{Path: "emergency/list"})
}
