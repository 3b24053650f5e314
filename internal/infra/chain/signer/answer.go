package signer

import (
	"bytes"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

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
