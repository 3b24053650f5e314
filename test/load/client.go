package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"slices"
	"strconv"
	"sync"
	"time"
)

// caller is one keep-alive connection that makes one call at a time. It
// speaks just enough HTTP to leave the processor to the server.
type caller struct {
	conn   net.Conn
	reader *bufio.Reader
	text   *textproto.Reader
	body   []byte
}

func dial(address string) (*caller, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	reader := bufio.NewReader(conn)
	return &caller{conn: conn, reader: reader, text: textproto.NewReader(reader)}, nil
}

var okCode = []byte(`"code":200,`)

// post makes one call and fails on anything but success.
func (c *caller) post(target, token string) error {
	if _, err := fmt.Fprintf(c.conn, "POST %s HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\ntoken: %s\r\nlan: en_US\r\nContent-Length: 0\r\n\r\n", target, token); err != nil {
		return err
	}
	length, err := c.head()
	if err != nil {
		return err
	}
	c.body = slices.Grow(c.body[:0], length)[:length]
	if _, err := io.ReadFull(c.reader, c.body); err != nil {
		return err
	}
	if !bytes.Contains(c.body, okCode) {
		return fmt.Errorf("refused: %s", c.body)
	}
	return nil
}

func (c *caller) head() (length int, err error) {
	status, err := c.text.ReadLineBytes()
	if err != nil {
		return 0, err
	}
	if !bytes.HasPrefix(status, []byte("HTTP/1.1 200")) {
		return 0, fmt.Errorf("status %s", status)
	}
	for {
		line, err := c.text.ReadLineBytes()
		if err != nil || len(line) == 0 {
			return length, err
		}
		// A proxy writes names of its own case.
		if name, value, _ := bytes.Cut(line, []byte(": ")); bytes.EqualFold(name, []byte("Content-Length")) {
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, err
			}
		}
	}
}

// result is what one run of many callers measured.
type result struct {
	calls int
	took  time.Duration
	// times are those of the calls, sorted.
	times []time.Duration
	// processor is what this program used of the processors, its callers
	// included, and what the database's server used.
	processor, server time.Duration
}

func (r result) rate() float64 { return float64(r.calls) / r.took.Seconds() }

func (r result) p50() time.Duration { return r.share(50) }
func (r result) p99() time.Duration { return r.share(99) }

// share is how long so many of a hundred calls took at most; nothing without calls.
func (r result) share(hundredths int) time.Duration {
	if len(r.times) == 0 {
		return 0
	}
	return r.times[len(r.times)*hundredths/100]
}

// join is several runs seen as one.
func join(list ...result) (sum result) {
	for _, r := range list {
		sum.calls += r.calls
		sum.took += r.took
		sum.processor += r.processor
		sum.server += r.server
		sum.times = append(sum.times, r.times...)
	}
	slices.Sort(sum.times)
	return sum
}

// a is the time one call took of a sum.
func (r result) a(sum time.Duration) time.Duration {
	return (sum / time.Duration(max(1, r.calls))).Round(time.Microsecond)
}

// after says when so much time has passed since it was first asked, so that whoever asks
// first makes one call at least.
func after(d time.Duration) func() bool {
	end := sync.OnceValue(func() time.Time { return time.Now().Add(d) })
	return func() bool { return !time.Now().Before(end()) }
}

// drive lets n callers call until it is over, shared among the addresses;
// call(client, i) names the i-th call.
func (database server) drive(addresses []string, n int, over func() bool, call func(client, i int) (target, token string)) (result, error) {
	var mu sync.Mutex
	var all []time.Duration
	var failure error
	var wg sync.WaitGroup
	began, used, served := time.Now(), processorTime(), database.processorTime()
	for client := range n {
		wg.Go(func() {
			times, err := callFor(addresses[client%len(addresses)], client, over, call)
			mu.Lock()
			defer mu.Unlock()
			all = append(all, times...)
			if err != nil && failure == nil {
				failure = err
			}
		})
	}
	wg.Wait()
	took := time.Since(began)
	used, served = processorTime()-used, database.processorTime()-served
	if failure != nil {
		return result{}, failure
	}
	slices.Sort(all)
	return result{calls: len(all), took: took, times: all, processor: used, server: served}, nil
}

func callFor(address string, client int, over func() bool, call func(client, i int) (target, token string)) ([]time.Duration, error) {
	c, err := dial(address)
	if err != nil {
		return nil, err
	}
	defer c.conn.Close()
	var times []time.Duration
	for i := 0; !over(); i++ {
		target, token := call(client, i)
		began := time.Now()
		if err := c.post(target, token); err != nil {
			return times, err
		}
		times = append(times, time.Since(began))
	}
	return times, nil
}
