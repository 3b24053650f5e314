package signer

import (
	"context"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"etld/internal/base/money"
)

// pastAtOnce is how many rows of a journal an answer looks at; it fits a message.
const pastAtOnce = 16

// Since asks for what a journal holds after one of its rows.
type Since struct {
	// Anchors means the journal of anchors, not that of payouts.
	Anchors bool `json:"anchors,omitempty"`
	Mark
}

// Mark is a row of a journal, and its seal, by which another journal's row of that number
// is told from it. The zero Mark is before the first row.
type Mark struct {
	Row  int64  `json:"row"`
	Seal string `json:"seal,omitempty"`
}

// Past is what was signed, in the order of signing. Its mark is the last row looked at; it
// is the one asked for where there is nothing more.
type Past struct {
	List []Spent `json:"list,omitempty"`
	Mark
}

// Spent is a transaction that was signed.
type Spent struct {
	At      time.Time      `json:"at"`
	ChainID uint64         `json:"chainId"`
	From    common.Address `json:"from"`
	Nonce   uint64         `json:"nonce"`
	Hash    common.Hash    `json:"hash"`
	Raw     hexutil.Bytes  `json:"raw"`
	Fee     Fee            `json:"fee"`
	// IsBump: another transaction was signed for the nonce before, at a lower fee.
	IsBump bool `json:"isBump,omitempty"`
	// Reference is the withdrawal, or the period of the game; Payout is the hash of the
	// payout of that issue.
	Reference string         `json:"reference"`
	Issue     int            `json:"issue"`
	Payout    common.Hash    `json:"payout"`
	Recipient common.Address `json:"recipient"`
	Asset     money.Asset    `json:"asset,omitempty"`
	// Quantity is what the user's balance paid, fee included; an anchor has none.
	Quantity money.Amount `json:"quantity,omitempty"`
}

// past reads the journal that a question means.
func (d Desk) past(s Since) (Past, error) {
	switch {
	case !s.Anchors:
		return d.Payouts.Past(s.Mark)
	case d.Anchors != nil:
		return d.Anchors.Past(s.Mark)
	default:
		return Past{Mark: s.Mark}, nil
	}
}

// Past reads what was signed after a row of the journal, or from the beginning where the
// journal has no such row: it is another one then. It decides nothing, so it is answered
// where nothing is signed any more too.
func (l *Local) Past(after Mark) (p Past, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.journal.conn == nil {
		return p, l.journal.broken
	}
	take := func(number int64, seal string, e entry) error {
		p.Mark = Mark{number, seal}
		if e.Refusal == "" {
			p.List = append(p.List, Spent{At: e.At, ChainID: e.Request.ChainID, From: e.From, Nonce: e.Request.Nonce, Hash: e.Hash, Raw: e.Raw, Fee: e.Request.Fee,
				IsBump: e.IsBump, Reference: e.Request.WithdrawalID, Issue: e.Request.Issue, Payout: e.Payout, Recipient: e.Request.Recipient, Asset: e.Asset,
				Quantity: e.Quantity})
		}
		return nil
	}
	if err := l.journal.each(rowOf, []any{after.Row}, take); err != nil {
		return Past{}, err
	}
	if p.List = nil; p.Mark != after {
		l.log.Warn("the server read another journal before; this one is read to it from its beginning", "row", after.Row)
		p.Mark = Mark{}
	}
	err = l.journal.each(rowsFrom, []any{p.Row, pastAtOnce}, take)
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
