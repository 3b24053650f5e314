package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"etld/internal/infra/listener"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
)

const (
	// longAtOnce bounds the long answers that are under way, one for each user and for
	// each address; others wait their turn.
	longAtOnce = 32
	// longReads bounds how many of them read at a moment, so that they leave readers
	// of the database to all other calls.
	longReads = 2
	// longWithin bounds one long answer, so that a slow reader gives the turn back.
	longWithin = 5 * time.Minute
	// longPiece is how much is collected before it is sent.
	longPiece = 64 << 10
	// longAfterStop is for how long they go on when the server stops; with the time that a
	// slow reader has for a piece it is less than calls are waited for. Who got nothing of
	// one by then may ask again after longAgain.
	longAfterStop = 5 * time.Second
	longAgain     = 5 * time.Second
)

// Pieces is a long answer on its way out. What fails before the first piece was sent
// is answered as any call's; what fails later is cut short, which no reader takes for
// JSON.
type Pieces struct {
	api        *API
	x          *Exchange
	connection *http.ResponseController
	pending    bytes.Buffer
	// ended is why nothing more is sent; nil while something is.
	ended func() error
	// failed is why no more can be sent.
	failed error
}

// Long registers a read that writes the JSON of its data in pieces, so that it takes
// little memory however much there is. Its turn lasts until the last piece is sent.
func Long[In, Out any](api *API, op Op, write func(ctx context.Context, c Caller, in In, out *Pieces) error) {
	register[In, Out](api, op, kindRead, func(b *binder) http.HandlerFunc {
		return api.query(op, func(ctx context.Context, x *Exchange) (answer, error) {
			if err := api.letIn(ctx, x, op, cmp.Or(op.Rate, RateRead)); err != nil {
				return answer{}, err
			}
			var in In
			if _, err := b.bind(x.Request.URL.RawQuery, &in); err != nil {
				return answer{}, err
			}
			out := &Pieces{api: api, x: x, connection: http.NewResponseController(x.Writer)}
			// Reading on the connection only tells that the reader went.
			if err := out.connection.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
				return answer{}, err
			}
			ctx, end := context.WithCancelCause(ctx)
			defer end(nil)
			defer context.AfterFunc(api.stopped, func() { end(meter.TooMany(longAgain)) })()
			giveBack, err := api.longs.Take(ctx, x.Caller.UserID, x.Caller.IP)
			if err != nil {
				api.limits.refund(cmp.Or(op.Rate, RateRead), x.Caller)
				return answer{}, cmp.Or(context.Cause(ctx), err)
			}
			defer giveBack()
			ctx, cancel := context.WithTimeout(ctx, longWithin)
			defer cancel()
			out.ended = ctx.Err
			err = out.all(func() error { return write(ctx, x.Caller, in, out) })
			if err != nil && x.answered && (out.failed != nil || ctx.Err() != nil) {
				api.Log.Debug("a long answer was not read to its end", "path", op.Path, "error", err)
				return answer{Code: codeGone}, nil
			}
			if err != nil {
				err = cmp.Or(context.Cause(ctx), err)
			}
			return answer{Code: codeOK}, err
		})
	})
}

// all sends the envelope with what body writes as its data.
func (p *Pieces) all(body func() error) error {
	p.x.Writer.Header().Set("Content-Type", "application/json; charset=utf-8")
	fmt.Fprintf(&p.pending, `{"code":%d,"message":%s,"data":`, codeOK, appendJSON(nil, p.api.texts.message(p.x.Caller.Language, codeOK, nil)))
	if err := body(); err != nil {
		return err
	}
	p.Text("}")
	return p.send()
}

// View reads in a view of its own, for as long as the session lasts.
func (p *Pieces) View(ctx context.Context, read func(tx *sqldb.Tx) error) error {
	if p.failed != nil {
		return p.failed
	}
	select {
	case p.api.longReads <- struct{}{}:
		defer func() { <-p.api.longReads }()
	case <-ctx.Done():
		return ctx.Err()
	}
	return p.api.DB.View(ctx, func(tx *sqldb.Tx) error {
		if _, err := p.api.Sessions.Find(tx, tokenHashOf(p.x.Request)); err != nil {
			return err
		}
		return read(tx)
	})
}

// Value writes a value's JSON.
func (p *Pieces) Value(v any) error {
	encoded, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = p.Write(encoded)
	return err
}

// Text writes JSON as it is. What it fails with, the next read fails with.
func (p *Pieces) Text(text string) { _, _ = p.Write([]byte(text)) }

// Write adds to what is sent next, and sends it where it is a piece.
func (p *Pieces) Write(b []byte) (int, error) {
	if p.failed != nil {
		return 0, p.failed
	}
	p.pending.Write(b)
	if p.pending.Len() < longPiece {
		return len(b), nil
	}
	return len(b), p.send()
}

func (p *Pieces) send() error {
	if p.failed = cmp.Or(p.failed, p.ended()); p.failed != nil {
		return p.failed
	}
	if err := p.connection.SetWriteDeadline(time.Now().Add(frameWithin)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	p.x.answered = true
	listener.SetCode(p.x.Writer, codeOK)
	_, p.failed = p.x.Writer.Write(p.pending.Bytes())
	p.pending.Reset()
	return p.failed
}
