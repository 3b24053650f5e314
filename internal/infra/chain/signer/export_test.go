package signer

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"zombiezen.com/go/sqlite/sqlitex"

	"etld/internal/base/money"
)

// FillJournal writes a journal of so many payouts of one hot wallet, a thousand a
// day up to an instant, each to a wallet of its own.
func FillJournal(path string, payouts int, from common.Address, until time.Time) (err error) {
	j, err := openJournal(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.close()) }()
	defer sqlitex.Save(j.conn)(&err)
	for n := range payouts {
		at := until.Add(-time.Duration(payouts-n) * 24 * time.Hour / 1_000)
		recipient := common.BigToAddress(big.NewInt(int64(n + 1)))
		r := Request{Payout: Payout{WithdrawalID: fmt.Sprintf("old%d", n), Issue: 1, ChainID: 56, Recipient: recipient, Units: "1",
			Statement: Statement{Text: strings.Repeat("t", 200), Signature: "0x" + strings.Repeat("5", 130)}},
			Approvals: []Approval{{Operator: from, Time: at.UnixMilli(), Signature: "0x" + strings.Repeat("6", 130)}},
			Nonce:     uint64(n), Fee: Fee{Gas: 21_000, Tip: 1, FeeCap: 1}}
		e, err := j.withSums(entry{At: at, Request: r, Payout: r.Hash(), Asset: money.USDT, Hash: crypto.Keccak256Hash([]byte(r.WithdrawalID)),
			Raw: make([]byte, 180), From: from, StatedAt: at.Add(-time.Minute), RequestID: r.WithdrawalID, Wallet: recipient, Quantity: 1})
		if err == nil {
			err = j.add(e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
