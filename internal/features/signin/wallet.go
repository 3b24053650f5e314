package signin

import (
	"errors"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/core/user"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

// Kind is how a wallet proved itself. An address that never signed in counts as a
// plain wallet.
func (s *Service) Kind(tx *sqldb.Tx, address string) (walletsig.Kind, error) {
	w, found, err := user.WalletOf(tx, address)
	if !found {
		w.Kind = walletsig.KindPlain
	}
	return w.Kind, err
}

// signerOf is the address whose key made a signature, or its first part where it is
// longer, as contract wallets append their own; empty if it recovers to none.
func signerOf(message string, signature walletsig.Signature) string {
	signer, err := walletsig.Recover(walletsig.Digest(message), signature[:min(len(signature), walletsig.PlainLength)])
	if err != nil || signer == (common.Address{}) {
		return ""
	}
	return signer.Hex()
}

// proveWallet records how the wallet proved itself. It refuses with ErrSignature a
// contract at an address that is known to be a plain wallet's, and a signature that
// is another user's: a message names no account, so that whoever has a user's
// message could otherwise sign in to every contract wallet which that user owns.
func (s *Service) proveWallet(tx *sqldb.Tx, r request) error {
	if r.kind == walletsig.KindContract && r.signer != "" && r.signer != r.address {
		_, isUser, err := user.FindByAddress(tx, r.signer)
		if err != nil {
			return err
		}
		if isUser {
			return ErrSignature
		}
	}
	err := user.Prove(tx, user.Wallet{Address: r.address, Kind: r.kind, ChainID: uint64(s.chainID), Message: r.message, Signature: r.signature})
	if errors.Is(err, user.ErrPlainWallet) {
		return ErrSignature
	}
	return err
}
