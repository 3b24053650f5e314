package httpapi

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"time"

	"etld/internal/base/fault"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	requestIDPattern = `^[A-Za-z0-9_-]{16,64}$`
	// A unique violation means that another instance stored the same request
	// id first; the repetition finds its answer.
	commandTries = 3
	// An answer is kept as long as a client may ask again for what it brought about.
	// A refusal brought nothing about, and costs its caller nothing to provoke.
	replyKeptFor   = 30 * 24 * time.Hour
	refusalKeptFor = 24 * time.Hour
)

type storedReply struct {
	id, params, reply string
	// endsAt is until when the answer is repeated.
	endsAt time.Time
}

var (
	replyTable  = sqldb.NewTable[storedReply]("api_reply", "id, params, reply, ends_at")
	replies     = sqldb.NewLookup("replies", replyTable.Select("WHERE id"), sqldb.Single(replyTable.ByKey(func(r storedReply) string { return r.id })))
	insertReply = replyTable.Insert()
)

const purgeReplies = `DELETE FROM api_reply WHERE id IN (SELECT id FROM api_reply WHERE ends_at < $1 ORDER BY ends_at LIMIT $2)`

// PurgeReplies is the job that deletes the replies whose time is over.
func PurgeReplies(db *sqldb.DB) jobs.Job {
	return jobs.Purge(db, "api_purge", jobs.Older(purgeReplies, 0))
}

func requestIDParameter() parameter {
	return parameter{name: requestIDParam, required: true, kind: reflect.TypeFor[string](), maxLength: 64,
		pattern: regexp.MustCompile(requestIDPattern), doc: "Made by the client, one per press; repeating a call with it yields the stored answer, " +
			"as long as its parameters are written in the same way: a default that is written out once and left out once is other data (1009)"}
}

// transact runs the body of a call in the transaction that its command needs.
type transact func(ctx context.Context, call *commandCall) error

type commandCall struct {
	api       *API
	op        *Op
	transact  transact
	in        any
	caller    Caller
	tokenHash string
	requestID string
	// params is a digest of the parameters, to tell other data under one id.
	params string

	result   answer
	replayed bool
}

func (api *API) command(op Op, b *binder, newIn func() any, transact transact) http.HandlerFunc {
	class := cmp.Or(op.Rate, RateWrite)
	return api.query(op, func(ctx context.Context, x *Exchange) (answer, error) {
		call := &commandCall{api: api, op: &op, transact: transact, in: newIn(), caller: x.Caller, tokenHash: tokenHashOf(x.Request)}
		if err := api.admitToken(x, 0); err != nil {
			return answer{}, err
		}
		known, err := api.knownCaller(ctx, call.tokenHash)
		if err != nil {
			return answer{}, api.chargeStranger(x, err)
		}
		call.caller.UserID, call.caller.SessionID = known.userID, known.sessionID
		raw, err := b.bind(x.Request.URL.RawQuery, call.in)
		if err != nil {
			// A malformed call cannot be the repetition of an answered one, so the
			// limits count it. The token may have ended since it was remembered, and
			// that is the first thing its holder has to know.
			if refused := api.limits.take(class, call.caller); refused != nil {
				return answer{}, refused
			}
			return answer{}, cmp.Or(api.signedIn(ctx, x.Request, &x.Caller), err)
		}
		call.requestID, call.params = b.digest(raw)
		return call.run(ctx, class)
	})
}

// digest splits the request id from the other parameters and hashes those.
func (b *binder) digest(raw []string) (requestID, digest string) {
	hash := sha256.New()
	for i, p := range b.list {
		if p.name == requestIDParam {
			requestID = raw[i]
			continue
		}
		if raw[i] != "" {
			fmt.Fprintf(hash, "%s=%d:%s\n", p.name, len(raw[i]), raw[i])
		}
	}
	return requestID, hex.EncodeToString(hash.Sum(nil)[:16])
}

func (call *commandCall) key(userID string) string {
	return userID + "|" + call.op.Path + "|" + call.requestID
}

// run charges the rate limits, takes effect once and yields the answer.
func (call *commandCall) run(ctx context.Context, class RateClass) (answer, error) {
	key, limits, isReplay := call.key(call.caller.UserID), call.api.limits, false
	tooOften := limits.take(rateReplay, call.caller)
	if tooOften == nil {
		defer func() {
			if !isReplay {
				limits.refund(rateReplay, call.caller)
			}
		}()
	}
	charged, err := call.charge(ctx, class, key, tooOften)
	if err != nil {
		return answer{}, err
	}
	defer call.api.inFlight.leave(key)
	for try := 1; ; try++ {
		err = call.transact(ctx, call)
		if err == nil || !sqldb.IsUniqueViolation(err) || try == commandTries {
			break
		}
	}
	if errors.Is(err, fault.SignInAgain) {
		call.api.tokens.Remove(call.tokenHash)
	}
	isReplay = !charged || call.replayed || errors.Is(err, fault.OtherData)
	if charged && call.replayed && err == nil {
		limits.refund(class, call.caller)
	}
	return call.result, err
}

// charge takes one from the user's bucket. A repetition costs nothing, so it
// passes an empty bucket: one that runs now, or one whose answer is stored. One that
// comes too often is refused before it takes a turn of the writer.
func (call *commandCall) charge(ctx context.Context, class RateClass, key string, tooOften error) (charged bool, err error) {
	api := call.api
	isKnown, refused := api.inFlight.enter(key, func() error { return api.limits.take(class, call.caller) })
	charged = refused == nil && !isKnown
	if refused == nil && tooOften == nil {
		return charged, nil
	}
	if !isKnown {
		err = api.DB.View(ctx, func(tx *sqldb.Tx) error {
			_, isKnown, err = replies.Get(tx, key)
			return err
		})
	}
	if isKnown {
		err = cmp.Or(err, tooOften)
	} else {
		err = cmp.Or(err, refused)
	}
	switch {
	case refused == nil && err != nil:
		api.inFlight.leave(key)
		if charged {
			api.limits.refund(class, call.caller)
		}
	case refused != nil && err == nil:
		_, err = api.inFlight.enter(key, func() error { return nil })
	}
	return charged, err
}

// hints name what the body reads beside what its handler does.
func (call *commandCall) hints() []sqldb.Hint {
	hints := append(call.api.Sessions.Hints(call.tokenHash), replies.Hint(call.key(call.caller.UserID)))
	if call.isGated() {
		hints = append(hints, call.api.Gate.Hints(call.op.Part)...)
	}
	return hints
}

// isGated says that a stop of a part can hold the command.
func (call *commandCall) isGated() bool { return call.api.Gate != nil && call.op.Part != "" }

// body is the one transaction: session, stored answer or effect, new answer. handle
// is the command's own work in it.
func (call *commandCall) body(tx sqldb.Command, handle func(Caller) (any, error)) error {
	call.replayed = false
	session, err := call.api.Sessions.Find(tx, call.tokenHash)
	if err != nil {
		return err
	}
	caller := call.caller
	caller.UserID, caller.SessionID, caller.RequestID = session.UserID, session.ID, call.requestID
	key := call.key(session.UserID)
	stored, found, err := replies.Get(tx, key)
	if err != nil {
		return err
	}
	if found {
		return call.replay(stored)
	}
	if call.result, err = call.effect(tx, session.UserID, func() (any, error) { return handle(caller) }); err != nil {
		return err
	}
	encoded, err := json.Marshal(call.result)
	if err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	keptFor := replyKeptFor
	if call.result.Code != codeOK {
		keptFor = refusalKeptFor
	}
	made := storedReply{id: key, params: call.params, reply: string(encoded), endsAt: tx.Now().Add(keptFor)}
	insertReply.Add(tx, made)
	replies.Set(tx, key, made)
	if session.TouchDue {
		return call.api.Sessions.Touch(tx, call.tokenHash)
	}
	return nil
}

func (call *commandCall) replay(stored storedReply) error {
	if stored.params != call.params {
		// It is not stored: the answer stays the first one.
		return fault.OtherData
	}
	call.replayed = true
	call.result = answer{}
	if err := json.Unmarshal([]byte(stored.reply), &call.result); err != nil {
		return fmt.Errorf("decode a stored answer: %w", err)
	}
	return nil
}

// effect runs the handler as a part that can fail on its own: a refusal
// leaves nothing but itself, and what fell due to the user.
func (call *commandCall) effect(tx sqldb.Command, userID string, handle func() (any, error)) (answer, error) {
	var data any
	part := func() (err error) {
		if call.isGated() {
			if err = call.api.Gate.Pass(tx, call.op.Part); err != nil {
				return err
			}
		}
		data, err = handle()
		return err
	}
	err := tx.Try(part)
	if call.api.isShort(err) {
		if err = call.api.Overdue.CatchUp(tx, userID); err != nil {
			return answer{}, err
		}
		err = tx.Try(part)
	}
	if f, ok := fault.As(err); ok && !f.Transient {
		return refusal(f), nil
	}
	return success(data, err)
}
