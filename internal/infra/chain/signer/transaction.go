package signer

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/infra/chain/contracts"
)

// Transfer is the call that a payout or an anchor makes: whom it calls, with how much of the
// native coin and with which data.
func Transfer(p Payout) (target common.Address, value *big.Int, data []byte, err error) {
	if p.isAnchor() {
		return p.Recipient, new(big.Int), []byte(p.Data), nil
	}
	units, err := p.units()
	if err != nil {
		return common.Address{}, nil, nil, err
	}
	if p.Token == (common.Address{}) {
		return p.Recipient, units, nil, nil
	}
	data, err = contracts.EncodeTransfer(p.Recipient, units)
	return p.Token, new(big.Int), data, err
}

// sign makes the bytes. The same request and key always give the same bytes:
// the signature's nonce is derived from the payload (RFC 6979).
func (k *Key) sign(r Request) (Signed, error) {
	target, value, data, err := Transfer(r.Payout)
	if err != nil {
		return Signed{}, err
	}
	id := new(big.Int).SetUint64(r.ChainID)
	tx, err := types.SignNewTx(k.private, types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Nonce: r.Nonce, To: &target, Value: value, Data: data,
		Gas: r.Fee.Gas, GasTipCap: new(big.Int).SetUint64(r.Fee.Tip), GasFeeCap: new(big.Int).SetUint64(r.Fee.FeeCap),
	})
	if err != nil {
		return Signed{}, fmt.Errorf("sign payout %s: %w", r.WithdrawalID, err)
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		return Signed{}, fmt.Errorf("encode payout %s: %w", r.WithdrawalID, err)
	}
	return Signed{Hash: tx.Hash(), Raw: raw}, nil
}
