package transparency

import (
	"sync"
	"time"
)

// freshFor is how long an answer serves everybody: what it says changes every few
// minutes, and whoever asks thousands of times a second reads one answer.
const freshFor = 3 * time.Second

// cached is an answer that is made at most once in freshFor, by whoever asks first.
type cached[T any] struct {
	mu    sync.Mutex
	at    time.Time
	value T
	isSet bool
}

// get is the answer; one that cannot be made anew stays as it was, with its own age
// in it.
func (c *cached[T]) get(make func() (T, error)) (T, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isSet && time.Since(c.at) < freshFor {
		return c.value, nil
	}
	value, err := make()
	if err != nil && !c.isSet {
		return value, err
	}
	if err == nil {
		c.value, c.isSet = value, true
	}
	c.at = time.Now()
	return c.value, nil
}

// drop has the next caller make the answer anew.
func (c *cached[T]) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = time.Time{}
}
