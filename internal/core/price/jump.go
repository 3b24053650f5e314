package price

import (
	"encoding/json"
	"fmt"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/money"
)

const (
	// jumpWindow is the time within which a move counts as a jump.
	jumpWindow = 60 * time.Second
	// recentMax bounds what is remembered of the window; with a poll every few
	// seconds from several instances it is never reached.
	recentMax = 64
)

// moment is a price at a time.
type moment struct {
	at    time.Time
	price money.Amount
}

// remember adds a price to those of the last minute.
func remember(recent []moment, m moment) []moment {
	var kept []moment
	for _, old := range recent {
		if !old.at.Before(m.at.Add(-jumpWindow)) {
			kept = append(kept, old)
		}
	}
	kept = append(kept, m)
	return kept[max(0, len(kept)-recentMax):]
}

// jumped says whether the newest price is further from any other of the last
// minute than allowed, as a share of that one.
func jumped(recent []moment, most money.Ratio) bool {
	if len(recent) == 0 {
		return false
	}
	last := recent[len(recent)-1].price
	for _, m := range recent {
		if move := max(last-m.price, m.price-last); move > most.Floor(m.price) {
			return true
		}
	}
	return false
}

// moments are stored as [[microseconds, atoms], …].
type moments []moment

func (list moments) MarshalText() ([]byte, error) {
	pairs := each.Of(list, func(m moment) [2]int64 { return [2]int64{clock.Micros(m.at), int64(m.price)} })
	return json.Marshal(pairs)
}

func (list *moments) UnmarshalText(text []byte) error {
	var pairs [][2]int64
	if err := json.Unmarshal(text, &pairs); err != nil {
		return fmt.Errorf("recent prices %q: %w", text, err)
	}
	*list = make(moments, len(pairs))
	for i, p := range pairs {
		(*list)[i] = moment{clock.FromMicros(p[0]), money.Amount(p[1])}
	}
	return nil
}
