package vectors_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/infra/chain/signer"
)

type statement struct {
	Name       string
	Host       string
	Phrase     string
	Withdrawal struct {
		Quantity  money.Amount
		Currency  money.Asset
		Network   string
		Fee       money.Amount
		Arrival   money.Amount
		Address   string
		RequestID string `json:"requestId"`
		AtMs      int64
	}
	Text string
}

func readStatements(t *testing.T) []statement {
	t.Helper()
	raw, err := os.ReadFile("withdrawal_statement.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Statements []statement }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Statements) == 0 {
		t.Fatal("the file holds no statements")
	}
	return file.Statements
}

func TestStatementTextIsTheVector(t *testing.T) {
	for _, v := range readStatements(t) {
		t.Run(v.Name, func(t *testing.T) {
			asked := signer.Withdrawal{
				Quantity: v.Withdrawal.Quantity, Currency: v.Withdrawal.Currency, Network: v.Withdrawal.Network,
				Fee: v.Withdrawal.Fee, Arrival: v.Withdrawal.Arrival, Address: common.HexToAddress(v.Withdrawal.Address),
				RequestID: v.Withdrawal.RequestID, At: time.UnixMilli(v.Withdrawal.AtMs).UTC(),
			}
			if phrase := signer.StatementPhrase(v.Host); phrase != v.Phrase {
				t.Errorf("begins with %q instead of %q", phrase, v.Phrase)
			}
			if text := signer.StatementText(v.Host, asked); text != v.Text {
				t.Errorf("written as\n%s\ninstead of\n%s", text, v.Text)
			}
			read, err := signer.ReadStatement(v.Host, v.Text)
			if err != nil {
				t.Fatal(err)
			}
			if read != asked {
				t.Errorf("read as %+v instead of %+v", read, asked)
			}
		})
	}
}

// The app may only ever write what the server reads: a figure with a spare
// zero, another case of the address or a second space is another text.
func TestStatementOfAnotherSpellingIsRefused(t *testing.T) {
	v := readStatements(t)[0]
	for name, spelled := range map[string]string{
		"a spare zero":         "Withdraw from my account at app.etld.example. Withdraw 250.0 USDT on BEP-20, fee 1, arrival 249, to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266. Request 0123456789abcdef. Time: 1795000000000",
		"a lower-case address": "Withdraw from my account at app.etld.example. Withdraw 250 USDT on BEP-20, fee 1, arrival 249, to 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266. Request 0123456789abcdef. Time: 1795000000000",
		"a comma":              "Withdraw from my account at app.etld.example. Withdraw 250,5 USDT on BEP-20, fee 1, arrival 249,5, to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266. Request 0123456789abcdef. Time: 1795000000000",
		"another host":         "Withdraw from my account at b.example. Withdraw 250 USDT on BEP-20, fee 1, arrival 249, to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266. Request 0123456789abcdef. Time: 1795000000000",
	} {
		t.Run(name, func(t *testing.T) {
			if asked, err := signer.ReadStatement(v.Host, spelled); err == nil {
				t.Errorf("read as %+v", asked)
			}
		})
	}
}
