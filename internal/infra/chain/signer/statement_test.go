package signer_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/signer/signertest"
	"etld/internal/infra/chain/walletsig/wallettest"
)

func TestContractWallets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	wallet := common.HexToAddress("0x00000000000000000000000000000000000000c0")
	asked := signer.Withdrawal{Quantity: money.Units(50), Currency: money.USDT, Network: "BEP-20", Fee: money.Units(1), Arrival: money.Units(49),
		Address: wallet, RequestID: "r1", At: start}
	r := w.requestFor(w.user, "w1", 0, asked)
	w.mustRefuse(r, signer.ErrStatementSignature)
	w.chain.code[wallet] = []byte{1}
	w.mustRefuse(r, signer.ErrStatementSignature)
	w.chain.accepts, w.chain.down = true, errors.New("down")
	w.mustRefuse(r, signer.ErrUndecided)
	w.chain.down, w.chain.hangs = nil, true
	w.mustRefuse(r, signer.ErrUndecided)
	// An asker that gave up is told nothing about the payout.
	left, leave := context.WithCancel(context.Background())
	leave()
	if _, err := w.local.SignPayout(left, r); !errors.Is(err, signer.ErrUnavailable) || signertest.IsRefusal(err) {
		t.Fatalf("got %v", err)
	}
	// Nothing was decided: the nonce goes to another, and it is asked about again.
	w.mustSign(w.request("w2", 0, "50"))
	w.chain.hangs = false
	r.Nonce = 1
	if to, _, isTransfer := chaintest.TransferIn(decode(t, w.mustSign(r)).Data()); !isTransfer || to != wallet {
		t.Errorf("pays %s (%t)", to, isTransfer)
	}
}

func TestStatements(t *testing.T) {
	t.Parallel()
	asked := signer.Withdrawal{Quantity: money.MustParse("100.5"), Currency: money.USDT, Network: "BEP-20", Fee: money.Units(1), Arrival: money.MustParse("99.5"),
		Address: wallettest.Address(wallettest.Key("wallet 1")), RequestID: "01ABC", At: start}
	text := signer.StatementText(host, asked)
	want := "Withdraw from my account at etld.example. Withdraw 100.5 USDT on BEP-20, fee 1, arrival 99.5, to " + asked.Address.Hex() + ". Request 01ABC. Time: 1772424000000"
	if text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	if back, err := signer.ReadStatement(host, text); err != nil || back != asked {
		t.Errorf("%+v %v", back, err)
	}
	asked.Arrival = asked.Quantity
	if _, err := signer.ReadStatement(host, signer.StatementText(host, asked)); !errors.Is(err, signer.ErrStatementForm) {
		t.Errorf("parts that do not add up: %v", err)
	}
}

// FuzzReadStatement: whatever is read is spelled exactly as it would be written.
func FuzzReadStatement(f *testing.F) {
	asked := signer.Withdrawal{Quantity: money.Units(5), Currency: money.USDT, Network: "BEP-20", Fee: 1, Arrival: money.Units(5) - 1, RequestID: "r", At: start}
	f.Add(signer.StatementText(host, asked))
	f.Add(signer.StatementPhrase(host))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := signer.ReadStatement(host, text)
		if err != nil {
			return
		}
		if signer.StatementText(host, w) != text || w.Arrival <= 0 || w.Arrival > w.Quantity {
			t.Fatalf("%q was read as %+v", text, w)
		}
	})
}
