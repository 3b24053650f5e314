package signer

import (
	"bytes"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/money"
)

const (
	idLengthMax   = 64
	unitsMax      = 78
	textLengthMax = 1_024
	approvalsMax  = 8
	issuesMax     = 1_000
)

// Statement is the user's signed text.
type Statement struct {
	Text      string `json:"text"`
	Signature string `json:"signature"`
}

// Payout is what is to be paid, which is what operators approve.
type Payout struct {
	WithdrawalID string `json:"withdrawalId"`
	// Issue is 1, or more where earlier ones have provably failed.
	Issue   int    `json:"issue"`
	ChainID uint64 `json:"chainId"`
	// Token is the contract; the zero address is the chain's native coin.
	Token     common.Address `json:"token"`
	Recipient common.Address `json:"recipient"`
	// Units is the amount in the token's own units, a plain decimal.
	Units     string    `json:"units"`
	Statement Statement `json:"statement"`
	// Data is what an anchor carries; a payout has none, and an anchor nothing else.
	Data string `json:"data,omitempty"`
}

// Hash is what approvals sign for: everything in the payout but the user's
// signature, which is judged by itself.
func (p Payout) Hash() common.Hash {
	text := fmt.Sprintf("payout|%s|%d|%d|%s|%s|%s|%s", p.WithdrawalID, p.Issue, p.ChainID, p.Token.Hex(), p.Recipient.Hex(), p.Units,
		crypto.Keccak256Hash([]byte(p.Statement.Text)))
	if p.isAnchor() {
		text += "|" + p.Data
	}
	return crypto.Keccak256Hash([]byte(text))
}

// Approval is one operator's signature over ApprovalText.
type Approval struct {
	Operator common.Address `json:"operator"`
	// Time is the milliseconds in the signed text.
	Time      int64  `json:"time"`
	Signature string `json:"signature"`
}

// ApprovalPhrase begins what an operator's wallet shows and signs for a payout;
// the time in milliseconds ends it. It says in words what the hash stands for, so
// that nobody has to believe the screen beside it.
func ApprovalPhrase(host string, operator common.Address, p Payout) string {
	return fmt.Sprintf("Approve a payout at %s as operator %s. %s Time: ", host, operator.Hex(), p.Words(host))
}

// Words are the payout in words: the figures of the user's statement, to which
// the signer holds the token and the units, in groups of digits.
func (p Payout) Words(host string) string {
	amount := fmt.Sprintf("%s units of the token %s on chain %d", p.Units, p.Token.Hex(), p.ChainID)
	if asked, err := ReadStatement(host, p.Statement.Text); err == nil {
		amount = fmt.Sprintf("%s %s on %s", money.Grouped(asked.Arrival.String(), ",", "."), asked.Currency, asked.Network)
	}
	return fmt.Sprintf("Pay %s to %s. Withdrawal %s, issue %d, payout %s.", amount, p.Recipient.Hex(), p.WithdrawalID, p.Issue, p.Hash().Hex())
}

// ApprovalText is what an operator's wallet signs.
func ApprovalText(host string, operator common.Address, p Payout, at time.Time) string {
	return ApprovalPhrase(host, operator, p) + strconv.FormatInt(at.UnixMilli(), 10)
}

// Fee is what a transaction offers, in wei per gas.
type Fee struct {
	Gas    uint64 `json:"gas"`
	Tip    uint64 `json:"tip"`
	FeeCap uint64 `json:"feeCap"`
}

// Request asks for one signature.
type Request struct {
	Payout
	// Automatic says that no operator looked at it; Approvals are empty then.
	Automatic bool       `json:"automatic"`
	Approvals []Approval `json:"approvals"`
	Nonce     uint64     `json:"nonce"`
	Fee       Fee        `json:"fee"`
}

// Signed is a signed transaction.
type Signed struct {
	Hash common.Hash   `json:"hash"`
	Raw  hexutil.Bytes `json:"raw"`
}

// checkForm refuses what no honest caller sends.
func (r Request) checkForm() error {
	switch {
	case strings.HasPrefix(r.WithdrawalID, anchorPrefix), r.WithdrawalID == "" || len(r.WithdrawalID) > idLengthMax || strings.Trim(r.WithdrawalID, idAlphabet) != "":
		return ErrMalformed.because("withdrawal id")
	case r.Issue < 1 || r.Issue > issuesMax:
		return ErrMalformed.because("issue %d", r.Issue)
	case len(r.Statement.Text) > textLengthMax:
		return ErrMalformed.because("statement of %d bytes", len(r.Statement.Text))
	case len(r.Approvals) > approvalsMax || (r.Automatic && len(r.Approvals) > 0):
		return ErrMalformed.because("%d approvals", len(r.Approvals))
	}
	if err := r.Fee.checkForm(); err != nil {
		return err
	}
	_, err := r.units()
	return err
}

func (f Fee) checkForm() error {
	if f.Gas == 0 || f.FeeCap == 0 || f.Tip > f.FeeCap {
		return ErrMalformed.because("fee %+v", f)
	}
	return nil
}

const idAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

func (p Payout) units() (*big.Int, error) {
	if p.Units == "" || len(p.Units) > unitsMax || strings.Trim(p.Units, "0123456789") != "" || p.Units[0] == '0' {
		return nil, ErrMalformed.because("amount %q", p.Units)
	}
	units, ok := new(big.Int).SetString(p.Units, 10)
	if !ok || units.BitLen() > 256 {
		return nil, ErrMalformed.because("amount %q", p.Units)
	}
	return units, nil
}

// CheckSigned holds what the signer answers, for a wallet, to what it was asked: bytes
// that pay somebody else would otherwise be found out by the chain alone.
func (r Request) CheckSigned(signed Signed, wallet common.Address) error {
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(signed.Raw); err != nil {
		return fmt.Errorf("payout %s: the signer's bytes are no transaction: %w", r.WithdrawalID, err)
	}
	from, err := types.Sender(types.LatestSignerForChainID(tx.ChainId()), tx)
	if err != nil {
		return fmt.Errorf("payout %s: %w", r.WithdrawalID, err)
	}
	target, value, data, err := Transfer(r.Payout)
	if err != nil {
		return err
	}
	isRight := from == wallet && tx.ChainId().IsUint64() && tx.ChainId().Uint64() == r.ChainID && tx.Nonce() == r.Nonce &&
		tx.To() != nil && *tx.To() == target && tx.Value().Cmp(value) == 0 && bytes.Equal(tx.Data(), data) && tx.Hash() == signed.Hash &&
		signed.Hash != (common.Hash{})
	if !isRight {
		return fmt.Errorf("payout %s: the signer signed another transaction than it was asked to, from %s", r.WithdrawalID, from)
	}
	return nil
}
