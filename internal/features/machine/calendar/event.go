package calendar

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"strings"
	"time"
	"unicode/utf8"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// firstInterest is the kind of a machine's first day of interest. The days after it would
// fill a calendar with what comes every day.
const firstInterest = "firstInterest"

// dividendMonths is how many coming days of dividends a calendar program is told.
const dividendMonths = 12

// event is what a calendar program shows.
type event struct {
	kind string
	// about is what it happens to, such as a machine; it tells events of a kind apart.
	about  string
	at     time.Time
	amount money.Amount
}

// events are what is certain to happen to a user and worth a place in a calendar.
func (s *Service) events(tx *sqldb.Tx, userID string) (list []event, err error) {
	machines, err := s.Machines.Earners(tx, userID)
	if err != nil {
		return nil, err
	}
	for _, m := range machines {
		if !m.IsUnderway() {
			continue
		}
		earned, err := s.Machines.Earned(tx, m)
		if err != nil {
			return nil, err
		}
		if due, ok := m.DueAt(1); ok && earned.Days == 0 {
			list = append(list, event{firstInterest, m.RefID, earning.HourEnd(due), earning.InterestOfDay(m.Interest, m.TermDays, 1)})
		}
		if end, ok := m.DueAt(m.TermDays); ok {
			list = append(list, event{payrun.IncomePrincipal, m.RefID, end, m.Price})
		}
	}
	others, err := s.others(tx, userID, dividendMonths)
	for _, l := range others {
		list = append(list, event{kind: l.Kind, about: userID + clock.Text(l.At), at: l.At})
	}
	return list, err
}

//go:embed locales/*.json
var localeFiles embed.FS

// texts are what events are called, by language and kind; `name` is the calendar's.
type texts map[httpapi.Language]map[string]string

const (
	// lineOctets is where RFC 5545 wants a line folded.
	lineOctets = 75
	stamp      = "20060102T150405Z"
	uidDigits  = 32
)

// file is the events as RFC 5545 wants them.
func file(list []event, words map[string]string, withAmounts bool, now time.Time) string {
	var b strings.Builder
	write := func(name, value string) { b.WriteString(folded(name + ":" + value)) }
	write("BEGIN", "VCALENDAR")
	write("VERSION", "2.0")
	write("PRODID", "-//ETLD//Income calendar//EN")
	write("CALSCALE", "GREGORIAN")
	write("METHOD", "PUBLISH")
	write("NAME", escaped(words["name"]))
	write("X-WR-CALNAME", escaped(words["name"]))
	write("REFRESH-INTERVAL;VALUE=DURATION", "PT12H")
	for _, e := range list {
		digest := sha256.Sum256([]byte(e.kind + " " + e.about))
		summary := words[e.kind]
		if withAmounts && e.amount > 0 {
			summary += ": " + e.amount.String() + " USDT"
		}
		write("BEGIN", "VEVENT")
		// The same event has the same id each time, and says nothing of whose it is.
		write("UID", hex.EncodeToString(digest[:])[:uidDigits])
		write("DTSTAMP", now.UTC().Format(stamp))
		write("DTSTART", e.at.UTC().Format(stamp))
		write("SUMMARY", escaped(summary))
		write("TRANSP", "TRANSPARENT")
		write("END", "VEVENT")
	}
	write("END", "VCALENDAR")
	return b.String()
}

var escapes = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`)

// escaped is a text as a value.
func escaped(text string) string { return escapes.Replace(text) }

// folded is a line with its end, broken after so many octets as a line may have, never
// within a character.
func folded(line string) string {
	var b strings.Builder
	room := lineOctets
	for _, r := range line {
		if size := utf8.RuneLen(r); size > room {
			b.WriteString("\r\n ")
			// The space counts.
			room = lineOctets - 1
		}
		room -= utf8.RuneLen(r)
		b.WriteRune(r)
	}
	b.WriteString("\r\n")
	return b.String()
}
