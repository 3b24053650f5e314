package push

import (
	"sync/atomic"

	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// outcome is what became of a message.
type outcome int

const (
	delivered outcome = iota
	// forgotten: the device is none any more.
	forgotten
	failed
	outcomeCount
)

var outcomeNames = [outcomeCount]string{"delivered", "forgotten", "failed"}

// outcomes count messages since the process began.
type outcomes [outcomeCount]atomic.Int64

func (o *outcomes) add(one outcome) { o[one].Add(1) }

// Figures are how many devices there are, how many wait for a message, and what became
// of messages.
func (s *Service) Figures(tx *sqldb.Tx, set *metrics.Set) error {
	var devices, waiting int64
	if _, err := tx.QueryOne(sqldb.Dest(&devices, &waiting), countDevices); err != nil {
		return err
	}
	set.Gauge("etld_push_devices", "Browsers that asked to be told of notices.", float64(devices))
	set.Gauge("etld_push_waiting", "Browsers for which news wait.", float64(waiting))
	for i, name := range outcomeNames {
		set.Counter("etld_push_messages_total", "Messages to browsers by what became of them.", float64(s.sent[i].Load()), "outcome", name)
	}
	return nil
}
