package signer

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/money"
)

// IndexSuffix names the index beside a journal.
const IndexSuffix = indexSuffix

// FillJournal writes a journal of so many payouts of one hot wallet, a thousand a
// day up to an instant, each to a wallet of its own.
func FillJournal(path string, payouts int, from common.Address, until time.Time) (err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(file)
	defer func() { err = errors.Join(err, out.Flush(), file.Close()) }()
	seal := ""
	for n := range payouts {
		at := until.Add(-time.Duration(payouts-n) * 24 * time.Hour / 1_000)
		recipient := common.BigToAddress(big.NewInt(int64(n + 1)))
		r := Request{Payout: Payout{WithdrawalID: fmt.Sprintf("old%d", n), Issue: 1, ChainID: 56, Recipient: recipient, Units: "1",
			Statement: Statement{Text: strings.Repeat("t", 200), Signature: "0x" + strings.Repeat("5", 130)}},
			Approvals: []Approval{{Operator: from, Time: at.UnixMilli(), Signature: "0x" + strings.Repeat("6", 130)}},
			Nonce:     uint64(n), Fee: Fee{Gas: 21_000, Tip: 1, FeeCap: 1}}
		content, err := json.Marshal(entry{Number: int64(n + 1), At: at, Request: r, Payout: r.Hash(), Asset: money.USDT, Hash: crypto.Keccak256Hash([]byte(r.WithdrawalID)),
			Raw: make([]byte, 180), From: from, StatedAt: at.Add(-time.Minute), RequestID: r.WithdrawalID, Wallet: recipient, Quantity: 1})
		if err != nil {
			return err
		}
		seal = sealOf(seal, content)
		line, err := json.Marshal(sealed{Entry: content, Seal: seal})
		if err != nil {
			return err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}
