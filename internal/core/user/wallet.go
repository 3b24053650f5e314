package user

import (
	"errors"
	"time"

	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

// ErrPlainWallet refuses to believe that an address is a contract wallet. It once
// recovered from a plain signature, so somebody has its key, and a chain that says
// otherwise is not believed.
var ErrPlainWallet = errors.New("the address is a plain wallet's")

// Wallet is how an address proved itself.
type Wallet struct {
	// Address is in its lower-case form.
	Address string
	Kind    walletsig.Kind
	// ChainID is where a contract wallet proved itself. The same address on another
	// chain may be somebody else's. It is 0 for a plain wallet, which is the same on
	// every chain.
	ChainID uint64
	// Message and Signature are the first proof.
	Message, Signature string
	ProvedAt           time.Time
}

var (
	walletTable = sqldb.NewTable[Wallet]("user_wallet", "address_key = Address, kind, chain_id, message, signature, proved_at")
	wallets     = walletTable.Keyed("wallets", func(w Wallet) string { return w.Address }, walletTable.Upsert())
)

// WalletOf is how an address proved itself, and whether it ever did.
func WalletOf(tx sqldb.Command, address string) (Wallet, bool, error) {
	return wallets.Get(tx, addressKey(address))
}

// Prove records that an address proved itself. Its first proof is kept. A contract
// wallet that recovers plainly is a plain wallet from then on; the reverse is
// refused with ErrPlainWallet.
func Prove(tx sqldb.Command, w Wallet) error {
	before, found, err := WalletOf(tx, w.Address)
	if err != nil {
		return err
	}
	if found && before.Kind == walletsig.KindPlain && w.Kind == walletsig.KindContract {
		return ErrPlainWallet
	}
	if found && before.Kind == w.Kind {
		return nil
	}
	w.Address, w.ProvedAt = addressKey(w.Address), tx.Now()
	if w.Kind == walletsig.KindPlain {
		w.ChainID = 0
	}
	wallets.Put(tx, w)
	return nil
}
