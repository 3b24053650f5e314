package notice

import (
	"regexp"
	"strings"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/httpapi"
)

const (
	timeSuffix   = "At"
	numberSuffix = "No"
	groupDigits  = 3
	// A number longer than this is shown by its ends.
	numberMax, numberHead, numberTail = 12, 6, 4
	// noBreakSpace keeps a figure in one line.
	noBreakSpace = "\u00a0"
)

var decimal = regexp.MustCompile(`^-?\d+(\.\d+)?$`)

// writing is how a language writes figures and times: as the app does.
type writing struct{ group, point, time string }

func writingOf(language httpapi.Language) writing {
	switch language {
	case httpapi.English:
		return writing{group: ",", point: ".", time: "01/02/2006, 15:04 MST"}
	case httpapi.Russian:
		return writing{group: noBreakSpace, point: ",", time: "02.01.2006, 15:04 MST"}
	default:
		return writing{group: ",", point: ".", time: "2006/01/02 15:04 MST"}
	}
}

// show is a parameter's value for people; its name says what it is.
func show(language httpapi.Language, name, value string) string {
	w := writingOf(language)
	switch {
	case strings.HasSuffix(name, timeSuffix):
		if at, err := time.Parse(time.RFC3339, value); err == nil {
			return at.In(clock.Zone).Format(w.time)
		}
	case strings.HasSuffix(name, numberSuffix):
		return shorten(value)
	case isAmount(name) && decimal.MatchString(value):
		return w.amount(value)
	}
	return value
}

// isAmount knows amounts by name: other parameters, such as a referrer's code,
// may consist of digits as well.
func isAmount(name string) bool {
	return name == "amount" || name == "due" || name == "rest" || name == "wei"
}

// amount groups the digits of a decimal; none is rounded or added.
func (w writing) amount(value string) string {
	digits, negative := strings.CutPrefix(value, "-")
	whole, fraction, hasFraction := strings.Cut(digits, ".")
	var b strings.Builder
	if negative {
		b.WriteString("\u2212")
	}
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%groupDigits == 0 {
			b.WriteString(w.group)
		}
		b.WriteRune(digit)
	}
	if hasFraction {
		b.WriteString(w.point + fraction)
	}
	return b.String()
}

// shorten keeps both ends of a long number: enough to tell one from another.
func shorten(number string) string {
	if len(number) <= numberMax {
		return number
	}
	return number[:numberHead] + "…" + number[len(number)-numberTail:]
}
