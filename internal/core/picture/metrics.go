package picture

import (
	"context"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/infra/sqldb"
)

// scrapeWithin bounds what one scrape of the metrics reads.
const scrapeWithin = 2 * time.Second

// counters count what was answered to readers of pictures.
type counters struct{ answers *prometheus.CounterVec }

func newCounters() *counters {
	options := prometheus.CounterOpts{Name: "etld_picture_answers_total", Help: "Answers to requests for pictures, by status."}
	return &counters{prometheus.NewCounterVec(options, []string{"status"})}
}

func (c *counters) count(status int) { c.answers.WithLabelValues(strconv.Itoa(status)).Inc() }

// Metrics are what is on the shelf, read when it is scraped, and what was served.
func (s *Service) Metrics() prometheus.Collector {
	return collector{service: s,
		pictures: prometheus.NewDesc("etld_pictures", "Pictures that are kept.", nil, nil),
		bytes:    prometheus.NewDesc("etld_picture_bytes", "What their sizes weigh.", nil, nil)}
}

type collector struct {
	service         *Service
	pictures, bytes *prometheus.Desc
}

// Describe is part of prometheus.Collector.
func (c collector) Describe(out chan<- *prometheus.Desc) {
	out <- c.pictures
	out <- c.bytes
	c.service.served.answers.Describe(out)
}

// Collect is part of prometheus.Collector. Without the figures there are none.
func (c collector) Collect(out chan<- prometheus.Metric) {
	c.service.served.answers.Collect(out)
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	var pictures, bytes int64
	err := c.service.db.View(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&pictures, &bytes), countPictures)
		return err
	})
	if err != nil {
		c.service.log.Warn("figures of pictures for the metrics", "error", err)
		return
	}
	out <- prometheus.MustNewConstMetric(c.pictures, prometheus.GaugeValue, float64(pictures))
	out <- prometheus.MustNewConstMetric(c.bytes, prometheus.GaugeValue, float64(bytes))
}
