package httpapi

import (
	"regexp"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

const (
	// noBreakSpace keeps a figure in one line.
	noBreakSpace = "\u00a0"
	minusSign    = "\u2212"
)

// decimal is what money.Amount and whole numbers are written as in parameters.
var decimal = regexp.MustCompile(`^-?\d+(\.\d+)?$`)

// writing is how a language writes figures and times: as the app does. Its
// figures are held to the app's by test/vectors/amount_text.json.
type writing struct{ group, point, time string }

func (l Language) writing() writing {
	switch l {
	case English:
		return writing{group: ",", point: ".", time: "2 Jan 2006, 15:04 MST"}
	case Russian:
		return writing{group: noBreakSpace, point: ",", time: "02.01.2006, 15:04 MST"}
	default:
		return writing{group: ",", point: ".", time: "2006/01/02 15:04 MST"}
	}
}

// Figure writes a decimal string for people: its digits in groups, with the
// language's mark; none is rounded, cut or added. What is no decimal is
// returned as it is.
func (l Language) Figure(value string) string {
	if !decimal.MatchString(value) {
		return value
	}
	w := l.writing()
	if digits, isNegative := strings.CutPrefix(value, "-"); isNegative {
		return minusSign + money.Grouped(digits, w.group, w.point)
	}
	return money.Grouped(value, w.group, w.point)
}

// Time writes a moment for people, to the minute, in the platform's zone and
// with the zone's name.
func (l Language) Time(at time.Time) string {
	return at.In(clock.Zone).Format(l.writing().time)
}

// spell is the value of a refusal's parameter for people. Figures and times go
// by name, as an id may consist of digits too; everything else is a word, a code
// or an id and is shown as it is.
func (l Language) spell(name, value string) string {
	switch name {
	case "min", "max", "balance", "amount", retryAfterParam:
		return l.Figure(value)
	case "until", "time":
		if at, err := time.Parse(time.RFC3339, value); err == nil {
			return l.Time(at)
		}
	}
	return value
}
