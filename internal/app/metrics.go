package app

import (
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"etld/internal/infra/chain"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// instruments are what operators watch. Labels hold paths and codes only, never
// anything of a user.
type instruments struct {
	registry *prometheus.Registry
	calls    *prometheus.HistogramVec
	answers  *prometheus.CounterVec
	jobs     *prometheus.HistogramVec
	failures *prometheus.CounterVec
}

func newInstruments() *instruments {
	m := &instruments{
		registry: prometheus.NewRegistry(),
		calls: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "etld_call_seconds", Help: "Time to answer a call.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}}, []string{"path"}),
		answers: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "etld_answers_total", Help: "Answers by path and body code."}, []string{"path", "code"}),
		jobs: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "etld_job_chunk_seconds", Help: "Time of one chunk of a job.",
			Buckets: []float64{.001, .01, .05, .1, .25, .5, 1, 5, 30}}, []string{"job"}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "etld_job_failures_total", Help: "Chunks that failed."}, []string{"job"}),
	}
	m.registry.MustRegister(m.calls, m.answers, m.jobs, m.failures, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *instruments) observeCall(path string, code int, took time.Duration) {
	m.calls.WithLabelValues(path).Observe(took.Seconds())
	m.answers.WithLabelValues(path, strconv.Itoa(code)).Inc()
}

func (m *instruments) observeJob(job string, took time.Duration, err error) {
	m.jobs.WithLabelValues(job).Observe(took.Seconds())
	if err != nil {
		m.failures.WithLabelValues(job).Inc()
	}
}

// watchChain exposes the watcher's state at the moment of each scrape.
func (m *instruments) watchChain(network string, status func() chain.Status) {
	labels := prometheus.Labels{"network": network}
	gauge := func(name, help string, value func(chain.Status) float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, func() float64 { return value(status()) }))
	}
	gauge("etld_chain_head", "Newest block known.", func(s chain.Status) float64 { return float64(s.Head) })
	gauge("etld_chain_finalized", "Newest block whose transfers may be credited.", func(s chain.Status) float64 { return float64(s.Finalized) })
	gauge("etld_chain_lag_blocks", "Blocks known and not read.", func(s chain.Status) float64 { return float64(s.Lag) })
	gauge("etld_chain_crediting", "1 while deposits are credited.", func(s chain.Status) float64 { return metrics.Truth(s.State.IsCrediting()) })
	gauge("etld_chain_needs_person", "1 when the watcher stands still until somebody acts.", func(s chain.Status) float64 { return metrics.Truth(s.State.NeedsPerson()) })
}

// watchDatabase exposes what was seen last of the database's servers.
func (m *instruments) watchDatabase(db *sqldb.DB) {
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "etld_database_may_forget",
			Help: "1 where the database has several hosts and no commit waits for a standby: an election may take back what was answered as done."},
			func() float64 { return metrics.Truth(db.Servers().MayForget) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "etld_database_clock_ahead_seconds", Help: "How far the database's clock is ahead of this machine's."},
			func() float64 { return db.Servers().ClockAhead.Seconds() }))
}

// watchStreams exposes what open apps are told.
func (m *instruments) watchStreams(api *httpapi.API) {
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "etld_streams_open", Help: "Open streams of events of this process."},
			func() float64 { return float64(api.OpenStreams()) }))
}

// handler answers with every figure that is right. What is wrong with another is logged,
// and counted in promhttp_metric_handler_errors_total.
func (m *instruments) handler(log *slog.Logger) http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, Registry: m.registry,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelError)})
}
