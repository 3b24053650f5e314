package game

import "time"

// Document is all that is needed to recompute a round, as it is exported.
type Document struct {
	Period string    `json:"period" doc:"YYYYMMDD-NNN"`
	State  State     `json:"state" enum:"open,locked,waiting,drawn,refunded,empty"`
	Reason string    `json:"reason" enum:",no_anchor,late_anchor,conflicting_anchor,no_beacon" doc:"Why it was refunded"`
	OpenAt time.Time `json:"openAt"`
	LockAt time.Time `json:"lockAt"`
	// Entries are in the order of their numbers; empty until the lock.
	Entries         []Entry `json:"entries" nullable:"false"`
	Root            string  `json:"root" doc:"Hash of the entries; empty until the lock"`
	RootSignature   string  `json:"rootSignature" doc:"Of the receipt key over the commitment, hexadecimal"`
	ReceiptKey      string  `json:"receiptKey" doc:"Ed25519 public key, hexadecimal"`
	Anchor          *Anchor `json:"anchor" doc:"Where the commitment stands on the chain; null until it was found there"`
	BeaconRound     uint64  `json:"beaconRound"`
	BeaconKey       string  `json:"beaconKey" doc:"The beacon's public key, hexadecimal"`
	BeaconSignature string  `json:"beaconSignature" doc:"Hexadecimal; empty until it is published"`
	Board           []int64 `json:"board" nullable:"false" doc:"What each box pays, in tenths of the stake; empty until it is drawn"`
	Mine            *Mine   `json:"mine" doc:"The caller's entry; null without one"`
}

// Anchor is the transaction that counts for a round.
type Anchor struct {
	Address   string    `json:"address" doc:"Who sent it"`
	TxHash    string    `json:"txHash"`
	Text      string    `json:"text" doc:"The transaction's data"`
	Block     uint64    `json:"block"`
	BlockTime time.Time `json:"blockTime"`
}

// Mine is a user's own entry with its receipt.
type Mine struct {
	Entry
	State      EntryState `json:"state" enum:"not_drawn,won,no_prize,refunded"`
	Win        int64      `json:"win" doc:"Game points won; 0 until the draw"`
	Receipt    string     `json:"receipt" doc:"Signature over the entry, hexadecimal"`
	ReceiptKey string     `json:"receiptKey" doc:"The key that made it"`
}

// State is where a round is in its life (doc.go).
type State string

// The states.
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

// ReceiptText is what the platform signs for an entry.
func ReceiptText(p Period, e Entry) string {
	text := e.line()
	return "ETLDBOX1 entry|" + p.String() + "|" + text[:len(text)-1]
}

// RootText is what the platform signs at the lock.
func RootText(commitment string) string { return "ETLDBOX1 root|" + commitment }
