package demo

import (
	"context"
	"fmt"
	"net/http"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
)

// creditMax bounds one credit.
var creditMax = money.Units(10_000_000)

// Bank is the platform, as far as a credit needs it.
type Bank interface {
	// IsUser says whether the wallet has ever signed in.
	IsUser(ctx context.Context, wallet common.Address) (bool, error)
	// CreditFinal credits what the chain has made final, and says whether a transaction's
	// transfer lies in its sender's balance.
	CreditFinal(ctx context.Context, transaction common.Hash) (isCredited bool, err error)
}

// Credit brings a user money as a deposit does: a transfer from the user's wallet to
// the treasury, which stands in blocks that are mined at once, so that it is final
// when this returns. The wallet's key, nonce and gas are left alone.
func (w *World) Credit(ctx context.Context, wallet common.Address, asset money.Asset, amount money.Amount) (common.Hash, error) {
	units, err := money.ToBaseUnits(amount, tokenDigits)
	if err != nil {
		return common.Hash{}, err
	}
	token := w.Tokens[asset]
	by := w.minter
	by.blocks = finalBlocks
	receipt, err := by.Execute(ctx, &token, nil, callData("mintAndPay(address,address,uint256)", wallet.Big(), w.Treasury.Big(), units))
	if err != nil {
		return common.Hash{}, fmt.Errorf("pay in for %s: %w", wallet, err)
	}
	return receipt.TxHash, nil
}

// RegisterCredits adds money for tests that are not about deposits.
func (w *World) RegisterCredits(mux *http.ServeMux, bank Bank) {
	mux.HandleFunc("POST /demo/credit", ownPages(func(rw http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		address, asset := query.Get("address"), money.Asset(query.Get("currency"))
		amount, err := money.Parse(query.Get("amount"))
		_, isKnown := capital[asset]
		if !isLocal(r) || !common.IsHexAddress(address) || !isKnown || err != nil || amount <= 0 || amount > creditMax {
			answer(rw, http.StatusBadRequest, map[string]any{"error": "credits are for this machine only; address must be 0x and 40 hexadecimal digits, " +
				"currency USDT, ETLD or ETH, amount above 0 and at most " + creditMax.String()})
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), faucetTime)
		defer cancel()
		w.credit(ctx, rw, bank, credit{common.HexToAddress(address), asset, amount})
	}))
}

// credit is what somebody asks for.
type credit struct {
	wallet common.Address
	asset  money.Asset
	amount money.Amount
}

func (w *World) credit(ctx context.Context, rw http.ResponseWriter, bank Bank, c credit) {
	isUser, err := bank.IsUser(ctx, c.wallet)
	if err != nil {
		w.fail(rw, "look for the user", err)
		return
	}
	if !isUser {
		answer(rw, http.StatusConflict, map[string]any{"error": "nobody signed in with this wallet yet; what it sends would wait in suspense"})
		return
	}
	transaction, err := w.Credit(ctx, c.wallet, c.asset, c.amount)
	if err != nil {
		w.fail(rw, "credit", err)
		return
	}
	isCredited, err := bank.CreditFinal(ctx, transaction)
	if err != nil {
		w.fail(rw, "credit", err)
		return
	}
	body := map[string]any{"credited": c.amount, "currency": c.asset, "transaction": transaction.Hex()}
	if !isCredited {
		body["error"] = "the transfer is final and not available: crediting is stopped, the amount is below the least deposit, or a payment waits for more"
		delete(body, "credited")
		answer(rw, http.StatusConflict, body)
		return
	}
	answer(rw, http.StatusOK, body)
}
