package notice

import (
	"strings"
	"time"

	"etld/internal/infra/httpapi"
)

const (
	timeSuffix = "At"

	percentSign  = "%"
	noBreakSpace = "\u00a0"
)

// show is a parameter's value for people; its name says what it is.
func show(language httpapi.Language, name, value string) string {
	switch {
	case strings.HasSuffix(name, timeSuffix):
		if at, err := time.Parse(time.RFC3339, value); err == nil {
			return language.Time(at)
		}
	case isAmount(name):
		return language.Figure(value)
	case name == "before" || name == "after":
		return showTerm(language, value)
	}
	return value
}

// showTerm is a figure with or without a percent sign.
func showTerm(language httpapi.Language, value string) string {
	number, isShare := strings.CutSuffix(value, percentSign)
	switch {
	case !isShare:
		return language.Figure(value)
	case language == httpapi.Russian:
		return language.Figure(number) + noBreakSpace + percentSign
	}
	return language.Figure(number) + percentSign
}

// isAmount knows amounts by name: other parameters, such as a referrer's code,
// may consist of digits as well.
func isAmount(name string) bool {
	return name == "amount" || name == "due" || name == "rest" || name == "wei" || name == "stake" || name == "loss" || name == "sold" || name == "average"
}
