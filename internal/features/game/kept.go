package game

import (
	"encoding/json"
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb"
)

// What is settled does not change, and every app of a round's players asks for it:
// the last that was asked for is kept in memory. A full round has 20,000 entries, in
// about a megabyte, and a day 288 rounds, in about a third of one.
const (
	keptRoundsMax = 16
	keptDaysMax   = 16
)

// kept are the entries of settled rounds as they were encoded, by the round, and the
// rounds of days that are over and settled.
type kept struct {
	entries *lru.Cache[string, json.RawMessage]
	days    *lru.Cache[clock.Day, []ChainRow]
}

func newKept() (k kept, err error) {
	if k.entries, err = lru.New[string, json.RawMessage](keptRoundsMax); err != nil {
		return k, err
	}
	k.days, err = lru.New[clock.Day, []ChainRow](keptDaysMax)
	return k, err
}

// addEntries reads a round's entries into its document.
func (s views) addEntries(tx *sqldb.Tx, r Round, d *Document) (err error) {
	d.Entries, err = s.entriesOf(tx, r.ID)
	return err
}

// addKept is addEntries for who only encodes the document: of a settled round it reads
// the entries once.
func (s views) addKept(tx *sqldb.Tx, r Round, d *Document) (err error) {
	text, isKept := s.kept.entries.Get(r.ID)
	if isKept {
		d.encoded = text
		return nil
	}
	if err := s.addEntries(tx, r, d); err != nil || r.SettledAt.IsZero() {
		return err
	}
	if d.encoded, err = json.Marshal(d.Entries); err != nil {
		return fmt.Errorf("encode the entries of round %s: %w", r.ID, err)
	}
	s.kept.entries.Add(r.ID, d.encoded)
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
