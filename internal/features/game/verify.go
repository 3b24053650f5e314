package game

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"etld/internal/base/each"
	"etld/internal/infra/beacon"
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

// Finding is what a verifier has to say about a step.
type Finding struct {
	Step   Step
	Detail string
}

// Findings are what keeps a document from being believed. A round fits where both
// lists are empty.
type Findings struct {
	// Wrong is not as the rules have it.
	Wrong []Finding
	// Unread was not looked up: the document alone says it.
	Unread []Finding
}

// Witness is what a verifier knows, whoever sent the document. Where one of the last
// four is missing, what it would show is not looked up.
type Witness struct {
	// Key is the beacon's public key, hexadecimal.
	Key    string
	Round  func(at time.Time) uint64
	Time   func(round uint64) time.Time
	Verify func(round uint64, signature []byte) error
	// Keys are the published keys of receipts.
	Keys []string
	// Anchor is the address that sent anchors at the lock.
	Anchor string
	// Held is what a player kept of an entry; nil where nobody did.
	Held *Held
	// Search reads a chain through nodes of the verifier's own.
	Search func(sender string, from, until time.Time) (Search, error)
	// Signature asks relays of the verifier's own: beacon.ErrNotYet says that they do
	// not have the beacon round.
	Signature func(round uint64) ([]byte, error)
}

// Held is what a player keeps of an entry from the moment it was made, as an exported
// round has it beside the platform's word.
type Held struct {
	Period string `json:"period"`
	Entry
	// Player is the hash by which the receipt names its player; it may be empty.
	Player     string `json:"player"`
	Receipt    string `json:"receipt"`
	ReceiptKey string `json:"receiptKey"`
	// Root is the root that was seen before anybody could know the beacon; it may be
	// empty.
	Root string `json:"root"`
}

// check gathers what is to be said of one document.
type check struct {
	Document
	reader Witness
	period Period
	found  Findings
}

func (c *check) say(step Step, format string, args ...any) {
	c.found.Wrong = append(c.found.Wrong, Finding{step, fmt.Sprintf(format, args...)})
}

func (c *check) leave(step Step, format string, args ...any) {
	c.found.Unread = append(c.found.Unread, Finding{step, fmt.Sprintf(format, args...)})
}

// Verify recomputes a round that is over. It names everything that is wrong, and
// everything that it had to take from the document.
func (d Document) Verify(w Witness) Findings {
	c := check{Document: d, reader: w}
	var err error
	if c.period, err = ParsePeriod(d.Period); err != nil {
		c.say(StepEntries, "%q is no period", d.Period)
		return c.found
	}
	decides := w.Round(c.period.BeaconFrom())
	c.entries()
	c.root()
	c.receipt()
	switch d.State {
	case Drawn:
		c.anchors(w.Time(decides))
		c.beaconRound(decides)
		c.draw()
	case Refunded:
		c.anchors(w.Time(decides))
		c.beaconRound(decides)
		c.refund()
	default:
		c.say(StepBoard, "the round is not over: %s", d.State)
	}
	return c.found
}

// signer holds a key to those that are published: whoever wrote the document may have
// signed it with a key of their own.
func (c *check) signer(step Step, key string) {
	if c.reader.Keys == nil {
		c.leave(step, "no published keys were given to compare %s with", key)
	} else if !slices.Contains(c.reader.Keys, key) {
		c.say(step, "the key %s is not published", key)
	}
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
	if held := c.reader.Held; held != nil && held.Root != "" && held.Root != c.Root {
		c.say(StepRoot, "the player saw the root %s before the draw, and it is %s", held.Root, c.Root)
	}
	if !receipt.Verify(c.ReceiptKey, RootText(c.commitment()), c.RootSignature) {
		c.say(StepRoot, "the receipt key did not sign this root with this beacon round")
	}
	c.signer(StepRoot, c.ReceiptKey)
}

// receipt looks for the player's entry, as the platform tells it and as the player
// kept it.
func (c *check) receipt() {
	if m := c.Mine; m != nil {
		c.received(m.Entry, m.Player, m.Receipt, m.ReceiptKey)
	}
	held := c.reader.Held
	switch {
	case held == nil && c.Mine != nil:
		c.leave(StepReceipt, "nobody kept a receipt: that entry %d was the player's, the document alone says", c.Mine.No)
		return
	case held == nil:
		return
	case held.Period != c.Period:
		c.say(StepReceipt, "the player kept a receipt of %s", held.Period)
		return
	case c.Mine == nil || c.Mine.Entry != held.Entry || held.Player != "" && held.Player != c.Mine.Player:
		c.say(StepReceipt, "the player kept a receipt of entry %d on box %d with %d points, and is told of another or of none", held.No, held.Box, held.Amount)
	}
	c.received(held.Entry, held.Player, held.Receipt, held.ReceiptKey)
}

func (c *check) received(e Entry, player, signature, key string) {
	if !slices.Contains(c.Entries, e) {
		c.say(StepReceipt, "entry %d on box %d with %d points is not among the entries", e.No, e.Box, e.Amount)
	}
	if !receipt.Verify(key, ReceiptText(c.period, e, player), signature) {
		c.say(StepReceipt, "the receipt key did not sign this entry")
	}
	c.signer(StepReceipt, key)
}

func (c *check) beaconRound(decides uint64) {
	if decides != c.BeaconRound {
		c.say(StepBeaconRound, "round %d decides a game that locked at %s, not %d", decides, stamp(c.period.LockAt()), c.BeaconRound)
	}
}

// draw recomputes the board, and the reader's own winnings.
func (c *check) draw() {
	if c.BeaconKey != c.reader.Key {
		c.say(StepSignature, "%s is not the beacon's key %s", c.BeaconKey, c.reader.Key)
	}
	signature, err := hex.DecodeString(c.BeaconSignature)
	if err == nil {
		err = c.reader.Verify(c.BeaconRound, signature)
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

// refund holds a refunded round to having no board. That its beacon round was never
// published is for a relay to say.
func (c *check) refund() {
	if len(c.Board) > 0 || c.Mine != nil && c.Mine.Win != 0 {
		c.say(StepBoard, "a refunded round has no board and pays nothing")
	}
	if c.Reason != NoBeacon {
		return
	}
	if c.BeaconSignature != "" {
		c.say(StepSignature, "the beacon round was published")
		return
	}
	if c.reader.Signature == nil {
		c.leave(StepSignature, "no relay was asked whether beacon round %d was published", c.BeaconRound)
		return
	}
	switch _, err := c.reader.Signature(c.BeaconRound); {
	case err == nil:
		c.say(StepSignature, "the beacon round was published")
	case !errors.Is(err, beacon.ErrNotYet):
		c.leave(StepSignature, "no relay says whether beacon round %d was published: %v", c.BeaconRound, err)
	}
}

// Reason is why a round is refunded.
type Reason string

const (
	NoAnchor Reason = "no_anchor"
	// OtherAnchor: the chain has one list of the period, which is not the round's.
	OtherAnchor       Reason = "other_anchor"
	ConflictingAnchor Reason = "conflicting_anchor"
	NoBeacon          Reason = "no_beacon"
)

func (Reason) Values() []string {
	return each.Texts(NoAnchor, OtherAnchor, ConflictingAnchor, NoBeacon)
}

// PublishedKeys reads the keys of receipts out of an answer of /api/open/gameChain,
// whole or its data alone.
func PublishedKeys(answer []byte) (keys []string, err error) {
	var read struct {
		ChainOut
		Data ChainOut `json:"data"`
	}
	if err := json.Unmarshal(answer, &read); err != nil {
		return nil, fmt.Errorf("it holds no answer of /api/open/gameChain: %w", err)
	}
	for _, k := range slices.Concat(read.Keys, read.Data.Keys) {
		keys = append(keys, k.Key)
	}
	if len(keys) == 0 {
		return nil, errors.New("it names no receipt keys")
	}
	return keys, nil
}
