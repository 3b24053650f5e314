// Package httpapi is the door for the apps: it turns HTTP calls into typed
// handlers and what they return into the public envelope.
//
// Words. A *call* is a POST to a path with its parameters in the query string
// and the headers token and lan. A *read* changes nothing; an *action* writes
// but needs no request id; a *command* carries a requestId, takes effect once,
// and its answer is stored with it. An *answer* is {code, message, data} with
// HTTP status 200: code 200 is success, any other a refusal with a localised
// message. A *transport fault* (wrong method, unknown path, too large) is the
// only thing with another status.
//
// Handlers are plain functions from a parameter struct to a data struct.
// Registration derives three things from those types: the parser that refuses
// every malformed parameter with 1002, the dispatch, and the OpenAPI document.
//
// A parameter struct's fields are tagged:
//
//	Quantity int          `query:"quantity" minimum:"1" maximum:"10"`
//	Price    money.Amount `query:"price"`
//	Status   string       `query:"status" optional:"true" enum:"running,completed"`
//
// A field is required unless it is a pointer or has optional or default. Texts
// are at most 128 characters unless maxLength says otherwise; amounts are above
// zero unless minimum:"0" is given. A type with Values() []string takes these
// alone, or the fewer that enum names. An optional Check() error method refuses
// what single fields cannot show.
package httpapi
