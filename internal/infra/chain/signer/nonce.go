package signer

import (
	"context"
	"errors"
	"fmt"
)

// checkNonce refuses a nonce far above the chain's: bytes signed for it would
// stay good for ever, whatever is decided later. The chain is asked when the
// answer of before does not do, and until then the journal is held to it.
func (l *Local) checkNonce(ctx context.Context, n Network, nonce uint64) error {
	if n.Chain == nil {
		return nil
	}
	final, isKnown := l.final[n.ChainID]
	if isKnown && nonce < final+n.NonceAheadMax {
		return nil
	}
	final, err := l.askNonce(ctx, n)
	switch {
	case errors.Is(err, ErrJournal):
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	case err != nil:
		return undecided(ctx, err)
	case nonce >= final+n.NonceAheadMax:
		return ErrNonceAhead.because("%d, and the next on %s is %d", nonce, n.Name, final)
	}
	return nil
}

// askNonce reads the hot wallet's final nonce. One that the journal does not
// reach when the signer starts means that the journal is an older copy: it would
// sign again what is paid already. Later it means that somebody else used the
// key, which the payouts notice and stop for.
func (l *Local) askNonce(ctx context.Context, n Network) (uint64, error) {
	_, final, err := n.Chain.Nonces(ctx, l.key.address)
	if err != nil {
		return 0, err
	}
	next, err := l.journal.next(l.key.address, n.ChainID)
	if err != nil {
		return 0, err
	}
	_, isChecked := l.final[n.ChainID]
	if signed := max(n.FirstNonce, next); !isChecked && signed < final {
		return 0, fmt.Errorf("%w: it knows %d nonces of %s on %s and the chain has used up %d; it is an older copy, or somebody else uses the key, "+
			"or the wallet was used before the journal began: then firstNonce in the policy says how often",
			ErrJournal, signed, l.key.address, n.Name, final)
	}
	l.final[n.ChainID] = final
	return final, nil
}

// CheckJournal compares the journal with the chains. It fails with ErrJournal
// when a chain is ahead of it; a chain that does not answer is an error of its
// own, and is asked again before the first signature.
func (l *Local) CheckJournal(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var problems []error
	for _, n := range l.policy.Networks {
		if n.Chain == nil {
			continue
		}
		if _, err := l.askNonce(ctx, n); err != nil {
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}
