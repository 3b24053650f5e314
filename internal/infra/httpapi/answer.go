package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/infra/listener"
	"etld/internal/infra/sqldb"
)

const (
	codeOK = 200
	// codeGone counts calls whose client went away before the answer.
	codeGone        = 499
	referenceLength = 10
)

// answer is what a call yields, before it has a language: the form that is
// stored with a request id.
type answer struct {
	Code   int               `json:"code"`
	Params map[string]string `json:"params,omitempty"`
	Data   json.RawMessage   `json:"data,omitempty"`
}

// success encodes what a handler gave, unless it failed.
func success(data any, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	encoded, err := json.Marshal(data)
	if err != nil {
		return answer{}, fmt.Errorf("encode the answer: %w", err)
	}
	return answer{Code: codeOK, Data: encoded}, nil
}

func refusal(f fault.Fault) answer { return answer{Code: f.Code, Params: f.Params} }

// answerFor turns an error into an answer. This is the only place that does.
func (api *API) answerFor(ctx context.Context, path string, err error) answer {
	if f, ok := fault.As(err); ok {
		if f.Code == fault.Maintenance.Code {
			// What is wrapped in it is for the operator.
			api.Log.Warn("a call found something unavailable", "path", path, "error", err)
		}
		return refusal(f)
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return answer{Code: codeGone}
	}
	if errors.Is(err, sqldb.ErrUnavailable) {
		api.Log.Warn("the database is not available", "path", path, "error", err)
		return refusal(fault.Maintenance)
	}
	reference := entropy.Code(api.Chance, referenceLength)
	attributes := []any{"path", path, "reference", reference, "error", err}
	if panicked, ok := errors.AsType[*fault.PanicError](err); ok {
		attributes = append(attributes, "stack", panicked.Stack)
	}
	api.Log.Error("a call failed", attributes...)
	return refusal(fault.System.With("reference", reference))
}

// write renders an answer in the caller's language.
func (api *API) write(w http.ResponseWriter, a answer, language Language) {
	listener.SetCode(w, a.Code)
	body := make([]byte, 0, 64+len(a.Data))
	body = append(body, `{"code":`...)
	body = strconv.AppendInt(body, int64(a.Code), 10)
	body = append(body, `,"message":`...)
	body = appendJSON(body, api.texts.message(language, a.Code, a.Params))
	body = append(body, `,"data":`...)
	switch {
	case a.Code != codeOK:
		body = appendRefusalData(body, a.Params)
	case a.Data == nil:
		body = append(body, "null"...)
	default:
		body = append(body, a.Data...)
	}
	body = append(body, '}')
	header := w.Header()
	header.Set("Content-Type", "application/json; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := w.Write(body); err != nil {
		api.Log.Debug("the client left before the answer", "error", err)
	}
}

// Refusal is every answer whose code is not 200.
type Refusal struct {
	Code    int         `json:"code" minimum:"1001"`
	Message string      `json:"message"`
	Data    RefusalData `json:"data"`
}

// RefusalData is a refusal's data; further parameters of the message travel beside these.
type RefusalData struct {
	_          struct{} `json:"-" additionalProperties:"true"`
	Field      string   `json:"field,omitempty" doc:"The parameter that was refused"`
	RetryAfter int      `json:"retryAfter,omitempty" doc:"Seconds to wait"`
	Min        string   `json:"min,omitempty"`
	Max        string   `json:"max,omitempty"`
	Reference  string   `json:"reference,omitempty" doc:"What to tell support about a system error"`
}

const retryAfterParam = "retryAfter"

func appendRefusalData(body []byte, params map[string]string) []byte {
	data := make(map[string]any, len(params))
	for key, value := range params {
		if isTranslation := strings.Contains(key, "."); !isTranslation {
			data[key] = value
		}
	}
	if seconds, err := strconv.Atoi(params[retryAfterParam]); err == nil {
		data[retryAfterParam] = seconds
	}
	return appendJSON(body, data)
}

// appendJSON adds what always encodes: a text, or a map of texts and integers.
func appendJSON(body []byte, v any) []byte {
	encoded, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return append(body, encoded...)
}

// OrNull is how an answer has a time that may not have come: null where it is zero.
func OrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
