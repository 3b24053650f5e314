package withdrawal

import (
	"errors"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb/dbtest"
)

func FuzzReadStatement(f *testing.F) {
	want := expected{host: testHost, quantity: amount("250"), fee: amount("1"), asset: money.USDT, network: terms.BEP20,
		address: common.HexToAddress("0x00000000000000000000000000000000000000a1"), requestID: "request-0000000001"}
	asked := signer.Withdrawal{Quantity: want.quantity, Currency: want.asset, Network: want.network, Fee: want.fee, Arrival: amount("249"), Address: want.address,
		RequestID: want.requestID, At: dbtest.Start}
	f.Add(signer.StatementText(testHost, asked))
	f.Add("")
	asked.Fee, asked.Arrival = amount("2"), amount("248")
	f.Add(signer.StatementText(testHost, asked))
	f.Fuzz(func(t *testing.T, text string) {
		said, isOfOther, err := want.read(text)
		switch {
		case err == nil:
			// What is taken has exactly one spelling, that of the request itself.
			same := signer.Withdrawal{Quantity: want.quantity, Currency: want.asset, Network: want.network, Fee: want.fee, Arrival: want.quantity - want.fee,
				Address: want.address, RequestID: want.requestID, At: said.At}
			if signer.StatementText(testHost, same) != text || isOfOther {
				t.Fatalf("%q is taken as %+v", text, said)
			}
		case !errors.Is(err, ErrSignature) && !errors.Is(err, ErrExpired):
			t.Fatalf("%q: %v", text, err)
		case errors.Is(err, ErrExpired) && said.Fee == want.fee, isOfOther && said.RequestID == want.requestID:
			t.Fatalf("%q: %v of %+v", text, err, said)
		}
	})
}
