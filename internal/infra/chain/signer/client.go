package signer

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// Client asks a signer in another process over its socket.
type Client struct {
	path string
}

// NewClient asks the signer that serves a socket; it is dialled anew for every
// question, so the signer may be restarted at any time.
func NewClient(path string) *Client { return &Client{path: path} }

// SignPayout asks for a signature. Whatever keeps the answer from coming is
// ErrUnavailable: the signer may have signed, and asking again tells.
func (c *Client) SignPayout(ctx context.Context, r Request) (Signed, error) {
	got, err := c.ask(ctx, question{Sign: &r})
	switch {
	case err != nil:
		return Signed{}, err
	case got.Signed == nil:
		return Signed{}, fmt.Errorf("%w: an empty answer", ErrUnavailable)
	}
	return *got.Signed, nil
}

// Wallet asks which address pays.
func (c *Client) Wallet(ctx context.Context) (common.Address, error) {
	got, err := c.ask(ctx, question{})
	switch {
	case err != nil:
		return common.Address{}, err
	case got.Wallet == nil:
		return common.Address{}, fmt.Errorf("%w: an empty answer", ErrUnavailable)
	}
	return *got.Wallet, nil
}

// Anchor asks which address sends anchors; it is the zero address where none does.
func (c *Client) Anchor(ctx context.Context) (common.Address, error) {
	got, err := c.ask(ctx, question{})
	if err != nil || got.Anchor == nil {
		return common.Address{}, err
	}
	return *got.Anchor, nil
}

func (c *Client) ask(ctx context.Context, q question) (reply, error) {
	got, err := c.exchange(ctx, q)
	switch {
	case err != nil:
		return reply{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	case got.Refusal != nil:
		return reply{}, got.Refusal
	case got.Unavailable != "":
		return reply{}, fmt.Errorf("%w: %w", ErrUnavailable, errors.New(got.Unavailable))
	}
	return got, nil
}

func (c *Client) exchange(ctx context.Context, q question) (reply, error) {
	var dialer net.Dialer
	connection, err := dialer.DialContext(ctx, "unix", c.path)
	if err != nil {
		return reply{}, err
	}
	defer connection.Close()
	stop := context.AfterFunc(ctx, func() { connection.Close() })
	defer stop()
	if err := connection.SetDeadline(time.Now().Add(exchangeTime)); err != nil {
		return reply{}, err
	}
	line, err := json.Marshal(q)
	if err != nil {
		return reply{}, err
	}
	if _, err := connection.Write(append(line, '\n')); err != nil {
		return reply{}, err
	}
	text, err := bufio.NewReader(io.LimitReader(connection, messageMax)).ReadBytes('\n')
	if err != nil {
		return reply{}, err
	}
	var got reply
	return got, json.Unmarshal(text, &got)
}
