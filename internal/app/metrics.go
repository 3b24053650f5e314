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
	m.registry.MustRegister(metrics.Tell(func(set *metrics.Set) {
		s := status()
		set.Gauge("etld_chain_head", "Newest block known.", float64(s.Head), "network", network)
		set.Gauge("etld_chain_finalized", "Newest block whose transfers may be credited.", float64(s.Finalized), "network", network)
		set.Gauge("etld_chain_lag_blocks", "Blocks known and not read.", float64(s.Lag), "network", network)
		set.Gauge("etld_chain_crediting", "1 while deposits are credited.", metrics.Truth(s.State.IsCrediting()), "network", network)
		set.Gauge("etld_chain_needs_person", "1 when the watcher stands still until somebody acts.", metrics.Truth(s.State.NeedsPerson()), "network", network)
	}))
}

// watchProcess exposes what was seen last of the database's servers, and how many open
// apps this process tells of events.
func (m *instruments) watchProcess(db *sqldb.DB, api *httpapi.API) {
	m.registry.MustRegister(metrics.Tell(func(set *metrics.Set) {
		servers := db.Servers()
		set.Gauge("etld_database_may_forget",
			"1 where the database has several hosts and no commit waits for a standby: an election may take back what was answered as done.",
			metrics.Truth(servers.MayForget))
		set.Gauge("etld_database_clock_ahead_seconds", "How far the database's clock is ahead of this machine's.", servers.ClockAhead.Seconds())
		set.Gauge("etld_streams_open", "Open streams of events of this process.", float64(api.OpenStreams()))
	}))
}

// handler answers with every figure that is right. What is wrong with another is logged,
// and counted in promhttp_metric_handler_errors_total.
func (m *instruments) handler(log *slog.Logger) http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, Registry: m.registry,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelError)})
}
