package picture

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// counters count what was answered to readers of pictures.
type counters struct{ answers *prometheus.CounterVec }

func newCounters() *counters {
	options := prometheus.CounterOpts{Name: "etld_picture_answers_total", Help: "Answers to requests for pictures, by status."}
	return &counters{prometheus.NewCounterVec(options, []string{"status"})}
}

func (c *counters) count(status int) { c.answers.WithLabelValues(strconv.Itoa(status)).Inc() }

// Metrics are what is on the shelf and what was served.
func (s *Service) Metrics() prometheus.Collector {
	return metrics.Together{s.served.answers, metrics.Read(s.DB, s.Log, "pictures", func(tx *sqldb.Tx, set *metrics.Set) error {
		var pictures, bytes int64
		_, err := tx.QueryOne(sqldb.Dest(&pictures, &bytes), countPictures)
		set.Gauge("etld_pictures", "Pictures that are kept.", float64(pictures))
		set.Gauge("etld_picture_bytes", "What their sizes weigh.", float64(bytes))
		return err
	})}
}
