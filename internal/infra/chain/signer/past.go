package signer

import (
	"context"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
)

// pastAtOnce is how many rows of a journal an answer looks at; it fits a message.
const pastAtOnce = 50

// Since asks for what a journal holds after one of its rows.
type Since struct {
	// Anchors means the journal of anchors, not that of payouts.
	Anchors bool  `json:"anchors,omitempty"`
	Row     int64 `json:"row"`
}

// Past is what was signed, in the order of signing. Row is the last one looked at; it is
// the one asked for where there is nothing more.
type Past struct {
	List []Spent `json:"list,omitempty"`
	Row  int64   `json:"row"`
}

// Spent is a nonce that was signed for, by the first transaction that uses it.
type Spent struct {
	At      time.Time      `json:"at"`
	ChainID uint64         `json:"chainId"`
	From    common.Address `json:"from"`
	Nonce   uint64         `json:"nonce"`
	Hash    common.Hash    `json:"hash"`
	// Reference is the withdrawal, or the period of the game.
	Reference string         `json:"reference"`
	Recipient common.Address `json:"recipient"`
	Asset     money.Asset    `json:"asset,omitempty"`
	// Quantity is what the user's balance paid, fee included; an anchor has none.
	Quantity money.Amount `json:"quantity,omitempty"`
}

// past reads the journal that a question means.
func (d Desk) past(s Since) (Past, error) {
	switch {
	case !s.Anchors:
		return d.Payouts.Past(s.Row)
	case d.Anchors != nil:
		return d.Anchors.Past(s.Row)
	default:
		return Past{Row: s.Row}, nil
	}
}

// Past reads what was signed after a row of the journal. It decides nothing, so it is
// answered where nothing is signed any more too.
func (l *Local) Past(row int64) (p Past, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.journal.conn == nil {
		return p, l.journal.broken
	}
	p.Row = row
	err = l.journal.each(rowsFrom, []any{row, pastAtOnce}, func(number int64, _ string, e entry) error {
		p.Row = number
		if e.Refusal == "" && !e.IsBump {
			p.List = append(p.List, Spent{At: e.At, ChainID: e.Request.ChainID, From: e.From, Nonce: e.Request.Nonce, Hash: e.Hash,
				Reference: e.Request.WithdrawalID, Recipient: e.Request.Recipient, Asset: e.Asset, Quantity: e.Quantity})
		}
		return nil
	})
	return p, err
}

// Past asks what was signed after a row of a journal.
func (c *Client) Past(ctx context.Context, s Since) (Past, error) {
	got, err := c.ask(ctx, question{Past: &s})
	if err == nil && got.Past == nil {
		err = fmt.Errorf("%w: an answer without rows", ErrUnavailable)
	}
	if err != nil {
		return Past{}, err
	}
	return *got.Past, nil
}
