package signer_test

import (
	"path/filepath"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
)

// A new key begins at its own nonces on the old journal, which goes on knowing
// what the earlier key has paid.
func TestTheJournalOutlivesItsKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.request("w1", 0, "49")
	w.mustSign(first)
	old := w.key.Address()
	var err error
	if w.key, err = signer.CreateKeystore(filepath.Join(t.TempDir(), "new.json"), passphrase, signer.Light, entropy.System()); err != nil {
		t.Fatal(err)
	}
	w.restart()
	w.mustSign(w.request("w2", 0, "59"))
	again := first
	again.Nonce = 1
	w.mustRefuse(again, signer.ErrWithdrawalUsed)
	w.mustRefuse(w.request("w3", 0, "39"), signer.ErrNonceUsed)

	// Whether the first payout failed is asked of the wallet that made it.
	again.Issue = 2
	w.mustRefuse(w.approve(again, w.one, w.two), signer.ErrNotFailed)
	if w.chain.asked != old {
		t.Errorf("asked for a nonce of %s, not of %s", w.chain.asked, old)
	}
	w.chain.outcome[0] = chain.Outcome{IsSuperseded: true}
	w.mustSign(w.approve(again, w.one, w.two))
}
