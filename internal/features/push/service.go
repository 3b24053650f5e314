package push

import (
	"log/slog"
	"net/http"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
)

// Notices are the inbox.
type Notices interface {
	// NewestPlace is that of the last event there is.
	NewestPlace(tx *sqldb.Tx) (int64, error)
	// NewsAfter yields the notices behind a place that would be told of at once, and how far
	// it came. There are more where it came to its limit.
	NewsAfter(tx *sqldb.Tx, place int64, limit int, each func(userID, noticeID, kind string)) (reached int64, more bool, err error)
	// WantsAtOnce says that a user has not silenced a kind.
	WantsAtOnce(tx *sqldb.Tx, userID, kind string) (bool, error)
	// InWords is a notice in a language; without a title where it was read or is not there.
	InWords(tx *sqldb.Tx, userID, noticeID string, language httpapi.Language) (title, text, link string, err error)
	Unread(tx *sqldb.Tx, userID string) (int64, error)
}

// Sessions know who is signed in.
type Sessions interface {
	// IsKept says that nobody ended a session, and that it is not too old, whether or not
	// it was used lately.
	IsKept(tx *sqldb.Tx, userID, sessionID string) (bool, error)
}

// Client sends a request; http.Client is one.
type Client interface {
	Do(*http.Request) (*http.Response, error)
}

// Config is what the service is built from. Without a sealer nothing can be kept secret,
// and nobody is told.
type Config struct {
	DB       *sqldb.DB
	Chance   entropy.Source
	Sealer   *seal.Sealer
	Notices  Notices
	Sessions Sessions
	// Contact is an https address at which a push service finds the operator.
	Contact string
	Log     *slog.Logger
	// Services and Client are those of the package, but in tests.
	Services []string
	Client   Client
}

// Service is the capability.
type Service struct {
	Config
	texts texts
	sent  outcomes
}

// New builds the service.
func New(c Config) (*Service, error) {
	if c.Services == nil {
		c.Services = knownServices
	}
	if c.Client == nil {
		c.Client = newClient()
	}
	texts, err := loadTexts()
	return &Service{Config: c, texts: texts}, err
}

const (
	keysEvery   = time.Minute
	gatherEvery = 2 * time.Second
	sendEvery   = time.Second
)

// Jobs keep the key, gather news for devices, and send messages.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{
		{Name: "push_keys", Every: keysEvery, Work: s.keepKey},
		{Name: "push_gather", Every: gatherEvery, Work: s.gather},
		{Name: jobSend, Every: sendEvery, Work: s.send},
	}
}
