package signin

import (
	"strings"

	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/sqldb"
)

const selectWalletKind = `SELECT wallet_kind FROM signin_message WHERE address_key = $1`

// Kind is how a wallet proved itself at its last sign-in. An address that never
// signed in counts as a plain wallet.
func (s *Service) Kind(tx *sqldb.Tx, address string) (walletsig.Kind, error) {
	kind := string(walletsig.KindPlain)
	_, err := tx.QueryOne(sqldb.Dest(&kind), selectWalletKind, strings.ToLower(address))
	return walletsig.Kind(kind), err
}
