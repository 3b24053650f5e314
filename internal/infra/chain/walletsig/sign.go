package walletsig

import (
	"crypto/ecdsa"
	"fmt"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
)

// Sign signs a text as a wallet's personal_sign does: v is 27 or 28, and the
// answer is hexadecimal after 0x. It is for whoever holds a key in memory, such
// as the demo's people.
func Sign(key *ecdsa.PrivateKey, text string) (string, error) {
	signature, err := crypto.Sign(Digest(text).Bytes(), key)
	if err != nil {
		return "", fmt.Errorf("sign as %s: %w", crypto.PubkeyToAddress(key.PublicKey), err)
	}
	signature[64] += recoveryBase
	return hexutil.Encode(signature), nil
}
