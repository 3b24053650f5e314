package payout

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/each"
	"etld/internal/base/money"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
)

// State is where a payout stands.
type State string

// The states; see the package comment.
const (
	Queued         State = "queued"
	Broadcast      State = "broadcast"
	Unknown        State = "unknown"
	Mined          State = "mined"
	Final          State = "final"
	NeedsAttention State = "needs_attention"
	Failed         State = "failed"
)

func (State) Values() []string {
	return each.Texts(Queued, Broadcast, Unknown, Mined, Final, NeedsAttention, Failed)
}

// Proof is why a payout's last issue did not happen and cannot any more.
type Proof string

// The proofs. NoProof is the empty one.
const (
	NoProof         Proof = ""
	ProofUnsigned   Proof = "unsigned"
	ProofReverted   Proof = "reverted"
	ProofSuperseded Proof = "superseded"
)

// Values lists the proofs but NoProof.
func (Proof) Values() []string {
	return each.Texts(ProofUnsigned, ProofReverted, ProofSuperseded)
}

// Reasons why a payout waits or needs attention. Where the signer refused, the
// reason is the refusal's code.
const (
	ReasonShort             = "short"
	ReasonLowGas            = "low_gas"
	ReasonDayCap            = "day_cap"
	ReasonWouldFail         = "would_fail"
	ReasonFeeTooHigh        = "fee_too_high"
	ReasonSignerUnavailable = "signer_unavailable"
	ReasonChainUnavailable  = "chain_unavailable"
	ReasonFinality          = "finality_stalled"
	ReasonHalted            = "chain_halted"
	ReasonStopped           = "stopped"
	ReasonReverted          = "reverted"
	ReasonSuperseded        = "superseded"
	ReasonTakenBack         = "taken_back"
	ReasonBumped            = "bumped"
	ReasonReissued          = "reissued"
)

// Order asks for a payout. What the user and the operators signed is kept as it
// is; the signer judges it.
type Order struct {
	// WithdrawalID is at most 64 letters, digits, - and _.
	WithdrawalID string
	Network      string
	Asset        money.Asset
	Recipient    common.Address
	// Amount is what arrives.
	Amount    money.Amount
	Statement signer.Statement
	// Automatic says that no operator approved; Approvals are empty then.
	Automatic bool
	Approvals []signer.Approval
}

// Payout is an order and what became of it.
type Payout struct {
	Order
	// Units is the amount in the token's own units.
	Units string
	// Issue is 1, and one more for each re-issue after a failure on chain.
	Issue int
	State State
	Proof Proof
	// Reason says why it waits or needs attention; empty while all is well.
	Reason string
	// ExpectedAt is when the reason is expected to end; zero if nobody can say.
	ExpectedAt time.Time
	// TxHash is the transaction in a block, or the newest one sent.
	TxHash    string
	Block     uint64
	BlockHash string
	CreatedAt time.Time
	UpdatedAt time.Time

	retryAt time.Time
	// anchor is set where this is no payout but an anchor, which has no order but
	// its reference and network.
	anchor anchoring
	// steps counts the lines of its timeline.
	steps int
}

// Step is one line of a payout's timeline.
type Step struct {
	State  State     `json:"state"`
	Reason string    `json:"reason"`
	TxHash string    `json:"txHash"`
	At     time.Time `json:"at"`
}

// Settlement is told how a payout goes on, and once how it ends, each in the
// transaction in which it happens (a db.Update); an error undoes that, and it is
// tried again.
type Settlement interface {
	// Stepped: its timeline gets a line more.
	Stepped(tx sqldb.Command, from State, p Payout) error
	// Paid: the transfer is final. TxHash, Block and BlockHash are set.
	Paid(tx *sqldb.Tx, p Payout) error
	// Failed: somebody gave up a payout that was proven impossible (p.Proof);
	// reason is theirs. The money may go back to the user.
	Failed(tx *sqldb.Tx, p Payout, reason string) error
}
