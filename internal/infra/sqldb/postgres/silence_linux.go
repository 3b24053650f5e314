package postgres

import (
	"strings"
	"syscall"
)

// tcpUserTimeout is Linux's TCP_USER_TIMEOUT, which package syscall does not name.
const tcpUserTimeout = 18

// limitSilence gives a connection up whose data stay unconfirmed.
func limitSilence(network, _ string, raw syscall.RawConn) (err error) {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	controlErr := raw.Control(func(fd uintptr) {
		err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(silentMax.Milliseconds()))
	})
	if controlErr != nil {
		return controlErr
	}
	return err
}
