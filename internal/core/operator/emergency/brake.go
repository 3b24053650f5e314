package emergency

import (
	"slices"
	"strings"
	"time"

	"etld/internal/core/operator/audit"
	"etld/internal/infra/sqldb"
)

const (
	// brakeReason begins the reason of a stop by the program, and between parts the names
	// of what was found.
	brakeReason = "Automatic check: "
	between     = ", "
)

// Finding is why the program stops parts by itself.
type Finding struct {
	// Names are what was found, such as the broken invariants. Everybody may
	// read them.
	Names []string
	// Evidence goes to the audit log.
	Evidence any
	// At is when it was found. A part that people stopped or let run again since then
	// is not stopped on it again.
	At time.Time
}

// Brake stops parts on the program's own judgement and tells which. What people
// stopped, or the program on less, it takes over: whoever agreed to let the part run
// again knew nothing of what is found now. Parts run again as after any emergency stop,
// by two persons.
func Brake(tx *sqldb.Tx, f Finding, parts ...Part) (stopped []Part, err error) {
	for _, part := range parts {
		now, _, err := stops.Get(tx, string(part))
		if err != nil {
			return nil, err
		}
		reason := f.reasonBeside(now)
		// What people decided since then they decided knowing of it.
		if now.Stopped && now.Reason == reason || now.decidedAt.After(f.At) {
			continue
		}
		after := Stop{Part: part, Stopped: true, Reason: reason, ChangedAt: tx.Now(), decidedAt: now.decidedAt}
		after.save(tx)
		err = audit.Write(tx, audit.By{}, "emergency/brake", audit.Note{Subject: string(part), Reason: after.Reason, Before: now,
			After: map[string]any{"stop": after, "found": f.Evidence}})
		if err != nil {
			return nil, err
		}
		stopped = append(stopped, part)
	}
	return stopped, nil
}

// reasonBeside is the reason of a stop on a finding, with what the program stopped the
// part for already.
func (f Finding) reasonBeside(now Stop) string {
	names := slices.Clone(f.Names)
	if now.Stopped && now.IsAutomatic() {
		names = append(names, strings.Split(strings.TrimPrefix(now.Reason, brakeReason), between)...)
	}
	slices.Sort(names)
	return brakeReason + strings.Join(slices.Compact(names), between)
}

// IsAutomatic says that the program stopped the part by itself.
func (s Stop) IsAutomatic() bool { return strings.HasPrefix(s.Reason, brakeReason) }

func (s Stop) save(tx sqldb.Command) {
	saveStop.Add(tx, s)
	stops.Set(tx, string(s.Part), s)
}

// Active lists the parts that stand still now, in the order of Parts.
func Active(tx *sqldb.Tx) ([]Stop, error) {
	list, err := allStops(tx)
	return slices.DeleteFunc(list, func(s Stop) bool { return !s.Stopped }), err
}

// allStops lists every part, those that never stopped as well.
func allStops(tx *sqldb.Tx) ([]Stop, error) {
	stored, err := sqldb.Collect(tx, stopTable.Scan, selectStops)
	byPart := make(map[Part]Stop)
	for _, stop := range stored {
		byPart[stop.Part] = stop
	}
	var rows []Stop
	for _, part := range Parts() {
		stop := byPart[part]
		stop.Part = part
		rows = append(rows, stop)
	}
	return rows, err
}
