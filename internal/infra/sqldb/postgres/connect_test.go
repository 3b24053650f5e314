package postgres

import (
	"net"
	"syscall"
	"testing"
)

// A server whose machine went away is given up after a time that the socket knows.
func TestASilentServerIsGivenUp(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	servers, err := configure("postgres://nobody@" + listener.Addr().String() + "/none")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := servers.config.ConnConfig.DialFunc(t.Context(), "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	for _, option := range []struct {
		name              string
		level, what, want int
	}{
		{"probes are sent", syscall.SOL_SOCKET, syscall.SO_KEEPALIVE, 1},
		{"seconds before the first probe", syscall.IPPROTO_TCP, syscall.TCP_KEEPIDLE, 5},
		{"seconds between probes", syscall.IPPROTO_TCP, syscall.TCP_KEEPINTVL, 5},
		{"probes", syscall.IPPROTO_TCP, syscall.TCP_KEEPCNT, 2},
		{"milliseconds for what is sent", syscall.IPPROTO_TCP, tcpUserTimeout, 15_000},
	} {
		if err := raw.Control(func(fd uintptr) {
			if got, err := syscall.GetsockoptInt(int(fd), option.level, option.what); err != nil || got != option.want {
				t.Errorf("%s: %d, want %d (%v)", option.name, got, option.want, err)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
}
