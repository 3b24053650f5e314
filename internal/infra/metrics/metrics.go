// Package metrics makes what operators watch of lists: each capability names its
// figures and reads them in one view when they are scraped.
package metrics

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/infra/sqldb"
)

// scrapeWithin bounds what one scrape of the metrics reads.
const scrapeWithin = 2 * time.Second

// Figure is the name of a metric, what it tells and what its values are told apart by.
type Figure struct {
	name string
	desc *prometheus.Desc
	kind prometheus.ValueType
}

// Gauge is a figure that rises and falls.
func Gauge(name, help string, labels ...string) Figure {
	return Figure{name, prometheus.NewDesc(name, help, labels, nil), prometheus.GaugeValue}
}

// Counter is a figure that only rises.
func Counter(name, help string, labels ...string) Figure {
	return Figure{name, prometheus.NewDesc(name, help, labels, nil), prometheus.CounterValue}
}

// Set gives a figure, by its name, one value for these labels.
type Set func(name string, value float64, labels ...string)

// Read has the figures read from the database at each scrape. When that fails, none
// of them is shown: a pool of 0 would be a lie.
func Read(db *sqldb.DB, log *slog.Logger, read func(*sqldb.Tx, Set) error, figures ...Figure) prometheus.Collector {
	return collector{figures, log, func(c *scrape) error {
		ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
		defer cancel()
		return db.View(ctx, func(tx *sqldb.Tx) error {
			c.values = nil
			return read(tx, c.set)
		})
	}}
}

// Tell has the figures told by what the process knows already.
func Tell(log *slog.Logger, tell func(Set), figures ...Figure) prometheus.Collector {
	return collector{figures, log, func(c *scrape) error {
		tell(c.set)
		return nil
	}}
}

// Truth is 1 for what is so and 0 for what is not.
func Truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

type collector struct {
	figures []Figure
	log     *slog.Logger
	read    func(*scrape) error
}

// scrape is what one scrape has read so far.
type scrape struct {
	figures []Figure
	values  []prometheus.Metric
	err     error
}

func (c *scrape) set(name string, value float64, labels ...string) {
	for _, f := range c.figures {
		if f.name == name {
			c.values = append(c.values, prometheus.MustNewConstMetric(f.desc, f.kind, value, labels...))
			return
		}
	}
	c.err = fmt.Errorf("%s is no figure of the list", name)
}

// Describe is part of prometheus.Collector.
func (c collector) Describe(out chan<- *prometheus.Desc) {
	for _, f := range c.figures {
		out <- f.desc
	}
}

// Collect is part of prometheus.Collector.
func (c collector) Collect(out chan<- prometheus.Metric) {
	s := scrape{figures: c.figures}
	err := c.read(&s)
	if err == nil {
		err = s.err
	}
	if err != nil {
		c.log.Warn("figures for the metrics", "first", c.figures[0].name, "error", err)
		return
	}
	for _, value := range s.values {
		out <- value
	}
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
