package game

import (
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"etld/internal/infra/receipt"
)

// Step is one thing that anybody can check about a round. The app and the offline
// page know the same steps by the same names.
type Step string

// The steps, in the order in which they are checked.
const (
	StepEntries     Step = "entries"
	StepRoot        Step = "root"
	StepReceipt     Step = "receipt"
	StepAnchor      Step = "anchor"
	StepBeaconRound Step = "beacon_round"
	StepSignature   Step = "signature"
	StepBoard       Step = "board"
	StepWin         Step = "win"
)

// Wrong is something in a document that is not as the rules have it.
type Wrong struct {
	Step   Step
	Detail string
}

// Witness is the beacon as a verifier knows it, whoever sent the document.
type Witness struct {
	// Key is the public key, hexadecimal.
	Key    string
	Round  func(at time.Time) uint64
	Time   func(round uint64) time.Time
	Verify func(round uint64, signature []byte) error
}

// check gathers what is wrong with one document.
type check struct {
	Document
	period Period
	wrong  []Wrong
}

func (c *check) say(step Step, format string, args ...any) {
	c.wrong = append(c.wrong, Wrong{step, fmt.Sprintf(format, args...)})
}

// Verify recomputes a round that is over and names everything that is wrong. It
// needs no network: that the anchor stands on the chain as the document says is
// for the reader to look up.
func (d Document) Verify(w Witness) []Wrong {
	c := check{Document: d}
	var err error
	if c.period, err = ParsePeriod(d.Period); err != nil {
		c.say(StepEntries, "%q is no period", d.Period)
		return c.wrong
	}
	c.entries()
	c.root()
	c.receipt()
	decides := w.Round(c.period.BeaconFrom())
	switch latest := AnchorBy(w.Time(decides)); d.State {
	case Drawn:
		c.anchor(latest)
		c.beaconRound(decides)
		c.draw(w)
	case Refunded:
		c.refund()
		c.beaconRound(decides)
	default:
		c.say(StepBoard, "the round is not over: %s", d.State)
	}
	return c.wrong
}

// SignedBy names the signatures of a document that no published key made: whoever
// wrote the document may have signed it with a key of their own.
func (d Document) SignedBy(published []string) (wrong []Wrong) {
	if !slices.Contains(published, d.ReceiptKey) {
		wrong = append(wrong, Wrong{StepRoot, fmt.Sprintf("the key %s of the root is not published", d.ReceiptKey)})
	}
	if d.Mine != nil && !slices.Contains(published, d.Mine.ReceiptKey) {
		wrong = append(wrong, Wrong{StepReceipt, fmt.Sprintf("the key %s of the receipt is not published", d.Mine.ReceiptKey)})
	}
	return wrong
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// entries holds each entry to the rules.
func (c *check) entries() {
	if !c.OpenAt.Equal(c.period.OpenAt()) || !c.LockAt.Equal(c.period.LockAt()) {
		c.say(StepEntries, "period %s is open from %s to %s", c.period, stamp(c.period.OpenAt()), stamp(c.period.LockAt()))
	}
	if len(c.Entries) == 0 {
		c.say(StepEntries, "there are none")
	}
	for i, e := range c.Entries {
		if e.No != int64(i)+1 {
			c.say(StepEntries, "entry %d stands where %d must", e.No, i+1)
			return
		}
		if e.Box < 1 || e.Box > Boxes || !isStake(e.Amount) {
			c.say(StepEntries, "entry %d has box %d and %d points", e.No, e.Box, e.Amount)
			return
		}
	}
}

// isStake says whether an entry may have this amount.
func isStake(points int64) bool {
	return points >= StakeMin && points <= StakeMax && points%StakeStep == 0
}

// commitment is what the document says was signed and anchored.
func (c *check) commitment() string { return Commitment(c.period, c.Root, c.BeaconRound) }

func (c *check) root() {
	if root := Root(c.Entries); root != c.Root {
		c.say(StepRoot, "the entries hash to %s, the root is %s", root, c.Root)
	}
	if !receipt.Verify(c.ReceiptKey, RootText(c.commitment()), c.RootSignature) {
		c.say(StepRoot, "the receipt key did not sign this root with this beacon round")
	}
}

// receipt looks for the reader's own entry.
func (c *check) receipt() {
	if c.Mine == nil {
		return
	}
	if !slices.Contains(c.Entries, c.Mine.Entry) {
		c.say(StepReceipt, "entry %d on box %d with %d points is not among the entries", c.Mine.No, c.Mine.Box, c.Mine.Amount)
	}
	if !receipt.Verify(c.Mine.ReceiptKey, ReceiptText(c.period, c.Mine.Entry), c.Mine.Receipt) {
		c.say(StepReceipt, "the receipt key did not sign this entry")
	}
}

func (c *check) anchor(latest time.Time) {
	switch {
	case c.Anchor == nil:
		c.say(StepAnchor, "a round without an anchor is refunded, not drawn")
	case c.Anchor.BlockTime.After(latest):
		c.say(StepAnchor, "its block is of %s and had to be of %s at the latest", stamp(c.Anchor.BlockTime), stamp(latest))
	case c.Anchor.Text != c.commitment():
		c.say(StepAnchor, "it says %q and had to say %q", c.Anchor.Text, c.commitment())
	}
}

func (c *check) beaconRound(decides uint64) {
	if decides != c.BeaconRound {
		c.say(StepBeaconRound, "round %d decides a game that locked at %s, not %d", decides, stamp(c.period.LockAt()), c.BeaconRound)
	}
}

// draw recomputes the board, and the reader's own winnings.
func (c *check) draw(w Witness) {
	if c.BeaconKey != w.Key {
		c.say(StepSignature, "%s is not the beacon's key %s", c.BeaconKey, w.Key)
	}
	signature, err := hex.DecodeString(c.BeaconSignature)
	if err == nil {
		err = w.Verify(c.BeaconRound, signature)
	}
	if err != nil {
		c.say(StepSignature, "%v", err)
	}
	board := Draw(signature, c.commitment())
	if !slices.Equal(board[:], c.Board) {
		c.say(StepBoard, "the boxes hold %v, not %v", board, c.Board)
	}
	if m := c.Mine; m != nil && m.Box >= 1 && m.Box <= Boxes && board.Win(m.Entry) != m.Win {
		c.say(StepWin, "%d points on box %d win %d, not %d", m.Amount, m.Box, board.Win(m.Entry), m.Win)
	}
}

// refund holds a refunded round to having no board, and to a reason that the
// document does not contradict.
func (c *check) refund() {
	if len(c.Board) > 0 || c.Mine != nil && c.Mine.Win != 0 {
		c.say(StepBoard, "a refunded round has no board and pays nothing")
	}
	switch c.Reason {
	case NoAnchor:
		if c.Anchor != nil {
			c.say(StepAnchor, "there is an anchor")
		}
	case ConflictingAnchor:
	case NoBeacon:
		if c.BeaconSignature != "" {
			c.say(StepSignature, "the beacon round was published")
		}
	default:
		c.say(StepAnchor, "%q is no reason for a refund", c.Reason)
	}
}

// Why a round is refunded.
const (
	NoAnchor          = "no_anchor"
	ConflictingAnchor = "conflicting_anchor"
	NoBeacon          = "no_beacon"
)
