package player

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

const readyWithin = 2 * time.Minute

// Build compiles the program into a folder and returns its path.
func Build(dir string) (string, error) {
	program := filepath.Join(dir, "etld")
	build := exec.Command("go", "build", "-o", program, "./cmd/etld")
	build.Dir = Root()
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w: %s", err, out)
	}
	return program, nil
}

// Root is the repository's folder.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..")
}

// Process is a running demo world.
type Process struct {
	URL, OperatorURL, RPCURL string
	command                  *exec.Cmd
	waited                   chan struct{}
}

// Start runs the demo world and waits until it is ready.
func Start(ctx context.Context, program, dataDir string, more ...string) (*Process, error) {
	arguments := append([]string{"demo", "--listen", "127.0.0.1:0", "--operator-listen", "127.0.0.1:0", "--chain-port", "0",
		"--data-dir", dataDir, "--rate-limits=false", "--log-level", "warn"}, more...)
	p := &Process{command: exec.CommandContext(ctx, program, arguments...), waited: make(chan struct{})}
	p.command.Dir = Root()
	p.command.Stderr = os.Stderr
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

// Kill ends the program as a power cut would.
func (p *Process) Kill() {
	_ = p.command.Process.Kill()
	<-p.waited
}

// Stop asks the program to end and tells its exit code.
func (p *Process) Stop() int {
	_ = p.command.Process.Signal(syscall.SIGTERM)
	<-p.waited
	return p.command.ProcessState.ExitCode()
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
