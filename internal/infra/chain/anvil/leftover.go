package anvil

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"
)

const (
	recordFileName = "chain-process.json"
	recordLength   = 16 << 10
)

// record is what is kept of a started process.
type record struct {
	PID       int      `json:"pid"`
	Port      int      `json:"port"`
	Arguments []string `json:"arguments"`
}

func recordPath(dataDir string) string { return filepath.Join(dataDir, recordFileName) }

// adoptLeftover adopts the chain that an earlier program left running, or
// stops it, or finds that there is none.
func adoptLeftover(ctx context.Context, options Options) (*Process, error) {
	left, err := readRecord(recordPath(options.DataDir))
	if err != nil {
		return nil, err
	}
	if left == nil {
		return nil, nil
	}
	if !isAlive(left.PID) || !belongsTo(left.PID, options.statePath()) {
		// Ended, or the id is another program's by now: never touch that one.
		return nil, os.Remove(recordPath(options.DataDir))
	}
	if left.matches(options) {
		if process := adopt(ctx, *left, options); process != nil {
			return process, nil
		}
	}
	if err := end(left.PID, func() bool { return isAlive(left.PID) }); err != nil {
		return nil, fmt.Errorf("a chain left running: %w", err)
	}
	return nil, os.Remove(recordPath(options.DataDir))
}

// matches asks whether the running chain is the one that would be started.
func (left record) matches(options Options) bool {
	if options.Port == 0 {
		options.Port = left.Port
	}
	return slices.Equal(left.Arguments, options.arguments())
}

// adopt takes the leftover over when it answers in the time that a new one has.
func adopt(ctx context.Context, left record, options Options) *Process {
	process := &Process{URL: urlOf(left.Port), PID: left.PID, Adopted: true, record: recordPath(options.DataDir)}
	if err := process.await(ctx, options.ChainID); err != nil {
		if process.client != nil {
			process.client.Close()
		}
		return nil
	}
	return process
}

// readRecord is nil when there is none; a damaged record counts as none,
// because the process it named cannot be known any more.
func readRecord(path string) (*record, error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the chain's process record: %w", err)
	}
	defer file.Close()
	var left record
	if err := json.NewDecoder(io.LimitReader(file, recordLength)).Decode(&left); err != nil || left.PID <= 1 {
		return nil, nil
	}
	return &left, nil
}

// belongsTo asks whether a process' command line names the state file: a
// recorded id alone may have been given to another program since.
func belongsTo(pid int, statePath string) bool {
	line, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
	if err == nil {
		return slices.Contains(strings.Split(string(line), "\x00"), statePath)
	}
	output, err := exec.Command("ps", "-ww", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && strings.Contains(string(output), statePath)
}

func isAlive(pid int) bool {
	if err := syscall.Kill(pid, 0); err != nil && !errors.Is(err, syscall.EPERM) {
		return false
	}
	// An ended child nobody waited for still takes signals.
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return true
	}
	_, after, found := strings.Cut(string(status), ") ")
	return !found || !strings.HasPrefix(after, "Z")
}

func askChainID(ctx context.Context, client *rpc.Client) (uint64, error) {
	var id hexutil.Uint64
	err := client.CallContext(ctx, &id, "eth_chainId")
	return uint64(id), err
}

// StopLeftover ends the chain that an earlier program left running in a data
// directory, if there is one, so that the directory can be deleted.
func StopLeftover(dataDir string) error {
	left, err := readRecord(recordPath(dataDir))
	if err != nil || left == nil {
		return err
	}
	statePath := Options{DataDir: dataDir}.statePath()
	if !isAlive(left.PID) || !belongsTo(left.PID, statePath) {
		return nil
	}
	return end(left.PID, func() bool { return isAlive(left.PID) })
}
