package app

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/core/operator"
	"etld/internal/features/node"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
)

// TestVerifyApproval: a file of a proposal is printed with what was signed, and
// every change of it is found.
func TestVerifyApproval(t *testing.T) {
	t.Parallel()
	key := wallettest.New()
	address := wallettest.Address(key).Hex()
	made := func(kind, payload string, words func(operator.Proposal) string) operator.Proposal {
		sum := sha256.Sum256([]byte(payload))
		p := operator.Proposal{ID: "p1", Kind: kind, Subject: "w1", Payload: json.RawMessage(payload), PayloadHash: hex.EncodeToString(sum[:])}
		text := words(p) + "1772424000000"
		p.Given = []operator.ApprovalRow{{Address: address, Text: text, Signature: wallettest.Sign(key, text)}}
		return p
	}
	general := func(p operator.Proposal) string { return operator.Phrase(testHost, address, p) }
	payout := signer.Payout{WithdrawalID: "w1", Issue: 1, ChainID: 56, Token: common.HexToAddress("0x55"), Recipient: common.HexToAddress("0x66"), Units: "7"}
	review, err := json.Marshal(map[string]any{"withdrawNo": "w1", "currency": "USDT", "network": "BEP-20", "quantity": "8", "fee": "1", "arrival": "7", "issue": 1,
		"chainId": 56, "token": payout.Token.Hex(), "recipient": payout.Recipient.Hex(), "units": "7", "statement": ""})
	if err != nil {
		t.Fatal(err)
	}
	reviewed := func(operator.Proposal) string {
		return signer.ApprovalPhrase(testHost, wallettest.Address(key), payout)
	}
	for name, test := range map[string]struct {
		proposal operator.Proposal
		spoil    func(*operator.Proposal)
		says     string
		want     error
	}{
		"a proposal":          {made("pool_funding", `{"amount":"250"}`, general), nil, `pool_funding of w1, {"amount":"250"}`, nil},
		"a review":            {made("withdrawal_review", string(review), reviewed), nil, "Pay 7 units of the token", nil},
		"another payload":     {made("pool_funding", `{"amount":"250"}`, general), func(p *operator.Proposal) { p.Payload = json.RawMessage(`{"amount":"9"}`) }, "has another hash", ErrNotApproved},
		"another wallet":      {made("pool_funding", `{"amount":"250"}`, general), func(p *operator.Proposal) { p.Given[0].Address = common.Address{1}.Hex() }, "the signature is that of " + address, ErrNotApproved},
		"another text":        {made("pool_funding", `{"amount":"250"}`, general), func(p *operator.Proposal) { p.Given[0].Text += "1" }, "WRONG", ErrNotApproved},
		"of another proposal": {made("pool_funding", `{"amount":"250"}`, general), func(p *operator.Proposal) { p.ID = "p2" }, "the text is not of this proposal", ErrNotApproved},
		"a review of another": {made("withdrawal_review", string(review), general), nil, "the text is not of this proposal", ErrNotApproved},
		"approved by nobody":  {made("pool_funding", `{"amount":"250"}`, general), func(p *operator.Proposal) { p.Given = nil }, "", ErrNotApproved},
	} {
		if test.spoil != nil {
			test.spoil(&test.proposal)
		}
		content, err := json.Marshal(test.proposal)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "proposal.json")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		err = Run(t.Context(), []string{"verify", "approval", path}, &out, &out)
		if !errors.Is(err, test.want) || (err == nil) != (test.want == nil) || !strings.Contains(out.String(), test.says) {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
	}
}

// TestVerifyDividend: a statement in a file is recomputed, and a change is found.
func TestVerifyDividend(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "statement.json")
	// A king of 30 days in a month whose machines brought 60 USDT, divided by the
	// 60 days of two kings at least.
	statement := `{"format":"etld dividend 1","month":"2026-06","level":"king","cutOff":"2026-06-30T16:00:00Z","paidAt":"2026-07-01T04:00:00Z","newPurchases":"6000",` +
		`"repurchases":"0","opening":"0","shares":"60","funded":"0","pool":"60","floorNodes":2,"weights":30,"base":60,` +
		`"divided":"30","toInterestPool":"30","carried":"0","rows":[{"node":"aa","weight":30,"amount":"30"}],"hash":""}`
	sum := sha256.Sum256([]byte(statement))
	whole := strings.Replace(statement, `"hash":""`, `"hash":"`+hex.EncodeToString(sum[:])+`"`, 1)
	for content, want := range map[string]error{
		whole: nil,
		strings.Replace(whole, `"amount":"30"`, `"amount":"30.00000001"`, 1): node.ErrStatement,
	} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := verify(t.Context(), []string{"dividend", file}, &out); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", content, err, want)
		} else if want == nil && !strings.Contains(out.String(), "king nodes, 2026-06") {
			t.Errorf("it says %s", out.String())
		}
	}
}
