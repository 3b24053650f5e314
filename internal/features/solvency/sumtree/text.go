package sumtree

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

const textHead = "ETLDSOL1"

// Text is what of a snapshot stands on a chain, for everybody to read.
type Text struct {
	// Snapshot is the day that ended, YYYYMMDD.
	Snapshot string
	Depth    int
	Totals   Sums
	Root     Hash
	// Head is the journal's last entry that counts: its number and its link.
	Head Head
	// Blocks are the blocks up to which each network's assets were read.
	Blocks []BlockAt
}

// Head is the end of a hash chain.
type Head struct {
	Number int64
	Hash   string
}

// BlockAt is a block of a network.
type BlockAt struct {
	Network string
	Number  uint64
	Hash    string
}

// String is the text as it is anchored.
func (t Text) String() string {
	parts := []string{textHead, t.Snapshot, strconv.Itoa(t.Depth)}
	for _, sum := range t.Totals {
		parts = append(parts, sum.String())
	}
	parts = append(parts, t.Root.String(), strconv.FormatInt(t.Head.Number, 10), t.Head.Hash)
	for _, b := range t.Blocks {
		parts = append(parts, fmt.Sprintf("%s:%d:%s", b.Network, b.Number, b.Hash))
	}
	return strings.Join(parts, "|")
}

const (
	fixedParts = 9
	depthMax   = 40
)

// ParseText reads an anchored text. One that would be written otherwise is refused.
func ParseText(text string) (t Text, err error) {
	parts := strings.Split(text, "|")
	if len(parts) < fixedParts || parts[0] != textHead {
		return t, ErrMalformed
	}
	t.Snapshot, t.Head.Hash = parts[1], parts[8]
	if t.Depth, err = strconv.Atoi(parts[2]); err != nil || t.Depth < 1 || t.Depth > depthMax {
		return t, ErrMalformed
	}
	for i := range t.Totals {
		if t.Totals[i], err = ParseSum(parts[3+i]); err != nil {
			return t, err
		}
	}
	if err := t.Root.UnmarshalText([]byte(parts[6])); err != nil {
		return t, err
	}
	if t.Head.Number, err = strconv.ParseInt(parts[7], 10, 64); err != nil || t.Head.Number < 0 {
		return t, ErrMalformed
	}
	if _, err := hex.DecodeString(t.Head.Hash); err != nil || t.Head.Hash != strings.ToLower(t.Head.Hash) {
		return t, ErrMalformed
	}
	for _, part := range parts[fixedParts:] {
		b, err := parseBlock(part)
		if err != nil {
			return t, err
		}
		t.Blocks = append(t.Blocks, b)
	}
	if t.String() != text {
		return t, ErrMalformed
	}
	return t, nil
}

func parseBlock(part string) (b BlockAt, err error) {
	fields := strings.Split(part, ":")
	if len(fields) != 3 || fields[0] == "" || fields[2] == "" {
		return b, ErrMalformed
	}
	b.Network, b.Hash = fields[0], fields[2]
	if b.Number, err = strconv.ParseUint(fields[1], 10, 64); err != nil {
		return b, ErrMalformed
	}
	return b, nil
}
