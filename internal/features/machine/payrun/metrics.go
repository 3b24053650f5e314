package payrun

import "github.com/prometheus/client_golang/prometheus"

// Metrics are how many users the jobs leave out, as counted every few minutes.
func (s *Service) Metrics() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "etld_users_set_aside",
		Help: "Users whose income is not paid because settling fails; above zero somebody must look."}, func() float64 { return float64(s.AsideCount()) })
}
