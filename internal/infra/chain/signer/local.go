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
	memory  memory
	refused refusalCount
	// final is the hot wallet's next nonce by each chain's final block, as last
	// asked.
	final map[uint64]uint64
}

// memory is the journal read again, indexed. Signed entries keep their request
// without texts and approvals.
type memory struct {
	// recent is what was signed in the last two days, byRecipient what each wallet
	// was paid while its statements could still be used.
	recent       []signedBefore
	byRecipient  map[common.Address][]signedBefore
	rememberFor  time.Duration
	byWithdrawal map[string][]entry
	byNonce      map[nonceKey]slotKey
	byWish       map[wishKey]string
	// next is the nonce above the highest one signed, by wallet and chain.
	next map[walletKey]uint64
}

// recentTime covers a platform day, whatever its zone.
const recentTime = 48 * time.Hour

type walletKey struct {
	from    common.Address
	chainID uint64
}

type nonceKey struct {
	from           common.Address
	chainID, nonce uint64
}

type slotKey struct {
	withdrawalID string
	issue        int
}

type wishKey struct {
	wallet common.Address
	id     string
}

// refusalCount limits the journal's refusals per hour.
type refusalCount struct {
	since   time.Time
	count   int
	skipped int
}

// New reads the journal and is ready to sign.
func New(c Config) (*Local, error) {
	policy, err := c.Policy.complete()
	if err != nil {
		return nil, err
	}
	if c.Key == nil || c.Clock == nil || c.Log == nil || c.Journal == "" {
		return nil, fmt.Errorf("%w: a key, a clock, a log and a journal are needed", ErrPolicy)
	}
	l := &Local{key: c.Key, policy: policy, clock: c.Clock, log: c.Log,
		memory: memory{byWithdrawal: make(map[string][]entry), byNonce: make(map[nonceKey]slotKey), byWish: make(map[wishKey]string),
			byRecipient: make(map[common.Address][]signedBefore), next: make(map[walletKey]uint64), rememberFor: policy.StatementAgeMax + recentTime},
		final: make(map[uint64]uint64)}
	l.journal, err = openJournal(c.Journal, l.memory.keep)
	return l, err
}

// Close releases the journal.
func (l *Local) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.journal.close()
}

// Wallet is the address that pays.
func (l *Local) Wallet(context.Context) (common.Address, error) { return l.key.address, nil }

// SignPayout judges a request as the package says. It answers a *Refusal, or
// ErrUnavailable when it could not decide.
func (l *Local) SignPayout(ctx context.Context, r Request) (Signed, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := ctx.Err(); err != nil {
		// Its asker may be asking again already: two answers could differ.
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
	if err := l.journal.add(e); err != nil {
		l.log.Error("the signer's journal failed", "error", err)
		return Signed{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	l.memory.keep(e)
	l.log.Info("signed", "withdrawal", r.WithdrawalID, "issue", r.Issue, "nonce", r.Nonce, "tx", signed.Hash, "automatic", r.Automatic, "bump", e.IsBump)
	return signed, nil
}

func (m *memory) keep(e entry) {
	if e.Refusal != "" {
		return
	}
	id, issue, nonce := e.Request.WithdrawalID, e.Request.Issue, e.Request.Nonce
	one := signedBefore{at: e.At, wishAt: e.WishAt, chainID: e.Request.ChainID, token: e.Request.Token, withdrawalID: id, issue: issue, quantity: e.Quantity,
		fee: e.Request.Fee, approvals: len(e.Request.Approvals), isBump: e.IsBump}
	e.Request.Statement, e.Request.Approvals = Statement{}, nil
	m.recent = append(since(m.recent, e.At.Add(-recentTime)), one)
	if !e.IsBump {
		m.byRecipient[e.Request.Recipient] = append(since(m.byRecipient[e.Request.Recipient], e.At.Add(-m.rememberFor)), one)
	}
	wallet := walletKey{e.From, e.Request.ChainID}
	m.next[wallet] = max(m.next[wallet], nonce+1)
	m.byWithdrawal[id] = append(m.byWithdrawal[id], e)
	m.byNonce[nonceKey{e.From, e.Request.ChainID, nonce}] = slotKey{id, issue}
	m.byWish[wishKey{e.Wallet, e.WishID}] = id
}

// since drops the oldest of a list in the order of time.
func since(list []signedBefore, from time.Time) []signedBefore {
	for len(list) > 0 && list[0].at.Before(from) {
		list = list[1:]
	}
	return list
}

// judge decides. isKnown says that the entry was signed before.
func (l *Local) judge(ctx context.Context, r Request, now time.Time) (e entry, isKnown bool, err error) {
	if err := r.checkForm(); err != nil {
		return entry{}, false, err
	}
	network, currency, err := l.policy.find(r)
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
		return entry{IsBump: true, Asset: first.Asset, Quantity: first.Quantity, WishAt: first.WishAt, WishID: first.WishID, Wallet: first.Wallet},
			false, network.checkGas(r, &l.memory, now)
	}
	if err := network.checkFee(r.Fee); err != nil {
		return entry{}, false, err
	}
	if err := l.checkNonce(ctx, network, r.Nonce); err != nil {
		return entry{}, false, err
	}
	wish, err := l.checkStatement(ctx, r, network, currency, now)
	if err != nil {
		return entry{}, false, err
	}
	sums := l.policy.totalsFor(r, wish, currency, &l.memory, now)
	if err := sums.checkCaps(wish, currency); err != nil {
		return entry{}, false, err
	}
	if err := network.checkGas(r, &l.memory, now); err != nil {
		return entry{}, false, err
	}
	if r.Automatic && r.Issue == 1 {
		err = sums.checkAutomatic()
	} else {
		err = l.policy.checkApprovals(r, sums.approvalsNeeded(r.Issue), now)
	}
	return entry{Asset: currency.Name, Quantity: wish.Quantity, WishAt: wish.At, WishID: wish.RequestID, Wallet: wish.Address}, false, err
}

// checkUnused refuses a second payload for a withdrawal or a nonce. What it
// returns is what was signed for exactly this payout and nonce.
func (l *Local) checkUnused(ctx context.Context, n Network, r Request) (same []entry, isRepeated bool, err error) {
	newest := 0
	for _, one := range l.memory.byWithdrawal[r.WithdrawalID] {
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
	if by, isUsed := l.memory.byNonce[nonceKey{l.key.address, r.ChainID, r.Nonce}]; isUsed {
		return nil, false, ErrNonceUsed.because("%d by withdrawal %s", r.Nonce, by.withdrawalID)
	}
	if r.Issue > 1 {
		return nil, false, l.checkFailed(ctx, n, r)
	}
	return nil, false, nil
}

// checkFailed asks the chain itself whether every earlier issue of a payout is
// past: reverted in a final block, or its nonce used up by something else.
func (l *Local) checkFailed(ctx context.Context, n Network, r Request) error {
	hashes, nonces, from := make(map[int][]common.Hash), make(map[int]uint64), make(map[int]common.Address)
	for _, one := range l.memory.byWithdrawal[r.WithdrawalID] {
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
func (l *Local) checkStatement(ctx context.Context, r Request, n Network, c Currency, now time.Time) (Wish, error) {
	wish, err := ReadStatement(l.policy.Host, r.Statement.Text)
	if err != nil {
		return Wish{}, err
	}
	if err := l.policy.checkWish(r, wish, n, c, now); err != nil {
		return Wish{}, err
	}
	if err := checkWallet(ctx, n, wish.Address, r.Statement); err != nil {
		return Wish{}, err
	}
	if by, isUsed := l.memory.byWish[wishKey{wish.Address, wish.RequestID}]; isUsed && by != r.WithdrawalID {
		return Wish{}, ErrStatementUsed.because("by withdrawal %s", by)
	}
	return wish, nil
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
	if errors.Is(no, ErrMalformed) {
		// Its fields may hold anything of any length.
		r = Request{}
	}
	err := l.journal.add(entry{At: now, Refusal: no.Code, Detail: no.Detail, Skipped: l.refused.skipped, Request: r, Payout: r.Hash()})
	if err == nil {
		l.refused.skipped = 0
	}
	return err
}
