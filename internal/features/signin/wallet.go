package signin

import (
	"errors"

	"etld/internal/core/user"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

// Kind is how a wallet proved itself. An address that never signed in counts as a
// plain wallet.
func (s *Service) Kind(tx sqldb.Command, address string) (walletsig.Kind, error) {
	w, found, err := user.WalletOf(tx, address)
	if !found {
		w.Kind = walletsig.KindPlain
	}
	return w.Kind, err
}

// signersOf are the addresses whose keys may have made a contract wallet's
// signature. A plain wallet's is its own.
func signersOf(kind walletsig.Kind, message string, signature walletsig.Signature) (list []string) {
	if kind != walletsig.KindContract {
		return nil
	}
	for _, signer := range walletsig.Signers(walletsig.Digest(message), signature) {
		list = append(list, signer.Hex())
	}
	return list
}

// proveWallet records how the wallet proved itself. It refuses with ErrSignature a
// contract at an address that is known to be a plain wallet's, and a first sign-in
// with a signature that is another user's: a message names no account, so that
// whoever has a user's message could otherwise open an account for every contract
// wallet which that user owns. An account that exists is never closed by it, as
// its owner's other address may sign in at any time; there useMessage sees to it
// that one message serves one account.
func (s *Service) proveWallet(tx sqldb.Command, r request) error {
	_, exists, err := user.FindByAddress(tx, r.address)
	if err != nil {
		return err
	}
	for _, signer := range r.signers {
		_, isUser, err := user.FindByAddress(tx, signer)
		if err != nil {
			return err
		}
		if isUser && !exists {
			return ErrSignature
		}
	}
	err = user.Prove(tx, user.Wallet{Address: r.address, Kind: r.kind, ChainID: uint64(s.ChainID), Message: r.message, Signature: r.signature})
	if errors.Is(err, user.ErrPlainWallet) {
		return ErrSignature
	}
	return err
}
