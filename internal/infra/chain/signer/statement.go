package signer

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
)

// Withdrawal is what a user's statement says.
type Withdrawal struct {
	Quantity money.Amount
	Currency money.Asset
	Network  string
	Fee      money.Amount
	// Arrival is what the wallet gets: Quantity less Fee.
	Arrival   money.Amount
	Address   common.Address
	RequestID string
	At        time.Time
}

// StatementPhrase begins every statement of a deployment.
func StatementPhrase(host string) string {
	return fmt.Sprintf("Withdraw from my account at %s. ", host)
}

// StatementText is the text that the user's wallet signs.
func StatementText(host string, w Withdrawal) string {
	return StatementPhrase(host) + fmt.Sprintf("Withdraw %s %s on %s, fee %s, arrival %s, to %s. Request %s. Time: %d",
		w.Quantity, w.Currency, w.Network, w.Fee, w.Arrival, w.Address.Hex(), w.RequestID, w.At.UnixMilli())
}

var statementPattern = regexp.MustCompile(
	`^Withdraw ([0-9.]{1,20}) ([A-Z]{2,8}) on ([A-Z0-9-]{1,16}), fee ([0-9.]{1,20}), arrival ([0-9.]{1,20}), to (0x[0-9a-fA-F]{40})\. Request ([A-Za-z0-9_-]{1,64})\. Time: ([0-9]{13})$`)

// ReadStatement takes a statement apart. It refuses every text that
// StatementText would not have written, so that one withdrawal has one text.
func ReadStatement(host, text string) (Withdrawal, error) {
	phrase := StatementPhrase(host)
	if len(text) < len(phrase) || text[:len(phrase)] != phrase {
		return Withdrawal{}, ErrStatementForm.because("it does not begin with this deployment's phrase")
	}
	parts := statementPattern.FindStringSubmatch(text[len(phrase):])
	if parts == nil {
		return Withdrawal{}, ErrStatementForm
	}
	w := Withdrawal{Currency: money.Asset(parts[2]), Network: parts[3], Address: common.HexToAddress(parts[6]), RequestID: parts[7]}
	var err error
	for i, target := range map[int]*money.Amount{1: &w.Quantity, 4: &w.Fee, 5: &w.Arrival} {
		if *target, err = money.Parse(parts[i]); err != nil {
			return Withdrawal{}, ErrStatementForm.because("%q: %v", parts[i], err)
		}
	}
	ms, err := strconv.ParseInt(parts[8], 10, 64)
	if err != nil {
		return Withdrawal{}, ErrStatementForm.because("%v", err)
	}
	w.At = time.UnixMilli(ms).UTC()
	if StatementText(host, w) != text {
		return Withdrawal{}, ErrStatementForm.because("it is not spelled as this deployment spells it")
	}
	if w.Arrival <= 0 || w.Quantity-w.Fee != w.Arrival {
		return Withdrawal{}, ErrStatementForm.because("%s less %s is not %s", w.Quantity, w.Fee, w.Arrival)
	}
	return w, nil
}

// IsOld says that a statement is so old at a time that the signer takes it no more. Who asks
// has the time by a clock of its own.
func (s Statement) IsOld(at time.Time) bool {
	ms, err := strconv.ParseInt(s.Text[strings.LastIndex(s.Text, " ")+1:], 10, 64)
	return err == nil && at.Sub(time.UnixMilli(ms)) > statementAgeDefault
}
