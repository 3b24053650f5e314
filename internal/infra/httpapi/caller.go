package httpapi

import (
	"crypto/sha256"
	"encoding/hex"

	"etld/internal/base/each"
	"etld/internal/infra/sqldb"
)

// Language is one of the languages the product speaks.
type Language string

// The three languages; Chinese is Traditional and is the fallback.
const (
	Chinese Language = "zhtw"
	English Language = "en"
	Russian Language = "ru"
)

// Languages lists them all.
var Languages = [...]Language{Chinese, English, Russian}

func (Language) Values() []string { return each.Texts(Languages[:]...) }

// LanguageOf reads the lan header. zh_cn means Traditional Chinese content,
// as does everything unknown.
func LanguageOf(header string) Language {
	switch header {
	case "en_US":
		return English
	case "ru_RU":
		return Russian
	}
	return Chinese
}

// Caller is who makes a call. UserID and SessionID are empty on public calls.
type Caller struct {
	UserID    string
	SessionID string
	Language  Language
	// IP is the client's address, seen through configured proxies only.
	IP string
	// Agent is what the client calls itself: text of a stranger, cut short.
	Agent string
	// RequestID is a command's; empty on other calls.
	RequestID string
}

// Session is a signed-in token as the store knows it.
type Session struct {
	ID     string
	UserID string
	// TouchDue says that its sliding expiry should be moved.
	TouchDue bool
}

// Sessions knows which token belongs to whom.
type Sessions interface {
	// Hints names the rows that Find will read.
	Hints(tokenHash string) []sqldb.Hint
	// Find is the live session of a token, or fault.SignInAgain.
	Find(tx sqldb.Command, tokenHash string) (Session, error)
	// Touch moves the sliding expiry.
	Touch(tx sqldb.Command, tokenHash string) error
}

// Gate can hold the commands of a part back, each in its own transaction. What
// it refuses should be transient, so that the same request passes later.
type Gate interface {
	// Hints names the rows that Pass will read.
	Hints(part string) []sqldb.Hint
	// Pass lets a command through, or refuses it. A repetition of what took effect
	// is answered without it.
	Pass(tx sqldb.Command, part string) error
}

// Overdue applies what fell due to a user before an action of theirs. It may refuse
// with what is transient.
type Overdue interface {
	CatchUp(tx sqldb.Command, userID string) error
}

// HashToken is the stored form of a token.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
