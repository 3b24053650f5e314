package game

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// anchors holds what a document says of the chain to the rules, and to the chain.
func (c *check) anchors(beaconAt time.Time) {
	from, until := AnchorFrom(beaconAt), AnchorBy(beaconAt)
	for _, a := range []*Anchor{c.Anchor, c.Conflict} {
		switch {
		case a == nil:
		case a.BlockTime.Before(from) || a.BlockTime.After(until):
			c.say(StepAnchor, "the block of %s is of %s and had to lie between %s and %s", a.TxHash, stamp(a.BlockTime), stamp(from), stamp(until))
		case !a.names(c.period):
			c.say(StepAnchor, "%q does not name the period", a.Text)
		case c.reader.Anchor != "" && !strings.EqualFold(a.Address, c.reader.Anchor):
			c.say(StepAnchor, "%s was sent by %s and not by %s", a.TxHash, a.Address, c.reader.Anchor)
		}
	}
	c.evidence()
	c.chain(from, until)
}

// evidence holds the transactions that a document names to what came of its round.
func (c *check) evidence() {
	switch {
	case c.State == Refunded && !slices.Contains(Reason("").Values(), string(c.Reason)):
		c.say(StepAnchor, "%q is no reason for a refund", c.Reason)
	case c.State == Refunded && c.Reason == NoAnchor:
		if c.Anchor != nil || c.Conflict != nil {
			c.say(StepAnchor, "there is an anchor")
		}
	case c.State == Refunded && c.Reason == OtherAnchor:
		c.other()
	case c.State == Refunded && c.Reason == ConflictingAnchor:
		if c.Anchor == nil || c.Conflict == nil || c.Anchor.Text == c.Conflict.Text || strings.EqualFold(c.Anchor.TxHash, c.Conflict.TxHash) {
			c.say(StepAnchor, "there are no two transactions that say different things")
		}
	case c.Anchor == nil:
		c.say(StepAnchor, "a round without an anchor is refunded for that")
	case c.Anchor.Text != c.commitment():
		c.say(StepAnchor, "it says %q and had to say %q", c.Anchor.Text, c.commitment())
	case c.Conflict != nil:
		c.say(StepAnchor, "a round with two anchors is refunded for that")
	}
}

// other holds a round that is refunded because the chain has another root. Whoever knows
// the beacon could undo a round by a list of entries that the anchor does not fit, so the
// root has to be one that the player saw before.
func (c *check) other() {
	switch held := c.reader.Held; {
	case c.Anchor == nil || c.Anchor.Text == c.commitment():
		c.say(StepAnchor, "there is no anchor that says something else")
	case c.Conflict != nil:
		c.say(StepAnchor, "a round with two anchors is refunded for that")
	case held == nil || held.Root == "":
		c.leave(StepAnchor, "that the round had this root before the beacon was known, only who kept the root then can say")
	}
}

// chain holds the transactions to what nodes of the verifier's own have.
func (c *check) chain(from, until time.Time) {
	switch {
	case c.reader.Anchor == "":
		c.leave(StepAnchor, "it was not said which address sends anchors")
		return
	case c.reader.Search == nil:
		c.leave(StepAnchor, "no node was asked what %s sent", c.reader.Anchor)
		return
	}
	search, err := c.reader.Search(c.reader.Anchor, from, until)
	if err != nil {
		c.leave(StepAnchor, "the chain could not be read: %v", err)
		return
	}
	first := search.first(c.period)
	var conflict *Anchor
	if first != nil {
		conflict = search.conflict(*first, c.period)
	}
	for _, pair := range [][2]*Anchor{{first, c.Anchor}, {conflict, c.Conflict}} {
		if onChain, said := pair[0], pair[1]; !onChain.isSame(said) {
			c.say(StepAnchor, "the chain has %s, the document %s", onChain, said)
		}
	}
	if c.Searched != nil && *c.Searched != search.Blocks {
		c.say(StepAnchor, "an anchor counts in the blocks %d to %d, not %d to %d", search.First, search.Last, c.Searched.First, c.Searched.Last)
	}
}

// isSame says whether two readers saw the same transaction in the same block.
func (a *Anchor) isSame(other *Anchor) bool {
	if a == nil || other == nil {
		return a == other
	}
	return strings.EqualFold(a.TxHash, other.TxHash) && a.Text == other.Text && a.Block == other.Block && a.BlockTime.Equal(other.BlockTime)
}

// String names a transaction, or that there is none.
func (a *Anchor) String() string {
	if a == nil {
		return "none"
	}
	return a.TxHash + " in block " + strconv.FormatUint(a.Block, 10) + " of " + stamp(a.BlockTime)
}
