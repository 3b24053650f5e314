package verify

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/core/operator"
	"etld/internal/features/node"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
)

const host = "etld.example"

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
	general := func(p operator.Proposal) string { return operator.Phrase(host, address, p) }
	payout := signer.Payout{WithdrawalID: "w1", Issue: 1, ChainID: 56, Token: common.HexToAddress("0x55"), Recipient: common.HexToAddress("0x66"), Units: "7"}
	review, err := json.Marshal(map[string]any{"withdrawNo": "w1", "currency": "USDT", "network": "BEP-20", "quantity": "8", "fee": "1", "arrival": "7", "issue": 1,
		"chainId": 56, "token": payout.Token.Hex(), "recipient": payout.Recipient.Hex(), "units": "7", "statement": ""})
	if err != nil {
		t.Fatal(err)
	}
	reviewed := func(operator.Proposal) string {
		return signer.ApprovalPhrase(host, wallettest.Address(key), payout)
	}
	funding := func() operator.Proposal { return made("pool_funding", `{"amount":"250"}`, general) }
	for name, test := range map[string]struct {
		proposal operator.Proposal
		spoil    func(*operator.Proposal)
		more     []string
		says     string
		want     error
	}{
		"a proposal":                   {funding(), nil, nil, `pool_funding: amount 250 (w1)`, ErrNotLookedUp},
		"a review":                     {made("withdrawal_review", string(review), reviewed), nil, nil, "Pay 7 units of the token", ErrNotLookedUp},
		"nobody says who operates":     {funding(), nil, []string{"--host", host}, "NOT LOOKED UP: operators: ", ErrNotLookedUp},
		"nobody says where":            {funding(), nil, []string{"--operators", address}, "NOT LOOKED UP: host: ", ErrNotLookedUp},
		"of an operator":               {funding(), nil, []string{"--host", host, "--operators", strings.ToLower(address)}, "NOT LOOKED UP: proposal: ", ErrNotLookedUp},
		"of no operator":               {funding(), nil, []string{"--operators", common.Address{1}.Hex()}, "none of the operators that you named", ErrNotApproved},
		"for another platform":         {funding(), nil, []string{"--host", "elsewhere.example"}, "it was signed for the host " + host, ErrNotApproved},
		"by who proposed it":           {funding(), func(p *operator.Proposal) { p.MakerID, p.Given[0].StaffID = "s1", "s1" }, nil, "who proposed it approved it", ErrNotApproved},
		"twice by one":                 {funding(), func(p *operator.Proposal) { p.Given = append(p.Given, p.Given[0]) }, nil, "approved it twice", ErrNotApproved},
		"executed with too few":        {funding(), func(p *operator.Proposal) { p.Needed, p.State = 2, operator.Executed }, nil, "WRONG: 1 approved it, and 2 had to", ErrNotApproved},
		"waiting for another approval": {funding(), func(p *operator.Proposal) { p.Needed, p.State = 2, operator.Pending }, nil, "the signature is this wallet's", ErrNotLookedUp},
		"another payload":              {funding(), func(p *operator.Proposal) { p.Payload = json.RawMessage(`{"amount":"9"}`) }, nil, "has another hash", ErrNotApproved},
		"another wallet":               {funding(), func(p *operator.Proposal) { p.Given[0].Address = common.Address{1}.Hex() }, nil, "the signature is not this wallet's", ErrNotApproved},
		"another text":                 {funding(), func(p *operator.Proposal) { p.Given[0].Text += "1" }, nil, "WRONG", ErrNotApproved},
		"of another proposal":          {funding(), func(p *operator.Proposal) { p.ID = "p2" }, nil, "the text is not of this proposal", ErrNotApproved},
		"more words than the proposal": {made("pool_funding", `{"amount":"250"}`, func(p operator.Proposal) string { return "Approve a proposal at x as operator y. " + general(p) }), nil, nil, "the text is not of this proposal", ErrNotApproved},
		"a review of another":          {made("withdrawal_review", string(review), general), nil, nil, "the text is not of this proposal", ErrNotApproved},
		"approved by nobody":           {funding(), func(p *operator.Proposal) { p.Given = nil }, nil, "", ErrNotApproved},
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
		err = Run(t.Context(), slices.Concat([]string{"approval"}, test.more, []string{path}), &out)
		if !errors.Is(err, test.want) || !strings.Contains(out.String(), test.says) {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
	}
	for _, wrong := range [][]string{{"approval", "--operators", "nobody", "f"}, {"approval", "--node", "n", "f"}, {"approval"}, {"nothing", "f"}, nil} {
		if err := Run(t.Context(), wrong, io.Discard); err == nil || errors.Is(err, os.ErrNotExist) {
			t.Errorf("%v: %v", wrong, err)
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
	statement = strings.Replace(statement, `"node":"aa"`, `"node":"`+node.HashOf("N1")+`"`, 1)
	sum := sha256.Sum256([]byte(statement))
	hash := hex.EncodeToString(sum[:])
	whole := strings.Replace(statement, `"hash":""`, `"hash":"`+hash+`"`, 1)
	for name, test := range map[string]struct {
		content string
		more    []string
		says    string
		want    error
	}{
		"alone":                  {whole, nil, "NOT LOOKED UP: hash: ", ErrNotLookedUp},
		"with what others have":  {whole, []string{"--hash", hash, "--node", "N1"}, "node N1: 30 days, 30 USDT\nNOT LOOKED UP: figures: ", ErrNotLookedUp},
		"another than others'":   {whole, []string{"--hash", strings.Repeat("0", 64)}, "king nodes, 2026-06", node.ErrStatement},
		"without the own node":   {whole, []string{"--node", "N2"}, "king nodes, 2026-06", node.ErrStatement},
		"with a changed amount":  {strings.Replace(whole, `"amount":"30"`, `"amount":"30.00000001"`, 1), nil, "", node.ErrStatement},
		"as it was answered":     {`{"code":200,"data":` + whole + `}`, nil, "taken from the statement: purchases of 6000 and repurchases of 0 USDT", ErrNotLookedUp},
		"with a changed funding": {strings.Replace(whole, `"funded":"0"`, `"funded":"1"`, 1), nil, "", node.ErrStatement},
		"less than nothing":      {strings.Replace(strings.Replace(whole, `"opening":"0"`, `"opening":"60"`, 1), `"funded":"0"`, `"funded":"-60"`, 1), nil, "", node.ErrStatement},
	} {
		if err := os.WriteFile(file, []byte(test.content), 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		err := Run(t.Context(), slices.Concat([]string{"dividend"}, test.more, []string{file}), &out)
		if !errors.Is(err, test.want) || !strings.Contains(out.String(), test.says) || !errors.Is(test.want, node.ErrStatement) && strings.Contains(out.String(), "everything was looked up") {
			t.Errorf("%s: %v: %s", name, err, out.String())
		}
	}
}
