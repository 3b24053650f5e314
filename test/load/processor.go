package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// ticksPerSecond is the unit of /proc/PID/stat, the same on every Linux.
const ticksPerSecond = 100

// server is the database's own process, 0 when there is none, as with SQLite.
type server struct{ postmaster int }

// findServer asks PostgreSQL for its process. It is no server where the
// system does not tell about processes.
func findServer(ctx context.Context, address string) server {
	if strings.HasPrefix(address, "sqlite:") {
		return server{}
	}
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return server{}
	}
	defer conn.Close(ctx)
	var dir string
	if err := conn.QueryRow(ctx, "SHOW data_directory").Scan(&dir); err != nil {
		return server{}
	}
	text, err := os.ReadFile(filepath.Join(dir, "postmaster.pid"))
	if err != nil {
		return server{}
	}
	line, _, _ := strings.Cut(string(text), "\n")
	pid, _ := strconv.Atoi(line)
	return server{postmaster: pid}
}

// processorTime is what the server and its processes have used so far.
func (s server) processorTime() (sum time.Duration) {
	if s.postmaster == 0 {
		return 0
	}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		// The name in parentheses may hold anything; what follows does not.
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		const parent, user, childSystem = 1, 11, 14
		if len(fields) <= childSystem {
			continue
		}
		isServer := path == fmt.Sprintf("/proc/%d/stat", s.postmaster)
		if !isServer && fields[parent] != strconv.Itoa(s.postmaster) {
			continue
		}
		for _, field := range fields[user : childSystem+1] {
			ticks, _ := strconv.ParseInt(field, 10, 64)
			sum += time.Duration(ticks) * time.Second / ticksPerSecond
		}
	}
	return sum
}

// processorTime is what this program has used so far, its callers included.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
