package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/chain/signer"
)

const (
	policyName  = "policy.json"
	journalName = "journal"
	socketName  = "signer.sock"
	// socketPathMax is what a socket's address can hold.
	socketPathMax   = 100
	signerReady     = 20 * time.Second
	signerReadyStep = 50 * time.Millisecond
	signerRestart   = time.Second
	signerStopTime  = 10 * time.Second
	gwei            = 1_000_000_000
)

// signerRoles are the roles whose people approve payouts.
var signerRoles = []string{"finance_maker", "finance_checker"}

// Signer is the demo's payout signer: a child process that ends with its parent.
type Signer struct {
	// Client asks it.
	Client *signer.Client
	wallet common.Address
	folder string
	stop   context.CancelFunc
	done   chan struct{}
}

// StartSigner runs "etld signer" for the demo's hot wallet; Ready waits until it
// answers. It is started again whenever it ends by itself. Beside another instance
// it asks the signer of that one.
func (w *World) StartSigner(ctx context.Context, program, host, network string) (*Signer, error) {
	if w.options.Beside != "" {
		return &Signer{wallet: w.HotWallet, Client: signer.NewClient(w.signerPath(socketName))}, nil
	}
	if err := w.writePolicy(host, network); err != nil {
		return nil, err
	}
	s := &Signer{wallet: w.HotWallet, done: make(chan struct{})}
	socket := w.signerPath(socketName)
	if len(socket) > socketPathMax {
		folder, err := os.MkdirTemp("", "etld-signer-")
		if err != nil {
			return nil, fmt.Errorf("the demo's signer: %w", err)
		}
		s.folder, socket = folder, filepath.Join(folder, socketName)
	}
	s.Client = signer.NewClient(socket)
	arguments := []string{"signer", "--signer-policy", w.signerPath(policyName), "--signer-keystore", w.signerPath(keystoreName),
		"--signer-anchor-keystore", w.signerPath(anchorKeyName),
		"--signer-passphrase-file", w.signerPath(passphraseName), "--signer-journal", w.signerPath(journalName), "--signer-socket", socket,
		"--rpc-urls", w.ChainURL(), "--single-node", "--log-level", "warn", "--demo-clock", "--exit-with-input"}
	// Not the caller's context: payouts drain before the signer is stopped.
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	go func() {
		defer close(s.done)
		for running.Err() == nil {
			if err := runChild(running, program, arguments); running.Err() == nil {
				w.log.Warn("the demo's signer ended and is started again", "error", err)
			}
			_ = clock.Pause(running, signerRestart)
		}
	}()
	return s, nil
}

// runChild runs the signer to its end. Its standard input ends with this
// process, however that ends, and then so does the signer.
func runChild(ctx context.Context, program string, arguments []string) error {
	command := exec.CommandContext(ctx, program, arguments...)
	command.Stderr = os.Stderr
	for _, one := range os.Environ() {
		if !strings.HasPrefix(one, "ETLD_") {
			command.Env = append(command.Env, one)
		}
	}
	// An interrupt at the terminal is for the parent, which stops this in order.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = signerStopTime
	input, err := command.StdinPipe()
	if err != nil {
		return err
	}
	defer input.Close()
	return command.Run()
}

// Ready waits until the signer answers.
func (s *Signer) Ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, signerReady)
	defer cancel()
	for {
		got, err := s.Client.Wallet(ctx)
		switch {
		case err == nil && got != s.wallet:
			return fmt.Errorf("the demo's signer pays from %s, not from %s; start again with --fresh", got, s.wallet)
		case err == nil:
			return nil
		}
		if clock.Pause(ctx, signerReadyStep) != nil {
			return fmt.Errorf("the demo's signer did not start: %w", err)
		}
	}
}

// Close ends the signer and waits for its end.
func (s *Signer) Close() error {
	if s.stop == nil {
		return nil
	}
	s.stop()
	<-s.done
	if s.folder != "" {
		return os.RemoveAll(s.folder)
	}
	return nil
}

// writePolicy states the demo's limits: those of the withdrawals' parameters, so
// that the signer refuses nothing that they allow.
func (w *World) writePolicy(host, network string) error {
	amount := money.MustParse
	anchors := &signer.AnchorPolicy{ChainID: ChainID, FeeCapMax: 1_000 * gwei, GasMax: 100_000, GasDayMax: 18e18}
	p := signer.Policy{Host: host, Anchor: anchors, Networks: []signer.Network{{Name: network, ChainID: ChainID, FeeCapMax: 1_000 * gwei, GasMax: 500_000, GasDayMax: 18e18,
		FirstNonce: w.marker.HotWalletNonce,
		Currencies: []signer.Currency{
			{Name: money.USDT, PayoutMin: amount("1"), PayoutMax: amount("10000"), DayMax: amount("200000"), OneDayMax: amount("50000"),
				TwoFrom: amount("1000"), AutomaticMax: amount("200"), AutomaticDayMax: amount("5000")},
			{Name: money.ETLD, PayoutMin: amount("1"), PayoutMax: amount("50000"), DayMax: amount("500000"), OneDayMax: amount("100000"),
				TwoFrom: amount("2000"), AutomaticMax: amount("400"), AutomaticDayMax: amount("10000")},
			{Name: money.ETH, PayoutMin: amount("0.001"), PayoutMax: amount("3"), DayMax: amount("60"), OneDayMax: amount("15"),
				TwoFrom: amount("0.3"), AutomaticMax: amount("0.06"), AutomaticDayMax: amount("1.5")},
		}}}}
	for i := range p.Networks[0].Currencies {
		c := &p.Networks[0].Currencies[i]
		c.Token, c.Decimals = w.Tokens[c.Name], tokenDigits
	}
	for _, role := range signerRoles {
		for person := range personsMax {
			_, address, err := w.OperatorWallet(role, person+1)
			if err != nil {
				return err
			}
			p.Operators = append(p.Operators, address)
		}
	}
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return fmt.Errorf("the demo's signer: %w", err)
	}
	return os.WriteFile(w.signerPath(policyName), append(text, '\n'), 0o600)
}
