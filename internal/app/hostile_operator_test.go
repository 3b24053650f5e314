package app

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// schema is what this test understands of a schema.
type schema struct {
	Ref        string `json:"$ref"`
	Properties map[string]schema
}

// plausibleField gets an operator's call past its form.
var plausibleField = map[string]any{
	"currency": "USDT", "amount": "1", "evidence": "x", "pool": "interest", "move": "to_inventory", "reason": "because of the test", "part": "game", "stop": true,
	"userId": "01JABCDEFGHJKMNPQRSTVWXY", "debitId": "01JABCDEFGHJKMNPQRSTVWXY", "proposalId": "01JABCDEFGHJKMNPQRSTVWXY", "payloadHash": strings.Repeat("ab", 32),
	"signature": "0x" + strings.Repeat("00", 65), "signedAt": 1772424000000, "address": "0x" + strings.Repeat("ab", 20), "name": "machine.fee.new", "value": "5",
	"roles": []string{"risk"}, "active": true, "price": "0.5", "quantity": "10", "bidNo": "01JABCDEFGHJKMNPQRSTVWXY", "minerNo": "01JABCDEFGHJKMNPQRSTVWXY",
	"network": "BEP-20", "withdrawNo": "01JABCDEFGHJKMNPQRSTVWXY", "kind": "pool_funding", "code": "000000", "category": "product", "cover": "product",
}

// hostileJSON are JSON values that have broken programs.
var hostileJSON = []string{`"\u0000"`, `"\ud800"`, "\"\xff\"", `"'"`, `"%"`, `null`, `true`, `-1`, `0`, `1e400`, `1.5`, `9223372036854775807`, `9223372036854775808`, `[]`, `{}`, `[null]`,
	`""`, `"40000000000"`, `"40000000000.00000001"`, `"0001-01-01T00:00:00Z"`, `"9999-12-31T23:59:59Z"`, `"` + strings.Repeat("a", 5000) + `"`, strings.Repeat("[", 20000)}

// No value of any field of an operator's call is more than a refusal, whoever
// sends it.
func TestHostileOperatorBodies(t *testing.T) {
	t.Parallel()
	text, err := OpenAPI(t.Context(), OperatorCalls)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]struct {
			Post struct {
				IsStream    bool `json:"x-stream"`
				RequestBody struct {
					Content map[string]struct{ Schema schema }
				}
			}
		}
		Components struct{ Schemas map[string]schema }
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	resolve := func(s schema) schema {
		if s.Ref != "" {
			return document.Components.Schemas[s.Ref[strings.LastIndex(s.Ref, "/")+1:]]
		}
		return s
	}
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		w := newBrakeWorld(t, engine)
		var everybody []*person
		for _, role := range operator.Roles() {
			everybody = append(everybody, w.p.staff(t, role))
		}
		// Several at once, as one alone waits for the disk most of its time.
		var at errgroup.Group
		at.SetLimit(8)
		for path, one := range document.Paths {
			// A stream reads no body, and has no end to wait for.
			if one.Post.IsStream {
				continue
			}
			body := resolve(one.Post.RequestBody.Content["application/json"].Schema)
			at.Go(func() error {
				// Whoever may make the call is asked first the next time.
				first := 0
				for _, text := range variations(body, resolve) {
					for i := range everybody {
						one := (first + i) % len(everybody)
						r := everybody[one].send(strings.TrimPrefix(path, operator.PathPrefix), text)
						if r.Code == 1008 || r.Code == 0 {
							t.Errorf("%s %.200s: %d %s", path, text, r.Code, r.Data)
							break
						}
						if r.Code != operator.ErrForbidden.Code {
							first = one
							break
						}
					}
				}
				return nil
			})
		}
		_ = at.Wait()
	})
}

// send is call with a body as it stands, which need not be JSON.
func (one *person) send(path, text string) (r reply) {
	one.t.Helper()
	request := httptest.NewRequest(http.MethodPost, operator.PathPrefix+path, strings.NewReader(text))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-CSRF-Token", one.csrf)
	request.AddCookie(one.cookie)
	recorder := httptest.NewRecorder()
	one.p.operator.ServeHTTP(recorder, request)
	if err := json.Unmarshal(recorder.Body.Bytes(), &r); err != nil {
		one.t.Errorf("%s: status %d: %s", path, recorder.Code, recorder.Body)
	}
	return r
}

// variations are bodies in which all fields are plausible but one.
func variations(body schema, resolve func(schema) schema) (list []string) {
	for _, varied := range slices.Sorted(maps.Keys(body.Properties)) {
		if varied == "$schema" {
			continue
		}
		var values []string
		if inner := resolve(body.Properties[varied]); len(inner.Properties) > 0 {
			values = variations(inner, resolve)
		}
		for _, value := range append(values, hostileJSON...) {
			var fields []string
			for _, name := range slices.Sorted(maps.Keys(body.Properties)) {
				text := value
				if name != varied {
					known, ok := plausibleField[name]
					if inner := resolve(body.Properties[name]); len(inner.Properties) > 0 {
						known, ok = plausibleOf(inner), true
					}
					if !ok {
						continue
					}
					encoded, _ := json.Marshal(known)
					text = string(encoded)
				}
				fields = append(fields, `"`+name+`":`+text)
			}
			list = append(list, "{"+strings.Join(fields, ",")+"}")
		}
	}
	return list
}

func plausibleOf(s schema) map[string]any {
	fields := make(map[string]any)
	for name := range s.Properties {
		if known, ok := plausibleField[name]; ok {
			fields[name] = known
		}
	}
	return fields
}
