package operator

import (
	"context"
	"encoding/hex"
	"net/http"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/core/operator/audit"
	"etld/internal/core/operator/page"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const (
	sessionIdleMax = 30 * time.Minute
	sessionAgeMax  = 12 * time.Hour
	// touchEvery keeps calls in quick succession from writing a row each.
	touchEvery = time.Minute
	tokenBytes = 32

	touchSession   = `UPDATE operator_session SET seen_at = $1 WHERE token_hash = $2 AND seen_at > $3`
	deleteSession  = `DELETE FROM operator_session WHERE id = $1`
	deleteSessions = `DELETE FROM operator_session WHERE token_hash IN (SELECT token_hash FROM operator_session WHERE seen_at <= $1 ORDER BY seen_at LIMIT $2)`
)

type session struct {
	tokenHash, id, staffID, ip, agent string
	createdAt, seenAt                 time.Time
}

// isLive says that the session has ended neither by rest nor by age.
func (s session) isLive(now time.Time) bool {
	return now.Before(s.seenAt.Add(sessionIdleMax)) && now.Before(s.createdAt.Add(sessionAgeMax))
}

var (
	sessionTable  = sqldb.NewTable[session]("operator_session", "token_hash, id, staff_id, ip, agent, created_at, seen_at")
	insertSession = sessionTable.Insert()
	selectSession = sessionTable.Select("WHERE token_hash = $1")
)

// Caller is who makes a call.
type Caller struct {
	Staff
	SessionID string
	Language  httpapi.Language
	IP        string
	Agent     string
}

// by is the caller as the audit log names who acts.
func (c Caller) by() audit.By { return audit.By{StaffID: c.ID, Address: c.Address, IP: c.IP} }

// begin makes a session and returns its cookie's content.
func (e *entrance) begin(tx sqldb.Command, p Staff, c Caller) (token string) {
	token = hex.EncodeToString(entropy.Bytes(e.Chance, tokenBytes))
	insertSession.Add(tx, session{tokenHash: httpapi.HashToken(token), id: entropy.ID(e.Chance, tx.Now()), staffID: p.ID,
		ip: c.IP, agent: c.Agent, createdAt: tx.Now(), seenAt: tx.Now()})
	return token
}

// identify is the live session's person, and whether its expiry should move.
func identify(tx *sqldb.Tx, r *http.Request, c *Caller) (touchDue bool, err error) {
	token := page.Token(r)
	if token == "" {
		return false, fault.SignInAgain
	}
	live, found, err := sqldb.Find(tx, sessionTable.Scan, selectSession, httpapi.HashToken(token))
	if err != nil {
		return false, err
	}
	now := tx.Now()
	if !found || !live.isLive(now) {
		return false, fault.SignInAgain
	}
	p, found, err := findStaff(tx, live.staffID)
	if err != nil {
		return false, err
	}
	if !found || !p.Active {
		return false, fault.SignInAgain
	}
	c.Staff, c.SessionID = p, live.id
	return now.Sub(live.seenAt) >= touchEvery && r.Header.Get(page.PassiveHeader) == "", nil
}

// touch moves a session's expiry; one that ended meanwhile stays ended.
func touch(tx *sqldb.Tx, r *http.Request) error {
	return tx.Do(touchSession, tx.Now(), httpapi.HashToken(page.Token(r)), tx.Now().Add(-sessionIdleMax))
}

type helloOut struct {
	ServerTime time.Time `json:"serverTime"`
	Phrase     string    `json:"signInPhrase"`
	CanSignIn  bool      `json:"canSignIn" doc:"False while no operator key is configured"`
	Demo       bool      `json:"demo"`
}

func (e *entrance) hello(ctx context.Context, _ *exchange) (any, error) {
	var now time.Time
	err := e.DB.View(ctx, func(tx *sqldb.Tx) error { now = tx.Now(); return nil })
	return helloOut{ServerTime: now, Phrase: SignInPhrase(e.Host, e.ChainID), CanSignIn: e.sealer != nil, Demo: e.Demo}, err
}

// session tells a reloaded page who is signed in, and gives it the CSRF
// token that follows from its cookie. Another site's page can make this call
// and not read its answer.
func (e *entrance) session(ctx context.Context, x *exchange) (any, error) {
	waiting, err := sqldb.Value(ctx, e.DB.View, func(tx *sqldb.Tx) ([]WaitingRow, error) {
		if _, err := identify(tx, x.Request, &x.caller); err != nil {
			return nil, err
		}
		return rolesInWaiting(tx)
	})
	if err != nil {
		return nil, err
	}
	return signInOut{Me: e.me(x.caller.Staff), CSRFToken: page.Proof(page.Token(x.Request)), RolesWaiting: waiting}, nil
}

// signOut ends the session; without one it does nothing.
func (e *entrance) signOut(ctx context.Context, x *exchange) (any, error) {
	err := e.DB.Update(ctx, func(tx *sqldb.Tx) error {
		if _, err := identify(tx, x.Request, &x.caller); err != nil {
			return err
		}
		if err := tx.Do(deleteSession, x.caller.SessionID); err != nil {
			return err
		}
		return audit.Write(tx, x.caller.by(), "signout", audit.Note{Subject: x.caller.Address})
	})
	if err != nil {
		return nil, err
	}
	http.SetCookie(x.Writer, page.Keep("", e.Secure))
	return okOut{OK: true}, nil
}

const (
	ownSessionsMax = 50
	deleteOwn      = `DELETE FROM operator_session WHERE id = $1 AND staff_id = $2`
)

var selectOwnSessions = sessionTable.Select("WHERE staff_id = $1 ORDER BY seen_at DESC, id LIMIT $2")

// SessionRow is one of the caller's own sessions.
type SessionRow struct {
	ID        string    `json:"id"`
	IP        string    `json:"ip"`
	Agent     string    `json:"agent"`
	CreatedAt time.Time `json:"createdAt"`
	SeenAt    time.Time `json:"seenAt"`
	This      bool      `json:"isThis" doc:"The one that asks"`
}

type endIn struct {
	ID string `json:"id"`
}

// ownSessions are the caller's sessions that still live, the last used one first.
func ownSessions(tx *sqldb.Tx, c Caller) ([]SessionRow, error) {
	list, err := sqldb.Collect(tx, sessionTable.Scan, selectOwnSessions, c.ID, ownSessionsMax)
	rows := []SessionRow{}
	for _, one := range list {
		if one.isLive(tx.Now()) {
			rows = append(rows, SessionRow{ID: one.id, IP: one.ip, Agent: one.agent, CreatedAt: one.createdAt, SeenAt: one.seenAt, This: one.id == c.SessionID})
		}
	}
	return rows, err
}

// endOwn ends one of the caller's sessions.
func endOwn(tx *sqldb.Tx, c *Call, in endIn) (okOut, error) {
	c.Note(audit.Note{Subject: in.ID})
	n, err := tx.Exec(deleteOwn, in.ID, c.ID)
	if err == nil && n == 0 {
		err = fault.NotFound
	}
	return okOut{OK: err == nil}, err
}
