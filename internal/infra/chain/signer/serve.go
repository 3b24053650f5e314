package signer

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

const (
	messageMax     = 64 << 10
	connectionsMax = 16
	exchangeTime   = 20 * time.Second
	// socketMode lets the signer's own user in, and its group: a server that runs
	// as another user cannot read the key and can ask for signatures.
	socketMode = 0o660
)

// question is what a client sends: one JSON line per connection.
type question struct {
	// Sign is nil for the question which wallets pay and anchor.
	Sign *Request `json:"sign,omitempty"`
	// Past asks what was signed before.
	Past *Since `json:"past,omitempty"`
}

// Desk is the signers of one process: one of payouts and, where there are anchors,
// one of them.
type Desk struct{ Payouts, Anchors *Local }

// signerOf is who signs a request.
func (d Desk) signerOf(r Request) *Local {
	if r.isAnchor() && d.Anchors != nil {
		return d.Anchors
	}
	return d.Payouts
}

// reply is what it gets: one of the fields, or the wallets.
type reply struct {
	Signed      *Signed         `json:"signed,omitempty"`
	Wallet      *common.Address `json:"wallet,omitempty"`
	Anchor      *common.Address `json:"anchor,omitempty"`
	Past        *Past           `json:"past,omitempty"`
	Refusal     *Refusal        `json:"refusal,omitempty"`
	Unavailable string          `json:"unavailable,omitempty"`
}

// Listen opens the signer's socket. A socket file that nobody serves any more is
// replaced; one that somebody serves is an error.
func Listen(path string) (net.Listener, error) {
	if connection, err := net.DialTimeout("unix", path, time.Second); err == nil {
		connection.Close()
		return nil, fmt.Errorf("another signer serves %s", path)
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSocket != 0 {
		if err := os.Remove(path); err != nil {
			return nil, fmt.Errorf("the signer's socket: %w", err)
		}
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("the signer's socket: %w", err)
	}
	if err := os.Chmod(path, socketMode); err != nil {
		return nil, errors.Join(fmt.Errorf("the signer's socket: %w", err), listener.Close())
	}
	return listener, nil
}

// Serve answers on a listener until the context ends, then finishes what runs.
func Serve(ctx context.Context, listener net.Listener, d Desk, log *slog.Logger) error {
	stop := context.AfterFunc(ctx, func() { listener.Close() })
	defer stop()
	var running sync.WaitGroup
	defer running.Wait()
	places := make(chan struct{}, connectionsMax)
	for {
		connection, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("the signer's socket: %w", err)
		}
		places <- struct{}{}
		running.Go(func() {
			defer func() { <-places }()
			defer connection.Close()
			if err := exchange(ctx, connection, d); err != nil {
				log.Warn("a client of the signer left or spoke wrongly", "error", err)
			}
		})
	}
}

// exchange reads one question and answers it.
func exchange(ctx context.Context, connection net.Conn, d Desk) error {
	if err := connection.SetDeadline(time.Now().Add(exchangeTime)); err != nil {
		return err
	}
	line, err := bufio.NewReader(io.LimitReader(connection, messageMax)).ReadBytes('\n')
	if err != nil {
		return err
	}
	var asked question
	if err := json.Unmarshal(line, &asked); err != nil {
		return answer(connection, reply{Refusal: ErrMalformed.because("the message is not JSON")})
	}
	if asked.Past != nil {
		past, err := d.past(*asked.Past)
		if err != nil {
			return answer(connection, reply{Unavailable: err.Error()})
		}
		return answer(connection, reply{Past: &past})
	}
	if asked.Sign == nil {
		wallets := reply{Wallet: &d.Payouts.key.address}
		if d.Anchors != nil {
			wallets.Anchor = &d.Anchors.key.address
		}
		return answer(connection, wallets)
	}
	ctx, cancel := context.WithTimeout(ctx, exchangeTime)
	defer cancel()
	signed, err := d.signerOf(*asked.Sign).SignPayout(ctx, *asked.Sign)
	if no, ok := errors.AsType[*Refusal](err); ok {
		return answer(connection, reply{Refusal: no})
	}
	if err != nil {
		return answer(connection, reply{Unavailable: err.Error()})
	}
	return answer(connection, reply{Signed: &signed})
}

func answer(connection net.Conn, r reply) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = connection.Write(append(line, '\n'))
	return err
}
