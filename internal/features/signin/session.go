package signin

import (
	"encoding/hex"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	sessionIdleMax  = 7 * 24 * time.Hour
	sessionAgeMax   = 30 * 24 * time.Hour
	sessionsPerUser = 5
	// touchEvery is how often a use is recorded. The expiry then covers those
	// until the next time, so that no session ends early.
	touchEvery = time.Hour
	tokenBytes = 32
	// messageKept is far longer than a message may be used.
	messageKept = time.Hour
)

type session struct {
	tokenHash, id, userID, ip, agent     string
	createdAt, seenAt, expiresAt, endsAt time.Time
}

func (s session) isLive(now time.Time) bool { return now.Before(s.expiresAt) && now.Before(s.endsAt) }

// touchDue says that a use must be recorded: the last one was long ago, or the
// expiry does not cover this one.
func (s session) touchDue(now time.Time) bool {
	return now.Sub(s.seenAt) >= touchEvery || s.expiresAt.Before(s.until(now.Add(sessionIdleMax)))
}

// touched is the session after a use that is recorded.
func (s session) touched(now time.Time) session {
	s.seenAt, s.expiresAt = now, s.until(now.Add(sessionIdleMax+touchEvery))
	return s
}

// until is an expiry within the session's greatest age.
func (s session) until(expiry time.Time) time.Time {
	if expiry.After(s.endsAt) {
		return s.endsAt
	}
	return expiry
}

const (
	countKept      = `SELECT COUNT(*) FROM signin_session WHERE user_id = $1 AND id = $2 AND ends_at > $3`
	deleteSession  = `DELETE FROM signin_session WHERE user_id = $1 AND id = $2`
	deleteSessions = `DELETE FROM signin_session WHERE user_id = $1`
	countOthers    = `SELECT COUNT(*) FROM signin_session WHERE user_id = $1 AND id <> $2 AND expires_at > $3`
	deleteBeyond   = `DELETE FROM signin_session WHERE user_id = $1 AND id <> $2 AND id NOT IN
		(SELECT id FROM signin_session WHERE user_id = $1 AND id <> $2 AND ends_at > $3
			ORDER BY CASE WHEN expires_at > $3 THEN 0 ELSE 1 END, created_at DESC, id DESC LIMIT $4)`
	deleteOldChunk      = `DELETE FROM signin_session WHERE token_hash IN (SELECT token_hash FROM signin_session WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2)`
	selectSignedAt      = `SELECT signed_at FROM signin_message WHERE address_key = $1`
	upsertSignedMessage = `INSERT INTO signin_message (address_key, signed_at) VALUES ($1, $2)
		ON CONFLICT (address_key) DO UPDATE SET signed_at = excluded.signed_at`
	// A message this old is refused for its age, so its time need not be kept.
	deleteOldMessages = `DELETE FROM signin_message WHERE address_key IN (SELECT address_key FROM signin_message WHERE signed_at < $1 LIMIT $2)`
)

var (
	sessionTable = sqldb.NewTable[session]("signin_session", "token_hash, id, user_id, ip, agent, created_at, seen_at, expires_at, ends_at")
	sessions     = sqldb.NewLookup("sessions", sessionTable.Select("WHERE token_hash"),
		sqldb.Single(sessionTable.ByKey(func(s session) string { return s.tokenHash })))
	saveSession    = sessionTable.Upsert()
	selectSessions = sessionTable.Select("WHERE user_id = $1 ORDER BY seen_at DESC, id DESC")
)

func storeSession(tx sqldb.Command, s session) {
	saveSession.Add(tx, s)
	sessions.Set(tx, s.tokenHash, s)
}

// Hints names the row that Find reads.
func (s *Service) Hints(tokenHash string) []sqldb.Hint {
	return []sqldb.Hint{sessions.Hint(tokenHash)}
}

// Find is the live session of a token's hash, or fault.SignInAgain.
func (s *Service) Find(tx sqldb.Command, tokenHash string) (httpapi.Session, error) {
	found, exists, err := sessions.Get(tx, tokenHash)
	if err != nil {
		return httpapi.Session{}, err
	}
	if !exists || !found.isLive(tx.Now()) {
		return httpapi.Session{}, fault.SignInAgain
	}
	return httpapi.Session{ID: found.id, UserID: found.userID, TouchDue: found.touchDue(tx.Now())}, nil
}

// IsKept says that nobody ended a session of a user, and that it is not older than one may
// be. It may not have been used for so long that its token is good for nothing any more.
func (s *Service) IsKept(tx *sqldb.Tx, userID, sessionID string) (bool, error) {
	kept, err := sqldb.Get[int64](tx, countKept, userID, sessionID, tx.Now())
	return kept > 0, err
}

// Touch moves a session's expiry. One that ended meanwhile stays ended.
func (s *Service) Touch(tx sqldb.Command, tokenHash string) error {
	found, exists, err := sessions.Get(tx, tokenHash)
	if err != nil || !exists || !found.isLive(tx.Now()) {
		return err
	}
	storeSession(tx, found.touched(tx.Now()))
	return nil
}

// begin makes a session and drops those beyond five, first what lives no longer, then the
// oldest; dropped says that one still lived.
func (s *Service) begin(tx *sqldb.Tx, userID string, c httpapi.Caller) (token string, created session, dropped bool, err error) {
	token = hex.EncodeToString(entropy.Bytes(s.Chance, tokenBytes))
	now := tx.Now()
	created = session{tokenHash: httpapi.HashToken(token), id: entropy.ID(s.Chance, now), userID: userID, ip: c.IP, agent: c.Agent,
		createdAt: now, seenAt: now, expiresAt: now.Add(sessionIdleMax), endsAt: now.Add(sessionAgeMax)}
	storeSession(tx, created)
	others := 0
	if _, err := tx.QueryOne(sqldb.Dest(&others), countOthers, userID, created.id, now); err != nil {
		return "", session{}, false, err
	}
	return token, created, others >= sessionsPerUser, tx.Do(deleteBeyond, userID, created.id, now, sessionsPerUser-1)
}

// Erase ends all sessions of a user, and with them what they say of devices, and
// takes name and picture back.
func (s *Service) Erase(tx *sqldb.Tx, userID string) error {
	if _, err := user.ResetProfile(tx, userID); err != nil {
		return err
	}
	return tx.Do(deleteSessions, userID)
}

// Jobs delete ended sessions, and messages too old to be used again, and end
// suspensions.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{s.restoreJob(), s.deadlineJob(), jobs.Purge(s.DB, "signin_purge", jobs.Older(deleteOldChunk, 0), jobs.Older(deleteOldMessages, messageKept))}
}
