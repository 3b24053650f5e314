package money

// Gauge is an amount in whole coins for a metric, which is a float by nature;
// nothing is decided on it.
func Gauge(a Amount) float64 { return float64(a) / float64(Unit) }
