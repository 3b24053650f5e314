package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// haproxy gives users to instances, and commands to the first of them, as
// docs/operations/replicated.md has it; without the checks, as none ends here.
const haproxy = `defaults
  mode http
  timeout connect 1s
  timeout client 1m
  timeout server 1m
frontend users
  bind %s
  use_backend commands if { urlp(requestId) -m found }
  default_backend ready
backend ready
  balance roundrobin
%sbackend commands
%s`

// startProxy starts an HAProxy before some instances, until stop is called. It says
// exec.ErrNotFound where none is installed.
func startProxy(ctx context.Context, targets []string) (target string, stop func(), err error) {
	path, err := exec.LookPath("haproxy")
	if err != nil {
		return "", nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	target = listener.Addr().String()
	if err := listener.Close(); err != nil {
		return "", nil, err
	}
	var all, inOrder strings.Builder
	for i, t := range targets {
		fmt.Fprintf(&all, "  server s%d %s\n", i, t)
		fmt.Fprintf(&inOrder, "  server s%d %s%s\n", i, t, map[bool]string{true: " backup"}[i > 0])
	}
	dir, err := os.MkdirTemp("", "etld-bench")
	if err != nil {
		return "", nil, err
	}
	file := filepath.Join(dir, "haproxy.cfg")
	if err := os.WriteFile(file, fmt.Appendf(nil, haproxy, target, &all, &inOrder), 0o600); err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	proxy := exec.CommandContext(ctx, path, "-q", "-db", "-f", file)
	proxy.Stderr = os.Stderr
	if err := proxy.Start(); err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	stop = func() {
		_ = proxy.Process.Kill()
		_ = proxy.Wait()
		_ = os.RemoveAll(dir)
	}
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("tcp", target)
		if err == nil {
			return target, stop, conn.Close()
		}
		if time.Since(began) > 10*time.Second {
			stop()
			return "", nil, fmt.Errorf("the proxy does not listen: %w", err)
		}
	}
}
