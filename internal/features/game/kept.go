package game

import (
	"encoding/json"
	"fmt"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb"
)

// The entries of a locked round do not change, nor does a day that is settled, and every
// app of a round's players asks for it: the last that was asked for is kept in memory. A
// full round has 20,000 entries, in about a megabyte, and a day 288 rounds, in about a
// third of one.
const (
	keptBytesMax  = 32 << 20
	keptRoundsMax = 10_000
	keptDaysMax   = 16
)

// kept are the entries of locked rounds as they were encoded, by the round, and the
// rounds of days that are over and settled.
type kept struct {
	entries *keptEntries
	days    *lru.Cache[clock.Day, []ChainRow]
}

func newKept() (k kept, err error) {
	if k.entries, err = newKeptEntries(keptBytesMax); err != nil {
		return k, err
	}
	k.days, err = lru.New[clock.Day, []ChainRow](keptDaysMax)
	return k, err
}

// keptEntries are texts by the round, of at most so many bytes together.
type keptEntries struct {
	mu         sync.Mutex
	texts      *simplelru.LRU[string, json.RawMessage]
	bytes, max int
}

func newKeptEntries(max int) (k *keptEntries, err error) {
	k = &keptEntries{max: max}
	k.texts, err = simplelru.NewLRU(keptRoundsMax, func(_ string, text json.RawMessage) { k.bytes -= len(text) })
	return k, err
}

func (k *keptEntries) get(round string) (json.RawMessage, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.texts.Get(round)
}

// add keeps a text, in the place of those that were not asked for longest.
func (k *keptEntries) add(round string, text json.RawMessage) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.texts.Remove(round)
	k.texts.Add(round, text)
	for k.bytes += len(text); k.bytes > k.max; {
		k.texts.RemoveOldest()
	}
}

// addEntries reads a round's entries into its document.
func (s views) addEntries(tx *sqldb.Tx, r Round, d *Document) (err error) {
	d.Entries, err = s.entriesOf(tx, r.ID)
	return err
}

// addKept is addEntries for who only encodes the document: it reads a round's entries
// once.
func (s views) addKept(tx *sqldb.Tx, r Round, d *Document) (err error) {
	text, isKept := s.kept.entries.get(r.ID)
	if isKept {
		d.encoded = text
		return nil
	}
	if err := s.addEntries(tx, r, d); err != nil {
		return err
	}
	if d.encoded, err = json.Marshal(d.Entries); err != nil {
		return fmt.Errorf("encode the entries of round %s: %w", r.ID, err)
	}
	s.kept.entries.add(r.ID, d.encoded)
	return nil
}

// MarshalJSON takes the entries that are encoded already.
func (d Document) MarshalJSON() ([]byte, error) {
	type plain Document
	if d.encoded == nil {
		return json.Marshal(plain(d))
	}
	return json.Marshal(struct {
		plain
		Entries json.RawMessage `json:"entries"`
	}{plain(d), d.encoded})
}

// roundsOf are a day's rounds that somebody took part in, the newest first.
func (s views) roundsOf(tx *sqldb.Tx, day clock.Day) (list []ChainRow, err error) {
	if list, isKept := s.kept.days.Get(day); isKept {
		return list, nil
	}
	rounds, err := sqldb.Collect(tx, roundTable.Scan, selectRoundsOf, PeriodOf(day.Start()).String(), PeriodOf(day.End()).String())
	if err != nil {
		return nil, err
	}
	isSettled := !tx.Now().Before(day.End())
	list = []ChainRow{}
	for _, r := range rounds {
		row := ChainRow{Summary: s.summary(r.period(), r, tx.Now()), RootSignature: r.RootSignature, ReceiptKey: r.ReceiptKey, BeaconSignature: r.BeaconSignature}
		if r.Anchor.TxHash != "" {
			row.Anchor = &r.Anchor
		}
		list = append(list, row)
		isSettled = isSettled && !r.SettledAt.IsZero()
	}
	if isSettled {
		s.kept.days.Add(day, list)
	}
	return list, nil
}
