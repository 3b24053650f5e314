package signer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/infra/chain/walletsig"
)

// Config is what a Local signer is built from.
type Config struct {
	Key    *Key
	Policy Policy
	// Journal is the path of the signer's own file.
	Journal string
	Clock   clock.Clock
	Log     *slog.Logger
}

// Local signs in this process. It is safe for concurrent use; decisions are
// made one at a time.
type Local struct {
	key    *Key
	policy Policy
	clock  clock.Clock
	log    *slog.Logger

	mu      sync.Mutex
	journal *journal
	refused refusalCount
	// final is the hot wallet's next nonce by each chain's final block, as last
	// asked.
	final map[uint64]uint64
}

// refusalCount limits the journal's refusals per hour.
type refusalCount struct {
	since   time.Time
	count   int
	skipped int
}

// New reads the last row of the journal and is ready to sign. VerifyJournal reads
// the rest.
func New(c Config) (*Local, error) {
	policy, err := c.Policy.complete()
	if err != nil {
		return nil, err
	}
	if c.Key == nil || c.Clock == nil || c.Log == nil || c.Journal == "" {
		return nil, fmt.Errorf("%w: a key, a clock, a log and a journal are needed", ErrPolicy)
	}
	l := &Local{key: c.Key, policy: policy, clock: c.Clock, log: c.Log, final: make(map[uint64]uint64)}
	if l.journal, err = openJournal(c.Journal); err != nil {
		return nil, err
	}
	return l, nil
}

// VerifyJournal reads the whole journal as it stands and compares every seal. It
// takes a minute for a million payouts, and the signer signs meanwhile. Where it
// fails with ErrJournal, nothing is signed any more.
func (l *Local) VerifyJournal(ctx context.Context) error {
	for number, isMore := int64(0), true; isMore; {
		if err := ctx.Err(); err != nil {
			return err
		}
		last, err := l.verifySome(number)
		if err != nil {
			return err
		}
		number, isMore = last, last > number
	}
	return nil
}

func (l *Local) verifySome(after int64) (last int64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.journal.conn == nil {
		return after, l.journal.broken
	}
	if last, err = l.journal.verify(after); err != nil {
		l.journal.broken = errors.Join(l.journal.broken, err)
	}
	return last, err
}

// Close releases the journal.
func (l *Local) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.journal.close()
}

// SignPayout judges a request as the package says. It answers a *Refusal, or
// ErrUnavailable when it could not decide.
func (l *Local) SignPayout(ctx context.Context, r Request) (Signed, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := ctx.Err(); err != nil {
		// Its asker may be asking again already: two answers could differ.
		return Signed{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if err := l.journal.broken; err != nil {
		return Signed{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	now := l.clock.Now()
	e, isKnown, err := l.judge(ctx, r, now)
	var no *Refusal
	switch {
	case errors.Is(err, ErrUndecided):
		// No decision, so no line of the journal.
		l.log.Warn("cannot be judged now", "withdrawal", r.WithdrawalID, "nonce", r.Nonce, "error", err)
		return Signed{}, err
	case errors.As(err, &no):
		if err := l.noteRefusal(r, no, now); err != nil {
			return Signed{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		return Signed{}, no
	case errors.Is(err, ErrJournal):
		l.log.Error("the signer's journal failed", "error", err)
		return Signed{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	case err != nil:
		return Signed{}, err
	case isKnown:
		return Signed{Hash: e.Hash, Raw: e.Raw}, nil
	}
	signed, err := l.key.sign(r)
	if err != nil {
		return Signed{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	e.At, e.Request, e.Payout, e.Hash, e.Raw, e.From = now, r, r.Hash(), signed.Hash, signed.Raw, l.key.address
	// Written before it is answered: an answer nobody remembers would let a
	// second payout through.
	if err := l.remember(e); err != nil {
		l.log.Error("the signer's journal failed", "error", err)
		return Signed{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	l.log.Info("signed", "withdrawal", r.WithdrawalID, "issue", r.Issue, "nonce", r.Nonce, "tx", signed.Hash, "automatic", r.Automatic, "bump", e.IsBump)
	return signed, nil
}

// remember completes what was signed and writes it. After a failure nothing is
// signed until the signer starts again.
func (l *Local) remember(e entry) (err error) {
	if e, err = l.journal.withSums(e); err == nil {
		return l.journal.add(e)
	}
	l.journal.broken = err
	return err
}

// judge decides. isKnown says that the entry was signed before.
func (l *Local) judge(ctx context.Context, r Request, now time.Time) (e entry, isKnown bool, err error) {
	network, currency, err := l.find(r)
	if err != nil {
		return entry{}, false, err
	}
	earlier, isRepeated, err := l.checkUnused(ctx, network, r)
	if err != nil {
		return entry{}, false, err
	}
	for _, one := range earlier {
		if one.Request.Fee == r.Fee {
			return one, true, nil
		}
	}
	if isRepeated {
		first := earlier[0]
		if err := network.checkBump(earlier, r.Fee); err != nil {
			return entry{}, false, err
		}
		return entry{IsBump: true, Asset: first.Asset, Quantity: first.Quantity, StatedAt: first.StatedAt, RequestID: first.RequestID, Wallet: first.Wallet},
			false, network.checkGas(r, l.journal, now)
	}
	if err := network.checkFee(r.Fee); err != nil {
		return entry{}, false, err
	}
	if err := l.checkNonce(ctx, network, r.Nonce); err != nil {
		return entry{}, false, err
	}
	if r.isAnchor() {
		return entry{}, false, network.checkGas(r, l.journal, now)
	}
	asked, err := l.checkStatement(ctx, r, network, currency, now)
	if err != nil {
		return entry{}, false, err
	}
	sums, err := l.policy.totalsFor(r, asked, currency, l.journal, now)
	if err != nil {
		return entry{}, false, err
	}
	if err := sums.checkCaps(asked, currency); err != nil {
		return entry{}, false, err
	}
	if err := network.checkGas(r, l.journal, now); err != nil {
		return entry{}, false, err
	}
	if r.Automatic && r.Issue == 1 {
		err = sums.checkAutomatic()
	} else {
		err = l.policy.checkApprovals(r, sums.approvalsNeeded(r.Issue), now)
	}
	return entry{Asset: currency.Name, Quantity: asked.Quantity, StatedAt: asked.At, RequestID: asked.RequestID, Wallet: asked.Address}, false, err
}

// find judges a request's form and finds what it is about. A signer of payouts
// signs no anchor, and one of anchors no payout.
func (l *Local) find(r Request) (n Network, c Currency, err error) {
	if r.isAnchor() != l.policy.isForAnchors {
		return n, c, ErrPurpose
	}
	if r.isAnchor() {
		if err := r.checkAnchor(l.key.address); err != nil {
			return n, c, err
		}
		n, err = l.policy.findNetwork(r.ChainID)
		return n, c, err
	}
	if err := r.checkForm(); err != nil {
		return n, c, err
	}
	return l.policy.find(r)
}

// checkUnused refuses a second payload for a withdrawal or a nonce. What it
// returns is what was signed for exactly this payout and nonce.
func (l *Local) checkUnused(ctx context.Context, n Network, r Request) (same []entry, isRepeated bool, err error) {
	earlier, err := l.journal.withdrawal(r.WithdrawalID)
	if err != nil {
		return nil, false, err
	}
	newest := 0
	for _, one := range earlier {
		newest = max(newest, one.Request.Issue)
		if one.Request.Issue != r.Issue {
			continue
		}
		if one.Payout != r.Hash() || one.Request.Nonce != r.Nonce {
			return nil, false, ErrWithdrawalUsed.because("with nonce %d as %s", one.Request.Nonce, one.Hash)
		}
		same = append(same, one)
	}
	if len(same) > 0 {
		return same, true, nil
	}
	if r.Issue <= newest {
		return nil, false, ErrWithdrawalUsed.because("its issue %d came after", newest)
	}
	by, isUsed, err := l.journal.nonceUsedBy(l.key.address, r.ChainID, r.Nonce)
	switch {
	case err != nil:
		return nil, false, err
	case isUsed:
		return nil, false, ErrNonceUsed.because("%d by withdrawal %s", r.Nonce, by)
	case r.Issue > 1:
		return nil, false, checkFailed(ctx, n, r, earlier)
	}
	return nil, false, nil
}

// checkFailed asks the chain itself whether every earlier issue of a payout is
// past: reverted in a final block, or its nonce used up by something else.
func checkFailed(ctx context.Context, n Network, r Request, earlier []entry) error {
	hashes, nonces, from := make(map[int][]common.Hash), make(map[int]uint64), make(map[int]common.Address)
	for _, one := range earlier {
		hashes[one.Request.Issue] = append(hashes[one.Request.Issue], one.Hash)
		// An earlier key may have signed it: its nonce is that wallet's.
		nonces[one.Request.Issue], from[one.Request.Issue] = one.Request.Nonce, one.From
	}
	if len(hashes) != r.Issue-1 {
		return ErrNotFailed.because("%d earlier issues were signed here, not %d", len(hashes), r.Issue-1)
	}
	for issue, list := range hashes {
		if n.Chain == nil {
			return ErrUndecided.because("%s cannot be asked", n.Name)
		}
		o, err := n.Chain.Outcome(ctx, from[issue], nonces[issue], list)
		if err != nil {
			return undecided(ctx, err)
		}
		hasReverted := o.Tx != (common.Hash{}) && o.IsFinal && !o.Succeeded
		if !hasReverted && !o.IsSuperseded {
			return ErrNotFailed.because("issue %d with nonce %d", issue, nonces[issue])
		}
	}
	return nil
}

// checkStatement reads what the user signed and holds the request to it.
func (l *Local) checkStatement(ctx context.Context, r Request, n Network, c Currency, now time.Time) (Withdrawal, error) {
	asked, err := ReadStatement(l.policy.Host, r.Statement.Text)
	if err != nil {
		return Withdrawal{}, err
	}
	if err := l.policy.checkWithdrawal(r, asked, n, c, now); err != nil {
		return Withdrawal{}, err
	}
	if err := checkWallet(ctx, n, asked.Address, r.Statement); err != nil {
		return Withdrawal{}, err
	}
	by, isUsed, err := l.journal.statementUsedBy(asked.Address, asked.RequestID)
	if err != nil {
		return Withdrawal{}, err
	}
	if isUsed && by != r.WithdrawalID {
		return Withdrawal{}, ErrStatementUsed.because("by withdrawal %s", by)
	}
	return asked, nil
}

// checkWallet recovers a plain wallet, or asks a contract wallet.
func checkWallet(ctx context.Context, n Network, wallet common.Address, s Statement) error {
	signature, err := walletsig.Parse(s.Signature)
	if err != nil {
		return ErrStatementSignature.because("%v", err)
	}
	if n.Chain == nil {
		if by, err := walletsig.Recover(walletsig.Digest(s.Text), signature); err != nil || by != wallet {
			return ErrStatementSignature
		}
		return nil
	}
	_, err = walletsig.NewVerifier(n.Chain, 0).Verify(ctx, wallet, s.Text, signature)
	if errors.Is(err, walletsig.ErrUnverifiable) || errors.Is(err, walletsig.ErrNotInTime) {
		return undecided(ctx, err)
	}
	if err != nil {
		return ErrStatementSignature.because("%v", err)
	}
	return nil
}

// undecided sets a payout aside that a chain does not answer about, unless it is
// the asker who waits no longer: that says nothing about the payout.
func undecided(ctx context.Context, cause error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, cause)
	}
	return ErrUndecided.because("%v", cause)
}

// noteRefusal keeps a refusal in the journal, up to so many an hour.
func (l *Local) noteRefusal(r Request, no *Refusal, now time.Time) error {
	if now.Sub(l.refused.since) >= time.Hour {
		l.refused = refusalCount{since: now, skipped: l.refused.skipped}
	}
	if l.refused.count >= refusalsMax {
		l.refused.skipped++
		return nil
	}
	l.refused.count++
	l.log.Warn("refused", "withdrawal", r.WithdrawalID, "nonce", r.Nonce, "code", no.Code, "detail", no.Detail)
	if errors.Is(no, ErrMalformed) || errors.Is(no, ErrPurpose) {
		// Its fields may hold anything of any length.
		r = Request{}
	}
	err := l.journal.add(entry{At: now, Day: clock.DayOf(now), Refusal: no.Code, Detail: no.Detail, Skipped: l.refused.skipped, Request: r, Payout: r.Hash()})
	if err == nil {
		l.refused.skipped = 0
	}
	return err
}
