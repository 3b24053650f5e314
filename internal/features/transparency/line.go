package transparency

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator/audit"
	"etld/internal/core/payment/reconciliation"
)

const (
	// lineVersion begins the text of a line.
	lineVersion = "ETLDLINE1"
	// lineFields bounds the fields of one row of a text.
	lineFields = 9
)

// noHash stands where there is no line before.
var noHash = strings.Repeat("0", 2*sha256.Size)

// ErrLine is a text that is no line.
var ErrLine = errors.New("the text is no line of the public log")

// Line is what one check of the books added up.
type Line struct {
	Number int64
	At     time.Time
	// Previous is the hash of the line before.
	Previous string
	Journal  ledger.Head
	Audit    audit.Head
	// Readings are of the chain, each at a block of its own.
	Readings []reconciliation.Reading
	// Totals are of the books, by class and asset.
	Totals []ledger.Total
	// Found counts what the check found, by invariant, in the order of their names.
	Found []Found
}

// Found is how often an invariant was broken.
type Found struct {
	Invariant string `json:"invariant"`
	Count     int64  `json:"count"`
}

// Text is the line as it is hashed. docs/ledger.md gives the recipe to whoever
// verifies it.
func (l Line) Text() string {
	var b strings.Builder
	row := func(fields ...any) {
		for i, field := range fields {
			if i > 0 {
				b.WriteByte('|')
			}
			fmt.Fprint(&b, field)
		}
		b.WriteByte('\n')
	}
	row(lineVersion, l.Number, clock.Micros(l.At), l.Previous)
	row("journal", l.Journal.Seq, l.Journal.Hash)
	row("audit", l.Audit.Seq, l.Audit.Hash)
	for _, r := range l.Readings {
		row("chain", r.Network, r.Asset, r.Token.Hex(), r.Decimals, r.Block, r.BlockHash, clock.Micros(r.At))
		row("books", r.Network, r.Asset, r.Booked, r.Recorded, r.Leaving)
		for _, h := range r.Held {
			row("held", r.Network, r.Asset, h.Address.Hex(), h.Units)
		}
	}
	for _, t := range l.Totals {
		row("sum", t.Class, t.Asset, int64(t.Sum))
	}
	for _, f := range l.Found {
		row("found", f.Invariant, f.Count)
	}
	return b.String()
}

// HashOf is a line's hash: SHA-256 over its text, which names the hash before it.
func HashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// ParseLine reads a line's text. One that Text would not write is refused.
func ParseLine(text string) (l Line, err error) {
	for row := range strings.Lines(text) {
		if err := l.parse(strings.Split(strings.TrimSuffix(row, "\n"), "|")); err != nil {
			return Line{}, err
		}
	}
	if l.Text() != text {
		return Line{}, ErrLine
	}
	return l, nil
}

// parse takes the next row of the text.
func (l *Line) parse(f []string) error {
	p := parser{fields: f}
	switch kind := p.text(); kind {
	case lineVersion:
		l.Number, l.At, l.Previous = p.number(), clock.FromMicros(p.number()), p.text()
	case "journal":
		l.Journal = ledger.Head{Seq: p.number(), Hash: p.text()}
	case "audit":
		l.Audit = audit.Head{Seq: p.number(), Hash: p.text()}
	case "chain":
		l.Readings = append(l.Readings, reconciliation.Reading{Network: p.text(), Asset: money.Asset(p.text()),
			Token: common.HexToAddress(p.text()), Decimals: int(p.number()),
			Block: uint64(p.number()), BlockHash: p.text(), At: clock.FromMicros(p.number()), OnChain: new(big.Int)})
	case "books", "held":
		if len(l.Readings) == 0 {
			return ErrLine
		}
		r := &l.Readings[len(l.Readings)-1]
		if p.text() != r.Network || p.text() != string(r.Asset) {
			return ErrLine
		}
		if kind == "books" {
			r.Booked, r.Recorded, r.Leaving = p.units(), p.units(), p.units()
			break
		}
		h := reconciliation.Holding{Address: common.HexToAddress(p.text()), Units: p.units()}
		r.Held = append(r.Held, h)
		r.OnChain.Add(r.OnChain, h.Units)
	case "sum":
		l.Totals = append(l.Totals, ledger.Total{Class: ledger.Class(p.text()), Asset: money.Asset(p.text()), Sum: money.Amount(p.number())})
	case "found":
		l.Found = append(l.Found, Found{Invariant: p.text(), Count: p.number()})
	default:
		return ErrLine
	}
	if p.isWrong || p.at != len(f) || len(f) > lineFields {
		return ErrLine
	}
	return nil
}

// parser reads the fields of a row one after the other.
type parser struct {
	fields  []string
	at      int
	isWrong bool
}

func (p *parser) text() string {
	if p.at == len(p.fields) {
		p.isWrong = true
		return ""
	}
	p.at++
	return p.fields[p.at-1]
}

func (p *parser) number() int64 {
	n, err := strconv.ParseInt(p.text(), 10, 64)
	p.isWrong = p.isWrong || err != nil
	return n
}

func (p *parser) units() *big.Int {
	n, ok := new(big.Int).SetString(p.text(), 10)
	if !ok {
		p.isWrong = true
		return new(big.Int)
	}
	return n
}
