package game

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strconv"
	"strings"
)

const (
	// Boxes is how many boxes a round has.
	Boxes = 10
	// StakeMin, StakeMax and StakeStep bound an entry's amount, in points.
	StakeMin, StakeMax, StakeStep = 100, 5000, 10
	// tenths is the unit of prizes. A stake is whole tens of points, so that every
	// prize is whole points.
	tenths = 10
)

// prizes are what the boxes hold before they are shuffled.
var prizes = [Boxes]int64{40, 25, 18, 14}

// Entry is one user's stake on a box, as the published list has it.
type Entry struct {
	// No numbers the entries of a round from 1 on.
	No     int64 `json:"entryNo"`
	Box    int64 `json:"box"`
	Amount int64 `json:"amount" doc:"Game points"`
}

// line is how an entry is hashed.
func (e Entry) line() string {
	return strconv.FormatInt(e.No, 10) + ":" + strconv.FormatInt(e.Box, 10) + ":" + strconv.FormatInt(e.Amount, 10) + "\n"
}

// Root commits to a list of entries, which is in the order of their numbers.
func Root(entries []Entry) string {
	digest := sha256.New()
	for _, e := range entries {
		digest.Write([]byte(e.line()))
	}
	return hex.EncodeToString(digest.Sum(nil))
}

// Commitment is what decides a round beside the beacon's signature. It is the text
// that is signed and anchored, and the basis of the draw.
func Commitment(p Period, root string, beaconRound uint64) string {
	return commits(p) + root + "|" + strconv.FormatUint(beaconRound, 10)
}

// commits is how everything begins that an anchor says of a period.
func commits(p Period) string { return "ETLDBOX1|" + p.String() + "|" }

// Board says what each box pays, in tenths of the stake.
type Board [Boxes]int64

// Draw shuffles the prizes with the beacon's signature as the key.
func Draw(signature []byte, commitment string) Board {
	words := stream{mac: hmac.New(sha256.New, signature), base: commitment}
	board := Board(prizes)
	for i := Boxes - 1; i >= 1; i-- {
		j := words.below(uint64(i) + 1)
		board[i], board[j] = board[j], board[i]
	}
	return board
}

// stream is HMAC-SHA256(key, base|k) for k = 0, 1, 2, … as 32-bit words.
type stream struct {
	mac  hash.Hash
	base string
	k    uint64
	rest []byte
}

func (s *stream) word() uint64 {
	if len(s.rest) == 0 {
		s.mac.Reset()
		s.mac.Write([]byte(s.base + "|" + strconv.FormatUint(s.k, 10)))
		s.rest = s.mac.Sum(nil)
		s.k++
	}
	w := binary.BigEndian.Uint32(s.rest)
	s.rest = s.rest[4:]
	return uint64(w)
}

// below is a number from 0 to n−1, each as likely: words that would favour the low
// numbers are passed over.
func (s *stream) below(n uint64) uint64 {
	limit := (1 << 32) / n * n
	for {
		if w := s.word(); w < limit {
			return w % n
		}
	}
}

// Win is what an entry wins.
func (b Board) Win(e Entry) int64 { return prizeOf(e.Amount, b[e.Box-1]) }

// pays is what the board pays on stakes box by box.
func (b Board) pays(stakes Totals) (sum int64) {
	for i, stake := range stakes {
		sum += prizeOf(stake, b[i])
	}
	return sum
}

// prizeOf is what a stake wins on a box that pays so many tenths of it.
func prizeOf(stake, pays int64) int64 { return stake * pays / tenths }

// winInSQL is Win of the rows of entries; what each box pays is bound from $1 on.
func winInSQL() string {
	var boxes strings.Builder
	for box := range Boxes {
		fmt.Fprintf(&boxes, " WHEN %[1]d THEN CAST($%[1]d AS BIGINT)", box+1)
	}
	return fmt.Sprintf("amount * CASE box%s END / %d", &boxes, tenths)
}

// Totals are what is staked on each box.
type Totals [Boxes]int64

// Stakes is what is staked on all boxes.
func (t Totals) Stakes() (sum int64) {
	for _, one := range t {
		sum += one
	}
	return sum
}

// WorstCase is what is paid if the largest prizes fall on the boxes with the most
// stakes.
func (t Totals) WorstCase() int64 {
	slices.Sort(t[:])
	slices.Reverse(t[:])
	return Board(prizes).pays(t)
}

// Exposure is what of the worst case the stakes do not cover. An entry on a box
// with few stakes may lower it.
func (t Totals) Exposure() int64 { return max(t.WorstCase()-t.Stakes(), 0) }
