// Package metrics makes what operators watch of lists: each capability names its
// figures and reads them in one view when they are scraped.
package metrics

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/infra/sqldb"
)

// scrapeWithin bounds what one scrape of the metrics reads.
const scrapeWithin = 2 * time.Second

// Set is what one scrape shows. Each figure is named where it is given; of two
// that are named alike one is left out when they are gathered, which is logged and counted.
type Set struct{ shown []prometheus.Metric }

// Gauge shows a figure that rises and falls. Labels are names, each before its value.
func (s *Set) Gauge(name, help string, value float64, labels ...string) {
	s.shown = append(s.shown, prometheus.MustNewConstMetric(described(name, help, labels), prometheus.GaugeValue, value))
}

// Counter shows a figure that only rises; its labels are given like those of a gauge.
func (s *Set) Counter(name, help string, value float64, labels ...string) {
	s.shown = append(s.shown, prometheus.MustNewConstMetric(described(name, help, labels), prometheus.CounterValue, value))
}

func described(name, help string, pairs []string) *prometheus.Desc {
	labels := make(prometheus.Labels)
	for pair := range slices.Chunk(pairs, 2) {
		labels[pair[0]] = pair[1]
	}
	return prometheus.NewDesc(name, help, nil, labels)
}

// Tell has the figures told by what the process knows already.
type Tell func(*Set)

// Describe is part of prometheus.Collector: what is not said ahead is checked when it
// is collected.
func (t Tell) Describe(chan<- *prometheus.Desc) {}

// Collect is part of prometheus.Collector.
func (t Tell) Collect(out chan<- prometheus.Metric) {
	var s Set
	t(&s)
	for _, one := range s.shown {
		out <- one
	}
}

// Read has figures read from the database at each scrape. When that fails, none of them
// is shown: a pool of 0 would be a lie. The name tells the log whose they are.
func Read(db *sqldb.DB, log *slog.Logger, name string, read func(*sqldb.Tx, *Set) error) prometheus.Collector {
	return Tell(func(s *Set) {
		ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
		defer cancel()
		err := db.View(ctx, func(tx *sqldb.Tx) error {
			s.shown = nil
			return read(tx, s)
		})
		if err != nil {
			s.shown = nil
			log.Warn("figures for the metrics", "of", name, "error", err)
		}
	})
}

// Truth is 1 for what is so and 0 for what is not.
func Truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Together is several collectors as one.
type Together []prometheus.Collector

// Describe is part of prometheus.Collector.
func (t Together) Describe(out chan<- *prometheus.Desc) {
	for _, one := range t {
		one.Describe(out)
	}
}

// Collect is part of prometheus.Collector.
func (t Together) Collect(out chan<- prometheus.Metric) {
	for _, one := range t {
		one.Collect(out)
	}
}
