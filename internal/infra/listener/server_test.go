package listener

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// client is a connection that is kept.
type client struct {
	t       *testing.T
	conn    net.Conn
	answers *bufio.Reader
}

func dial(t *testing.T, address string) *client {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return &client{t, conn, bufio.NewReader(conn)}
}

// ready asks /readyz, and tells the answer and whether the connection ends with it.
func (c *client) ready() (answer string, ends bool) {
	c.t.Helper()
	_, _ = io.WriteString(c.conn, "GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
	response, err := http.ReadResponse(c.answers, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return fmt.Sprint(response.StatusCode, " ", strings.TrimSpace(string(body))), response.Close
}

// TestAStopIsToldFirst stops a server whose proxy asks /readyz. It goes on answering, on
// old and on new connections, each of which ends with its answer, and ends its streams
// once the delay is over.
func TestAStopIsToldFirst(t *testing.T) {
	t.Parallel()
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	drained := make(chan struct{})
	s := NewServer(ServerConfig{Log: slog.New(slog.DiscardHandler), Delay: time.Second, Draining: func() { close(drained) }})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, socket) }()
	kept, other := dial(t, socket.Addr().String()), dial(t, socket.Addr().String())
	if answer, ends := kept.ready(); answer != "200 ready" || ends {
		t.Fatalf("before the stop: %s, ends its connection: %t", answer, ends)
	}
	stop()
	for answer, ends := "", false; answer != "503 not ready: stopping"; {
		if answer, ends = dial(t, socket.Addr().String()).ready(); ends != strings.HasPrefix(answer, "503") {
			t.Errorf("on a new connection: %s, ends its connection: %t", answer, ends)
		}
	}
	for _, c := range []*client{kept, other} {
		if answer, ends := c.ready(); answer != "503 not ready: stopping" || !ends {
			t.Errorf("on a kept connection: %s, ends its connection: %t", answer, ends)
		}
	}
	select {
	case <-drained:
		t.Error("streams were ended before the delay was over")
	default:
	}
	<-drained
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
