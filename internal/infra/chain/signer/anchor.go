package signer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
)

// An anchor is a transaction of the anchor's wallet to itself that carries no
// coins and shows everybody a text: which entries a round of the game has, before
// anybody can know what decides it, or what all users together were owed at the end of
// a day. It has a key, nonces, a journal and caps of its own, and no key signs both
// anchors and payouts.

var (
	// roundForm is all that an anchor may say of a round: the period, the root of its
	// entries and the beacon's round that decides.
	roundForm = regexp.MustCompile(`^ETLDBOX1\|([0-9]{8}-[0-9]{3})\|([0-9a-f]{64})\|([1-9][0-9]{0,18})$`)
	// snapshotForm is all that an anchor may say of a day: its depth, three sums, the
	// root, the journal's head, and the ends of other chains.
	snapshotForm = regexp.MustCompile(`^ETLDSOL1\|([0-9]{8})\|[0-9]{1,2}(\|[0-9]{1,29}){3}\|[0-9a-f]{64}\|` +
		`[0-9]{1,19}\|[0-9a-f]{64}(\|[A-Za-z0-9-]{1,20}:[0-9]{1,19}:(0x)?[0-9a-f]{64}){0,8}$`)
)

// anchorPrefix begins the reference of an anchor, which the name of what it is about
// ends. No withdrawal's number begins so.
const anchorPrefix = "anchor-"

// AnchorReference is the name under which an anchor is signed, at most once with one
// text; name is a period of the game or a snapshot's day.
func AnchorReference(name string) string { return anchorPrefix + name }

// Anchored is what an anchor's text is about.
type Anchored struct {
	// Name is a period of the game or a snapshot's day.
	Name string
	// BeaconRound decides the period; it is 0 for a snapshot.
	BeaconRound uint64
}

// ReadAnchor reads what an anchor carries. It is false for anything else.
func ReadAnchor(text string) (a Anchored, ok bool) {
	if parts := snapshotForm.FindStringSubmatch(text); parts != nil {
		return Anchored{Name: parts[1]}, true
	}
	parts := roundForm.FindStringSubmatch(text)
	if parts == nil {
		return a, false
	}
	round, err := strconv.ParseUint(parts[3], 10, 64)
	return Anchored{Name: parts[1], BeaconRound: round}, err == nil
}

// AnchorPolicy is what the signer allows the anchor's wallet.
type AnchorPolicy struct {
	ChainID uint64 `json:"chainId"`
	// FeeCapMax bounds the fee in wei per gas, GasMax the gas of an anchor, and
	// GasDayMax in wei what the anchors of a platform day may cost at most.
	FeeCapMax uint64 `json:"feeCapMax"`
	GasMax    uint64 `json:"gasMax"`
	GasDayMax uint64 `json:"gasDayMax"`
	// FirstNonce is how many nonces the wallet had used before the journal began.
	FirstNonce uint64 `json:"firstNonce"`
}

// ForAnchors is the policy of a signer that signs anchors and nothing else, on one
// of the policy's networks. It is false where no anchors are allowed.
func (p Policy) ForAnchors() (Policy, bool, error) {
	if p.Anchor == nil {
		return Policy{}, false, nil
	}
	a := *p.Anchor
	i := slices.IndexFunc(p.Networks, func(n Network) bool { return n.ChainID == a.ChainID })
	if i < 0 {
		return Policy{}, false, fmt.Errorf("%w: anchors on chain %d, which is no network of it", ErrPolicy, a.ChainID)
	}
	n := p.Networks[i]
	n.Currencies, n.FeeCapMax, n.GasMax, n.GasDayMax, n.FirstNonce = nil, a.FeeCapMax, a.GasMax, a.GasDayMax, a.FirstNonce
	if n.FeeCapMax == 0 || n.GasMax == 0 || n.GasDayMax == 0 {
		return Policy{}, false, fmt.Errorf("%w: anchors need feeCapMax, gasMax and gasDayMax", ErrPolicy)
	}
	return Policy{Host: p.Host, Networks: []Network{n}, isForAnchors: true}, true, nil
}

// isAnchor says that the request asks for an anchor.
func (p Payout) isAnchor() bool { return p.Data != "" }

// checkAnchor refuses what is not exactly an anchor of a wallet.
func (r Request) checkAnchor(wallet common.Address) error {
	about, ok := ReadAnchor(r.Data)
	empty := Payout{WithdrawalID: r.WithdrawalID, Issue: 1, ChainID: r.ChainID, Recipient: wallet, Data: r.Data}
	switch {
	case !ok:
		return ErrMalformed.because("anchor %.200q", r.Data)
	case r.WithdrawalID != AnchorReference(about.Name):
		return ErrMalformed.because("anchor of %s as %.100q", about.Name, r.WithdrawalID)
	case r.Payout != empty || r.Automatic || len(r.Approvals) > 0:
		return ErrMalformed.because("an anchor that moves something or names others")
	}
	return r.Fee.checkForm()
}
