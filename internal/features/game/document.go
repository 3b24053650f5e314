package game

import (
	"strings"
	"time"

	"etld/internal/base/each"
	"etld/internal/infra/chain"
)

// Document is all that is needed to recompute a round, as it is exported.
type Document struct {
	Period string    `json:"period" doc:"YYYYMMDD-NNN"`
	State  State     `json:"state"`
	Reason Reason    `json:"reason" optional:"true" doc:"Why it was refunded"`
	OpenAt time.Time `json:"openAt"`
	LockAt time.Time `json:"lockAt"`
	// Entries are in the order of their numbers; empty until the lock.
	Entries       []Entry `json:"entries" nullable:"false"`
	Root          string  `json:"root" doc:"Hash of the entries; empty until the lock"`
	RootSignature string  `json:"rootSignature" doc:"Of the receipt key over the commitment, hexadecimal"`
	ReceiptKey    string  `json:"receiptKey" doc:"Ed25519 public key, hexadecimal"`
	Anchor        *Anchor `json:"anchor" doc:"The transaction that counts: the first that names the period; null until it was found, or where there is none"`
	Evidence
	BeaconRound     uint64  `json:"beaconRound"`
	BeaconKey       string  `json:"beaconKey" doc:"The beacon's public key, hexadecimal"`
	BeaconSignature string  `json:"beaconSignature" doc:"Hexadecimal; empty until it is published"`
	Board           []int64 `json:"board" nullable:"false" doc:"What each box pays, in tenths of the stake; empty until it is drawn"`
	Mine            *Mine   `json:"mine" doc:"The caller's entry; null without one"`
	// encoded is Entries in JSON, where it is kept.
	encoded []byte
}

// Anchor is the transaction that counts for a round.
type Anchor struct {
	Address   string    `json:"address" doc:"Who sent it"`
	TxHash    string    `json:"txHash"`
	Text      string    `json:"text" doc:"The transaction's data"`
	Block     uint64    `json:"block"`
	BlockTime time.Time `json:"blockTime"`
}

// Evidence is what the chain was asked for beyond the anchor.
type Evidence struct {
	// Conflict is a later transaction of the period that says something else.
	Conflict *Anchor `json:"conflict" doc:"A later transaction that names the period and says something else; null without one"`
	Searched *Blocks `json:"searched" doc:"The blocks in which an anchor counts; null until they were read"`
}

// Blocks are those whose times lie between two instants, both included. There are none
// where Last is below First.
type Blocks struct {
	First uint64 `json:"first"`
	Last  uint64 `json:"last"`
}

// Search is what an address sent in some blocks, in the chain's order.
type Search struct {
	Blocks
	Sent []Anchor
}

// SearchOf is what the chain says that an address sent. What is no text says nothing of a
// period, whoever reads it.
func SearchOf(sender string, span chain.SentSpan) Search {
	search := Search{Blocks: Blocks{First: span.First, Last: span.Last}}
	for _, one := range span.Sent {
		search.Sent = append(search.Sent, Anchor{Address: sender, TxHash: one.Hash.Hex(), Text: one.Text(), Block: one.Block.Number, BlockTime: one.Block.Time})
	}
	return search
}

// first is the transaction that counts for a period; nil without one.
func (s Search) first(p Period) *Anchor {
	for i := range s.Sent {
		if s.Sent[i].names(p) {
			return &s.Sent[i]
		}
	}
	return nil
}

// conflict is a transaction that names a period as the first one does, and says
// something else; nil without one.
func (s Search) conflict(first Anchor, p Period) *Anchor {
	for i := range s.Sent {
		if s.Sent[i].names(p) && s.Sent[i].Text != first.Text {
			return &s.Sent[i]
		}
	}
	return nil
}

// names says whether a transaction is about a period.
func (a Anchor) names(p Period) bool { return strings.HasPrefix(a.Text, commits(p)) }

// Mine is a user's own entry with its receipt.
type Mine struct {
	Entry
	State      EntryState `json:"state"`
	Win        int64      `json:"win" doc:"Game points won; 0 until the draw"`
	Receipt    string     `json:"receipt" doc:"Signature over the entry, hexadecimal"`
	ReceiptKey string     `json:"receiptKey" doc:"The key that made it"`
	Player     string     `json:"player" doc:"By what hash the receipt names its player; empty where the player's app chose none"`
}

// State is where a round is in its life (doc.go).
type State string

const (
	Open     State = "open"
	Locked   State = "locked"
	Drawn    State = "drawn"
	Refunded State = "refunded"
	// Waiting is a locked round whose beacon round is due, and Empty a period that
	// nobody took part in; neither is stored.
	Waiting State = "waiting"
	Empty   State = "empty"
)

func (State) Values() []string { return each.Texts(Open, Locked, Drawn, Refunded, Waiting, Empty) }

// ReceiptText is what the platform signs for an entry. The hash that the player's app
// chose tells it from the receipt of anybody else with the same box and amount.
func ReceiptText(p Period, e Entry, player string) string {
	text := e.line()
	text = "ETLDBOX1 entry|" + p.String() + "|" + text[:len(text)-1]
	if player != "" {
		text += "|" + player
	}
	return text
}

// RootText is what the platform signs at the lock.
func RootText(commitment string) string { return "ETLDBOX1 root|" + commitment }
