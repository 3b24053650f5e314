package player

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"etld/internal/base/money"
)

const readyWithin = 2 * time.Minute

// programEnvironment names the variable with the path of the program as it was
// built; without it the program is built for the test.
const programEnvironment = "ETLD_PROGRAM"

// Build finds the built program, or compiles it into a folder as the Makefile
// does, and returns its path.
func Build(dir string) (string, error) {
	if program := os.Getenv(programEnvironment); program != "" {
		// Go's cache of test results heeds the file that is asked for here.
		_, err := os.Stat(program)
		return program, err
	}
	program := filepath.Join(dir, "etld")
	build := exec.Command("go", "build", "-trimpath", "-tags", "nodynamic", "-o", program, "./cmd/etld")
	build.Dir = Root()
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w: %s", err, out)
	}
	return program, nil
}

// Root is the repository's folder: the nearest one above the working folder that
// holds go.mod. A file's compiled-in path would be missing in a build with
// -trimpath.
func Root() string {
	folder, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			panic("no go.mod above the working folder")
		}
		folder = above
	}
}

// Process is a running demo world.
type Process struct {
	URL, OperatorURL, RPCURL string
	command                  *exec.Cmd
	waited                   chan struct{}
}

// DemoArguments run a demo world on free ports. Later arguments win.
func DemoArguments(dataDir string) []string {
	return []string{"demo", "--listen", "127.0.0.1:0", "--operator-listen", "127.0.0.1:0", "--chain-port", "0",
		"--data-dir", dataDir, "--rate-limits=false", "--log-level", "warn"}
}

// Run runs a command of the program to its end and yields what it printed and
// its exit code.
func Run(ctx context.Context, program string, arguments ...string) (output string, code int) {
	command := exec.CommandContext(ctx, program, arguments...)
	command.Dir = Root()
	text, err := command.CombinedOutput()
	if err != nil && command.ProcessState == nil {
		return err.Error(), -1
	}
	return string(text), command.ProcessState.ExitCode()
}

// Launch runs the program with any arguments and waits until it is ready; its
// log goes to log.
func Launch(ctx context.Context, program string, log io.Writer, arguments ...string) (*Process, error) {
	p := &Process{command: exec.CommandContext(ctx, program, arguments...), waited: make(chan struct{})}
	p.command.Dir = Root()
	p.command.Stderr = log
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	ready := make(chan error, 1)
	go func() {
		defer close(p.waited)
		ready <- p.readReady(out)
		_, _ = io.Copy(io.Discard, out)
		_ = p.command.Wait()
	}()
	select {
	case err := <-ready:
		return p, err
	case <-time.After(readyWithin):
		p.Kill()
		return nil, errors.New("the program was not ready in time")
	}
}

func (p *Process) readReady(out io.Reader) error {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var line struct {
			Msg         string `json:"msg"`
			URL         string `json:"url"`
			OperatorURL string `json:"operatorUrl"`
			RPCURL      string `json:"rpcUrl"`
		}
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "ready" {
			p.URL, p.OperatorURL, p.RPCURL = line.URL, line.OperatorURL, line.RPCURL
			return nil
		}
	}
	return errors.New("the program ended before it was ready")
}

// PID is the program's process id.
func (p *Process) PID() int { return p.command.Process.Pid }

// Signal sends the program a signal without waiting for what comes of it.
func (p *Process) Signal(signal os.Signal) error { return p.command.Process.Signal(signal) }

// Wait waits until the program has ended and tells its exit code.
func (p *Process) Wait() int {
	<-p.waited
	return p.command.ProcessState.ExitCode()
}

// Kill ends the program as a power cut would.
func (p *Process) Kill() {
	_ = p.command.Process.Kill()
	<-p.waited
}

// Stop asks the program to end and tells its exit code.
func (p *Process) Stop() int {
	_ = p.command.Process.Signal(syscall.SIGTERM)
	return p.Wait()
}

// StopWell asks the program to end, and says so where it does not end well.
func (p *Process) StopWell() error {
	if code := p.Stop(); code != 0 {
		return fmt.Errorf("the program ended with %d", code)
	}
	return nil
}

// Credit gives a player money that is available at once.
func (p *Process) Credit(ctx context.Context, to *Player, asset money.Asset, amount money.Amount) error {
	return p.Operate(ctx, "/demo/credit?"+url.Values{"address": {to.Address().Hex()}, "currency": {string(asset)}, "amount": {amount.String()}}.Encode())
}

// Operate makes a call to the demo's operator listener.
func (p *Process) Operate(ctx context.Context, path string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.OperatorURL+path, nil)
	if err != nil {
		return err
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(reply.Body, answerMax))
		return fmt.Errorf("%s: status %d: %s", path, reply.StatusCode, body)
	}
	return nil
}
