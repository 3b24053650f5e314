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
	return timeOf(s.postmaster) + childrenTime(s.postmaster)
}

// stat are the fields of a process's /proc/PID/stat behind its name, which may hold
// anything; none when it is gone.
func stat(path string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) <= childSystemAt {
		return nil
	}
	return fields
}

// The places of a process's parent and of its times, of which the last is its ended
// children's.
const parentAt, userAt, childSystemAt = 1, 11, 14

func timeIn(fields []string) (sum time.Duration) {
	for _, field := range fields[userAt : childSystemAt+1] {
		ticks, _ := strconv.ParseInt(field, 10, 64)
		sum += time.Duration(ticks) * time.Second / ticksPerSecond
	}
	return sum
}

func timeOf(pid int) time.Duration {
	if fields := stat(fmt.Sprintf("/proc/%d/stat", pid)); fields != nil {
		return timeIn(fields)
	}
	return 0
}

// childrenTime is what the processes have used that a process has started and that run.
func childrenTime(of int) (sum time.Duration) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		if fields := stat(path); fields != nil && fields[parentAt] == strconv.Itoa(of) {
			sum += timeIn(fields)
		}
	}
	return sum
}

// processorTime is what this program and its instances have used so far, its callers
// included.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano()+u.Stime.Nano()) + childrenTime(os.Getpid())
}
