package anvil

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"

	"github.com/ethereum/go-ethereum/rpc"
)

const (
	stateFileName = "chain-state.json"
	logFileName   = "chain.log"

	startTimeout  = 20 * time.Second
	stopTimeout   = 10 * time.Second
	pollPause     = 25 * time.Millisecond
	startsMax     = 5
	logTailLength = 2 << 10

	// stateInterval is how often the state is written.
	stateInterval = 5 * time.Second
	slotsDefault  = 2

	markFileName = "chain-mark.json"
	gasLimitBase = 30_000_000
	markBits     = 20
)

// Refusals of Start.
var (
	ErrPortTaken = errors.New("the chain's port is in use by another program")
	ErrSettings  = errors.New("the development chain's settings are incomplete")
	errExited    = errors.New("anvil ended by itself")
)

// Options say which chain to run.
type Options struct {
	// Binary is a path given by Find.
	Binary string
	// DataDir exists, belongs to this chain alone, and holds its state, its
	// process record and its log.
	DataDir string
	ChainID uint64
	// Port 0 picks a free one.
	Port int
	// BlockTime is whole seconds; 0 mines on demand only.
	BlockTime time.Duration
	// SlotsInEpoch S puts the finalized tag 2·S blocks behind the head;
	// 0 means 2.
	SlotsInEpoch int
	// Entropy marks a new chain; nil means the system's.
	Entropy entropy.Source
	// Begin is the time of a new chain's first block; zero means now.
	Begin time.Time

	mark mark
}

// mark is what makes a data directory's first block its own, and the same one
// after every start.
type mark struct {
	GasLimit  uint64 `json:"gasLimit"`
	Timestamp int64  `json:"timestamp"`
}

// Process is a running development chain.
type Process struct {
	URL     string
	PID     int
	Adopted bool
	Control Control

	client *rpc.Client
	record string
	exited chan struct{} // nil when adopted: it is no child of ours
}

// Start adopts the data directory's running chain or starts one. The chain
// outlives a crash of this program, as a real one does; Stop ends it. It is adopted
// because a start from its state file would lose what was sent and is in no block yet.
func Start(ctx context.Context, options Options) (*Process, error) {
	options, err := options.complete()
	if err != nil {
		return nil, err
	}
	adopted, err := adoptLeftover(ctx, options)
	if adopted != nil || err != nil {
		return adopted, err
	}
	if options.Port != 0 {
		return launch(ctx, options)
	}
	for attempt := 1; ; attempt++ {
		// Between picking a free port and binding it another program may take
		// it; then anvil ends at once and another port is tried.
		chosen := options
		if chosen.Port, err = freePort(); err != nil {
			return nil, err
		}
		process, err := launch(ctx, chosen)
		if err == nil || attempt == startsMax || !(errors.Is(err, errExited) || errors.Is(err, ErrPortTaken)) {
			return process, err
		}
	}
}

// Join uses a chain that somebody else runs; Stop leaves it running.
func Join(ctx context.Context, url string, chainID uint64) (*Process, error) {
	client, err := rpc.DialContext(ctx, url)
	if err != nil {
		return nil, err
	}
	got, err := askChainID(ctx, client)
	if err == nil && got != chainID {
		err = fmt.Errorf("it is chain %d", got)
	}
	if err != nil {
		client.Close()
		return nil, fmt.Errorf("join chain %d at %s: %w", chainID, url, err)
	}
	return &Process{URL: url, Control: NewControl(client), client: client}, nil
}

func (options Options) complete() (Options, error) {
	if options.Binary == "" || options.DataDir == "" || options.ChainID == 0 {
		return options, fmt.Errorf("%w: binary, data directory and chain id are needed", ErrSettings)
	}
	if options.BlockTime%time.Second != 0 || options.BlockTime < 0 {
		return options, fmt.Errorf("%w: the block time is whole seconds", ErrSettings)
	}
	if options.SlotsInEpoch == 0 {
		options.SlotsInEpoch = slotsDefault
	}
	if options.Entropy == nil {
		options.Entropy = entropy.System()
	}
	absolute, err := filepath.Abs(options.DataDir)
	if err != nil {
		return options, err
	}
	options.DataDir = absolute
	if options.Begin.IsZero() {
		options.Begin = time.Now()
	}
	options.mark, err = markOf(absolute, options.Entropy, options.Begin)
	return options, err
}

// markOf is the block gas limit and the time of the data directory's first
// block. That block is dated to the second and otherwise the same everywhere:
// without the gas limit, two chains begun in one second could not be told apart
// by it. And without the time, anvil would make another first block at each
// start, store it beside the old one, and take either of them at the next.
func markOf(dataDir string, source entropy.Source, begin time.Time) (mark, error) {
	path := filepath.Join(dataDir, markFileName)
	var stored mark
	content, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(content, &stored)
		if err == nil && (stored.GasLimit < gasLimitBase || stored.Timestamp <= 0) {
			err = errors.New("the gas limit or the time of the first block is missing; start with a fresh data directory")
		}
	}
	if err == nil {
		return stored, nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return mark{}, fmt.Errorf("the chain's mark in %s cannot be read: %w", path, err)
	}
	stored = mark{GasLimit: gasLimitBase + binary.BigEndian.Uint64(entropy.Bytes(source, 8))%(1<<markBits), Timestamp: begin.Unix()}
	return stored, writeWhole(path, stored)
}

// arguments are those of the process; the port stands last, so that records of
// two ports can be compared without it.
func (options Options) arguments() []string {
	arguments := []string{
		"--host", "127.0.0.1",
		"--quiet",
		"--accounts", "0",
		"--hardfork", "prague",
		"--gas-limit", strconv.FormatUint(options.mark.GasLimit, 10),
		"--timestamp", strconv.FormatInt(options.mark.Timestamp, 10),
		"--chain-id", strconv.FormatUint(options.ChainID, 10),
		"--slots-in-an-epoch", strconv.Itoa(options.SlotsInEpoch),
		"--state", options.statePath(),
		"--state-interval", strconv.Itoa(int(stateInterval / time.Second)),
	}
	if options.BlockTime > 0 {
		arguments = append(arguments, "--block-time", strconv.Itoa(int(options.BlockTime/time.Second)))
	} else {
		arguments = append(arguments, "--no-mining")
	}
	return append(arguments, "--port", strconv.Itoa(options.Port))
}

func (options Options) statePath() string { return filepath.Join(options.DataDir, stateFileName) }

// launch starts the binary on a stated port and waits until it answers.
func launch(ctx context.Context, options Options) (*Process, error) {
	if err := refuseTakenPort(ctx, options.Port); err != nil {
		return nil, err
	}
	logPath := filepath.Join(options.DataDir, logFileName)
	log, err := os.Create(logPath)
	if err != nil {
		return nil, fmt.Errorf("the chain's log: %w", err)
	}
	defer log.Close()
	command := exec.Command(options.Binary, options.arguments()...)
	command.Stdout, command.Stderr = log, log
	command.Dir = options.DataDir
	// A group of its own: Ctrl-C reaches us first, and the chain is stopped last.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", options.Binary, err)
	}
	process := &Process{
		URL:    urlOf(options.Port),
		PID:    command.Process.Pid,
		record: recordPath(options.DataDir),
		exited: make(chan struct{}),
	}
	go func() {
		// Reaped here whenever it ends, or it would stay a zombie.
		_ = command.Wait()
		close(process.exited)
	}()
	if err := process.recordAndAwait(ctx, options); err != nil {
		stopErr := process.Stop()
		return nil, errors.Join(fmt.Errorf("%w; its log ends with: %s", err, tail(logPath)), stopErr)
	}
	return process, nil
}

// recordAndAwait records the process and waits until its chain answers.
func (process *Process) recordAndAwait(ctx context.Context, options Options) error {
	record := record{PID: process.PID, Port: options.Port, Arguments: options.arguments()}
	if err := writeWhole(process.record, record); err != nil {
		return fmt.Errorf("record the chain's process: %w", err)
	}
	return process.await(ctx, options.ChainID)
}

// await waits until the chain of a process that runs answers.
func (process *Process) await(ctx context.Context, chainID uint64) error {
	client, err := rpc.DialContext(ctx, process.URL)
	if err != nil {
		return err
	}
	process.client, process.Control = client, NewControl(client)
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for {
		got, err := askChainID(ctx, client)
		if !process.isRunning() {
			return errExited
		}
		if err == nil && got == chainID {
			return nil
		}
		if ended := clock.Pause(ctx, pollPause); ended != nil {
			return fmt.Errorf("the development chain does not answer: %w", errors.Join(ended, err))
		}
	}
}

// Stop ends the chain by its process id, after it wrote its state.
func (process *Process) Stop() error {
	if process.client != nil {
		process.client.Close()
	}
	if process.record == "" {
		return nil
	}
	if err := end(process.PID, process.isRunning); err != nil {
		return err
	}
	return os.Remove(process.record)
}

// Client is a connection to the chain; it is closed by Stop.
func (process *Process) Client() *rpc.Client { return process.client }

func (process *Process) isRunning() bool {
	if process.exited == nil {
		return isAlive(process.PID)
	}
	select {
	case <-process.exited:
		return false
	default:
		return true
	}
}

// end asks a process to end and, after a while, makes it.
func end(pid int, isRunning func() bool) error {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		if err := syscall.Kill(pid, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("stop the development chain (process %d): %w", pid, err)
		}
		for deadline := time.Now().Add(stopTimeout); time.Now().Before(deadline); time.Sleep(pollPause) {
			if !isRunning() {
				return nil
			}
		}
	}
	return fmt.Errorf("the development chain (process %d) does not end", pid)
}

// refuseTakenPort says who holds a port, as far as can be told.
func refuseTakenPort(ctx context.Context, port int) error {
	connection, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), time.Second)
	if err != nil {
		return nil
	}
	connection.Close()
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	client, err := rpc.DialContext(ctx, urlOf(port))
	if err != nil {
		return fmt.Errorf("%w: port %d", ErrPortTaken, port)
	}
	defer client.Close()
	chainID, err := askChainID(ctx, client)
	if err != nil {
		return fmt.Errorf("%w: port %d; stop that program or choose another port", ErrPortTaken, port)
	}
	return fmt.Errorf("%w: on port %d answers a chain (id %d) that does not belong to this data directory; stop it or choose another port", ErrPortTaken, port, chainID)
}

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("no free port: %w", err)
	}
	defer listener.Close()
	address, ok := listener.Addr().(*net.TCPAddr)
	if !ok {
		return 0, errors.New("no free port: the listener has no TCP address")
	}
	return address.Port, nil
}

func urlOf(port int) string { return "http://127.0.0.1:" + strconv.Itoa(port) }

func tail(path string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	return string(content[max(0, len(content)-logTailLength):])
}
