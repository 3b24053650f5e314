package signin

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	// messageAgeMax is how far a message's time may be from ours, either way.
	messageAgeMax = 5 * time.Minute
	// millisDigits is the length of a millisecond time until the year 2286.
	millisDigits = 13
)

// Phrase is what every sign-in message of a deployment begins with. The time
// in milliseconds follows.
func Phrase(host string, chainID int64) string {
	return fmt.Sprintf("Sign in to %s on chain %d. This costs nothing and moves no funds. Time: ", host, chainID)
}

// parseMessage is the time of a message that begins with the phrase and ends
// in a time, with nothing else.
func parseMessage(phrase, message string) (signedAt time.Time, ok bool) {
	digits, ours := strings.CutPrefix(message, phrase)
	if !ours || len(digits) != millisDigits || strings.Trim(digits, "0123456789") != "" {
		return time.Time{}, false
	}
	millis, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	return time.UnixMilli(millis).UTC(), true
}

// isFresh says that a message's time is near enough to now.
func isFresh(signedAt, now time.Time) bool {
	return now.Sub(signedAt).Abs() <= messageAgeMax
}
