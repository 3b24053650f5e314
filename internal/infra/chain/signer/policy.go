package signer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig"
)

// Chain is what the signer asks a chain itself; chain.Pool is one.
type Chain interface {
	walletsig.Chain
	Outcome(ctx context.Context, account common.Address, nonce uint64, hashes []common.Hash) (chain.Outcome, error)
	// Nonces are an account's next nonce by the newest block and by the final one.
	Nonces(ctx context.Context, account common.Address) (latest, final uint64, err error)
}

// Currency is what the signer pays of one currency on one network. Limits are
// in the currency's own amounts. A limit of 0 allows nothing.
type Currency struct {
	Name     money.Asset    `json:"name"`
	Token    common.Address `json:"token"`
	Decimals int            `json:"decimals"`
	// PayoutMin is the least that is paid: below it a payout is worth less than
	// its gas. PayoutMax and DayMax cap one payout and all of a platform day.
	PayoutMin money.Amount `json:"payoutMin"`
	PayoutMax money.Amount `json:"payoutMax"`
	DayMax    money.Amount `json:"dayMax"`
	// OneDayMax is what one approval each may move on a platform day, all wallets
	// together; from there on two are needed.
	OneDayMax money.Amount `json:"oneDayMax"`
	// TwoFrom is what a wallet may withdraw in 24 hours with one approval less
	// one atom; from there on two are needed.
	TwoFrom money.Amount `json:"twoFrom"`
	// AutomaticMax is what a wallet may withdraw in 24 hours without approval,
	// AutomaticDayMax what all may on a platform day.
	AutomaticMax    money.Amount `json:"automaticMax"`
	AutomaticDayMax money.Amount `json:"automaticDayMax"`
}

// Network is a chain on which the signer pays.
type Network struct {
	// Name is what statements call it.
	Name       string     `json:"name"`
	ChainID    uint64     `json:"chainId"`
	Currencies []Currency `json:"currencies"`
	// FeeCapMax bounds the fee in wei per gas, GasMax the gas of a transaction.
	FeeCapMax uint64 `json:"feeCapMax"`
	GasMax    uint64 `json:"gasMax"`
	// GasDayMax bounds in wei what the transactions of a platform day may cost at
	// most, of each the dearest attempt.
	GasDayMax uint64 `json:"gasDayMax"`
	// NonceAheadMax is how far above the chain's final nonce one may be; 0 means 64.
	NonceAheadMax uint64 `json:"nonceAheadMax"`
	// FirstNonce is how many nonces the hot wallet had used before the journal
	// began, such as for approvals of tokens.
	FirstNonce uint64 `json:"firstNonce"`
	// Chain is needed for contract wallets and for issues after the first.
	Chain Chain `json:"-"`
}

// Policy is what the signer allows. It belongs to the signer alone: the
// application has no way to change it.
type Policy struct {
	// Host is the site that users sign for.
	Host      string           `json:"host"`
	Operators []common.Address `json:"operators"`
	Networks  []Network        `json:"networks"`
	// Anchor allows anchors of the game's rounds, from a wallet of their own; nil
	// allows none.
	Anchor *AnchorPolicy `json:"anchor,omitempty"`
	// StatementAgeMax and ApprovalAgeMax bound the age of signatures; 0 means 30
	// days and 24 hours.
	StatementAgeMax time.Duration `json:"-"`
	ApprovalAgeMax  time.Duration `json:"-"`
	// isForAnchors: this signer signs anchors and nothing else.
	isForAnchors bool
}

const (
	statementAgeDefault = 30 * 24 * time.Hour
	approvalAgeDefault  = 24 * time.Hour
	// aheadMax is how far a signature's time may be ahead of the signer's clock.
	aheadMax = 10 * time.Minute
	// walletWindow is over which a wallet's withdrawals add up.
	walletWindow = 24 * time.Hour
	// approvalsFew and approvalsMany are how many operators must agree.
	approvalsFew  = 1
	approvalsMany = 2
	bumpsMax      = 64
	// nonceAheadDefault is several times what a server has under way.
	nonceAheadDefault = 64
)

// ErrPolicy says that a policy is incomplete or contradicts itself.
var ErrPolicy = errors.New("the signer's policy is wrong")

// LoadPolicy reads a policy from the signer's own JSON file, which nobody but its
// owner may write. The chains are added by the caller.
func LoadPolicy(path string) (Policy, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Policy{}, fmt.Errorf("%w: %w", ErrPolicy, err)
	}
	if info.Mode().Perm()&0o022 != 0 {
		return Policy{}, fmt.Errorf("%w: %s can be written by others (chmod 644)", ErrPolicy, path)
	}
	if !isOwn(info) {
		return Policy{}, fmt.Errorf("%w: %s belongs to another user, who could change it (chown)", ErrPolicy, path)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return Policy{}, fmt.Errorf("%w: %w", ErrPolicy, err)
	}
	var p Policy
	decoder := json.NewDecoder(bytes.NewReader(content))
	// A misspelled limit must not become no limit.
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&p); err != nil {
		return Policy{}, fmt.Errorf("%w: %s: %w", ErrPolicy, path, err)
	}
	return p.complete()
}

// isOwn says that a file belongs to this process' user or to root.
func isOwn(info os.FileInfo) bool {
	owner, isKnown := info.Sys().(*syscall.Stat_t)
	return isKnown && (owner.Uid == 0 || int(owner.Uid) == os.Geteuid())
}

func (p Policy) complete() (Policy, error) {
	if p.Host == "" || len(p.Networks) == 0 {
		return p, fmt.Errorf("%w: it needs a host and networks", ErrPolicy)
	}
	chains := make(map[uint64]bool)
	p.Networks = slices.Clone(p.Networks)
	for i, n := range p.Networks {
		if n.NonceAheadMax == 0 {
			p.Networks[i].NonceAheadMax = nonceAheadDefault
		}
		if n.GasDayMax == 0 {
			return p, fmt.Errorf("%w: network %q needs gasDayMax, the wei that a day's transactions may cost at most", ErrPolicy, n.Name)
		}
		if n.Name == "" || n.ChainID == 0 || chains[n.ChainID] || n.FeeCapMax == 0 || n.GasMax == 0 || (len(n.Currencies) == 0) != p.isForAnchors {
			return p, fmt.Errorf("%w: network %q needs a name, a chain of its own, fee bounds and currencies", ErrPolicy, n.Name)
		}
		chains[n.ChainID] = true
		for _, c := range n.Currencies {
			if c.PayoutMin <= 0 || c.PayoutMin > c.PayoutMax {
				return p, fmt.Errorf("%w: %s on %s needs payoutMin, the least that is paid, above 0 and not above payoutMax", ErrPolicy, c.Name, n.Name)
			}
			if c.OneDayMax < 0 || c.OneDayMax > c.DayMax {
				return p, fmt.Errorf("%w: %s on %s: oneDayMax, what one approval each may move on a day, must lie between 0 and dayMax", ErrPolicy, c.Name, n.Name)
			}
			if c.PayoutMax <= 0 || c.DayMax < c.PayoutMax || c.TwoFrom <= 0 || c.AutomaticMax > c.TwoFrom || c.AutomaticDayMax > c.DayMax {
				return p, fmt.Errorf("%w: %s on %s: caps must rise from automatic over two-person to daily", ErrPolicy, c.Name, n.Name)
			}
		}
	}
	operators := make(map[common.Address]bool)
	for _, one := range p.Operators {
		if one == (common.Address{}) || operators[one] {
			return p, fmt.Errorf("%w: operator %s is listed twice or empty", ErrPolicy, one)
		}
		operators[one] = true
	}
	if p.StatementAgeMax == 0 {
		p.StatementAgeMax = statementAgeDefault
	}
	if p.ApprovalAgeMax == 0 {
		p.ApprovalAgeMax = approvalAgeDefault
	}
	return p, nil
}

func (p Policy) findNetwork(chainID uint64) (Network, error) {
	for _, n := range p.Networks {
		if n.ChainID == chainID {
			return n, nil
		}
	}
	return Network{}, ErrNetwork.because("chain %d", chainID)
}

func (p Policy) find(r Request) (Network, Currency, error) {
	n, err := p.findNetwork(r.ChainID)
	if err != nil {
		return Network{}, Currency{}, err
	}
	for _, c := range n.Currencies {
		if c.Token == r.Token {
			return n, c, nil
		}
	}
	return n, Currency{}, ErrToken.because("%s on %s", r.Token, n.Name)
}

func (p Policy) currencyOf(chainID uint64, token common.Address) (Currency, bool) {
	_, c, err := p.find(Request{Payout: Payout{ChainID: chainID, Token: token}})
	return c, err == nil
}

// checkFee bounds what a transaction may burn.
func (n Network) checkFee(fee Fee) error {
	if fee.FeeCap > n.FeeCapMax || fee.Gas > n.GasMax {
		return ErrFeeTooHigh.because("%d gas at %d wei; allowed are %d at %d", fee.Gas, fee.FeeCap, n.GasMax, n.FeeCapMax)
	}
	return nil
}

// checkBump judges a second transaction of the same payout and nonce.
func (n Network) checkBump(earlier []entry, fee Fee) error {
	if len(earlier) > bumpsMax {
		return ErrBumpsUsedUp
	}
	for _, one := range earlier {
		if fee.FeeCap < tenthMore(one.Request.Fee.FeeCap) || fee.Tip < tenthMore(one.Request.Fee.Tip) || fee.Gas < one.Request.Fee.Gas {
			return ErrBumpTooSmall.because("%+v after %+v", fee, one.Request.Fee)
		}
	}
	return n.checkFee(fee)
}

// tenthMore is 110 %, rounded up.
func tenthMore(value uint64) uint64 { return value + (value+9)/10 }

// checkWithdrawal holds a statement to the request.
func (p Policy) checkWithdrawal(r Request, w Withdrawal, n Network, c Currency, now time.Time) error {
	units, err := r.units()
	if err != nil {
		return err
	}
	arrival, err := money.ToBaseUnits(w.Arrival, c.Decimals)
	switch {
	case w.Currency != c.Name || w.Network != n.Name:
		return ErrStatementElsewhere.because("%s on %s", w.Currency, w.Network)
	case w.Address != r.Recipient:
		return ErrRecipient.because("%s, not %s", w.Address, r.Recipient)
	case err != nil || arrival.Cmp(units) != 0:
		return ErrAmount.because("%s units for %s %s", r.Units, w.Arrival, w.Currency)
	case now.Sub(w.At) > p.StatementAgeMax || w.At.Sub(now) > aheadMax:
		return ErrStatementAge.because("signed for %s", w.At.Format(time.RFC3339))
	}
	return nil
}

// weight adds up parts of limits: 600 of 1,000 USDT and 1 of 2 ETH are 1.1.
type weight struct{ sum *big.Rat }

func newWeight() weight { return weight{new(big.Rat)} }

func (w weight) add(part, whole money.Amount) {
	if part == 0 {
		return
	}
	if whole <= 0 {
		// Nothing is allowed of it: any part is too much.
		w.sum.Add(w.sum, big.NewRat(2, 1))
		return
	}
	w.sum.Add(w.sum, big.NewRat(int64(part), int64(whole)))
}

func (w weight) isAbove(one int64) bool { return w.sum.Cmp(big.NewRat(one, 1)) > 0 }
func (w weight) reaches(one int64) bool { return w.sum.Cmp(big.NewRat(one, 1)) >= 0 }

// checkApprovals judges operators' signatures, each before their number.
func (p Policy) checkApprovals(r Request, needed int, now time.Time) error {
	seen := make(map[common.Address]bool)
	for _, one := range r.Approvals {
		at := time.UnixMilli(one.Time).UTC()
		switch {
		case !p.isOperator(one.Operator):
			return ErrOperatorUnknown.because("%s", one.Operator)
		case seen[one.Operator]:
			return ErrApprovalRepeated.because("%s", one.Operator)
		case now.Sub(at) > p.ApprovalAgeMax || at.Sub(now) > aheadMax:
			return ErrApprovalExpired.because("%s signed for %s", one.Operator, at.Format(time.RFC3339))
		}
		signature, err := walletsig.Parse(one.Signature)
		if err != nil {
			return ErrApprovalSignature.because("%s: %v", one.Operator, err)
		}
		by, err := walletsig.Recover(walletsig.Digest(ApprovalText(p.Host, one.Operator, r.Payout, at)), signature)
		if err != nil || by != one.Operator {
			return ErrApprovalSignature.because("%s", one.Operator)
		}
		seen[one.Operator] = true
	}
	if len(seen) < needed {
		return ErrApprovalsMissing.because("%d of %d", len(seen), needed)
	}
	return nil
}

func (p Policy) isOperator(address common.Address) bool {
	for _, one := range p.Operators {
		if one == address {
			return true
		}
	}
	return false
}
