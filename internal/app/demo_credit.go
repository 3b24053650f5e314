package app

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
)

// demoBank is the platform for the demo's credits.
type demoBank struct{ *Program }

// IsUser says whether the wallet has ever signed in.
func (b demoBank) IsUser(ctx context.Context, wallet common.Address) (isUser bool, err error) {
	err = b.db.View(ctx, func(tx *sqldb.Tx) (err error) {
		_, isUser, err = user.FindByAddress(tx, wallet.Hex())
		return err
	})
	return isUser, err
}

// CreditFinal looks at the chains and credits what is final, without waiting for the
// watcher's next look and the job's next turn.
func (b demoBank) CreditFinal(ctx context.Context, transaction common.Hash) (isCredited bool, err error) {
	if err := b.pollChains(ctx); err != nil {
		return false, err
	}
	return b.payment.CreditNow(ctx, chainID, transaction)
}
