package endpoint_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/endpoint"
)

// serve answers every RPC call with a status, headers and a body in which %s
// stands for the call's id.
func serve(t *testing.T, status int, header map[string]string, body string) *endpoint.Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var call struct {
			ID json.RawMessage `json:"id"`
		}
		if err := json.NewDecoder(r.Body).Decode(&call); err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		for name, value := range header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		if strings.Contains(body, "%s") {
			fmt.Fprintf(w, body, call.ID)
			return
		}
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	client, err := endpoint.Dial(context.Background(), "served", server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func rpcError(code int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%%s,"error":{"code":%d,"message":"no"}}`, code)
}

func rpcSays(code int, words string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%%s,"error":{"code":%d,"message":%q}}`, code, words)
}

func callSomething(client *endpoint.Client) error {
	_, err := client.CallContract(context.Background(), ethereum.CallMsg{To: &common.Address{}}, nil)
	return err
}

const rpcNull = `{"jsonrpc":"2.0","id":%s,"result":null}`

func TestClientErrors(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	wide, narrow := chain.Span{From: 1, To: 9}, chain.Span{From: 9, To: 9}
	logs := func(span chain.Span) func(*endpoint.Client) error {
		return func(client *endpoint.Client) error {
			_, err := client.Logs(ctx, chain.LogQuery{Span: span, Contracts: []common.Address{{1}}, Recipient: common.Address{2}})
			return err
		}
	}
	block := func(tag chain.Tag) func(*endpoint.Client) error {
		return func(client *endpoint.Client) error { _, err := client.Block(ctx, tag); return err }
	}
	for name, test := range map[string]struct {
		status int
		header map[string]string
		body   string
		call   func(*endpoint.Client) error
		want   error
	}{
		"429":                              {429, nil, "", block(chain.Latest()), chain.ErrThrottled},
		"503 with a time to come back":     {503, map[string]string{"Retry-After": "3"}, "", block(chain.Latest()), chain.ErrThrottled},
		"limit exceeded":                   {200, nil, rpcError(-32005), block(chain.Latest()), chain.ErrThrottled},
		"limit exceeded in a wide search":  {200, nil, rpcError(-32005), logs(wide), chain.ErrRangeTooLarge},
		"limit exceeded at a single block": {200, nil, rpcError(-32005), logs(narrow), chain.ErrThrottled},
		"vendor's code in a wide search":   {200, nil, rpcError(-32602), logs(wide), chain.ErrRangeTooLarge},
		"400 in a wide search":             {400, nil, "", logs(wide), chain.ErrRangeTooLarge},
		"413 in a wide search":             {413, nil, "", logs(wide), chain.ErrRangeTooLarge},
		"429 in a wide search":             {429, nil, "", logs(wide), chain.ErrThrottled},
		"no such block":                    {200, nil, rpcNull, block(chain.At(7)), chain.ErrNotFound},
		"no finalized block":               {200, nil, rpcNull, block(chain.Finalized()), chain.ErrNoFinality},
		"finalized tag unknown":            {200, nil, rpcError(-32602), block(chain.Finalized()), chain.ErrNoFinality},
		"throttled, asked for finality":    {200, nil, rpcError(-32005), block(chain.Finalized()), chain.ErrThrottled},
		"no receipt": {200, nil, rpcNull, func(client *endpoint.Client) error {
			_, err := client.Receipt(ctx, common.Hash{1})
			return err
		}, chain.ErrNotFound},
		"a node that lacks the block is no failed call": {200, nil, rpcSays(-32000, "header not found"), callSomething, nil},
		"a node's own trouble is no failed call":        {200, nil, rpcSays(-32603, "internal error"), callSomething, nil},
		"a call runs out of gas":                        {200, nil, rpcSays(-32000, "out of gas"), callSomething, chain.ErrCallFailed},
		"call reverts": {200, nil, rpcError(3), func(client *endpoint.Client) error {
			_, err := client.CallContract(ctx, ethereum.CallMsg{To: &common.Address{}}, nil)
			return err
		}, chain.ErrCallFailed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := serve(t, test.status, test.header, test.body)
			err := test.call(client)
			if err == nil || test.want != nil && !errors.Is(err, test.want) {
				t.Fatalf("got %v, want %v", err, test.want)
			}
			for _, other := range []error{chain.ErrThrottled, chain.ErrRangeTooLarge, chain.ErrNotFound, chain.ErrNoFinality, chain.ErrCallFailed} {
				if !errors.Is(test.want, other) && errors.Is(err, other) {
					t.Errorf("it is %v as well", other)
				}
			}
		})
	}
}

func TestClientRetryAfter(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]time.Duration{"": 0, "7": 7 * time.Second, "86400": 5 * time.Minute, "soon": 0, "-1": 0, "Mon, 02 Jan 2006 15:04:05 GMT": 0} {
		client := serve(t, http.StatusTooManyRequests, map[string]string{"Retry-After": header}, "")
		_, err := client.ChainID(context.Background())
		var throttled *chain.ThrottledError
		if !errors.As(err, &throttled) || throttled.RetryAfter != want {
			t.Errorf("%q gave %v, want %s", header, err, want)
		}
	}
}

func TestClientHidesItsAddress(t *testing.T) {
	t.Parallel()
	if _, err := endpoint.Dial(context.Background(), "main", "ftp://host/secret-key"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
}

// TestClientBoundsAnswers: an answer without end is cut off, and nobody is asked
// who was not named.
func TestClientBoundsAnswers(t *testing.T) {
	t.Parallel()
	var sent atomic.Int64
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":"`)
		part := []byte(strings.Repeat("a", 1<<20))
		for range 1 << 10 {
			if _, err := w.Write(part); err != nil {
				return
			}
			sent.Add(1)
		}
	}))
	t.Cleanup(endless.Close)
	var asked atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	t.Cleanup(other.Close)
	redirecting := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	t.Cleanup(redirecting.Close)
	for name, url := range map[string]string{"without end": endless.URL, "redirects": redirecting.URL} {
		client, err := endpoint.Dial(context.Background(), name, url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Close)
		if id, err := client.ChainID(context.Background()); err == nil {
			t.Errorf("%s: chain %d", name, id)
		}
	}
	if megabytes := sent.Load(); megabytes > 100 {
		t.Errorf("%d MB were taken", megabytes)
	}
	if asked.Load() != 0 {
		t.Error("a redirect was followed")
	}
}

// flooded is a node whose every answer is of at least a number of bytes.
type flooded struct{ bytes int }

func (node flooded) GetLogs(map[string]any) []map[string]any {
	return []map[string]any{{
		"address": common.Address{1}, "topics": []common.Hash{}, "data": "0x", "transactionHash": common.Hash{1}, "more": strings.Repeat("a", node.bytes),
	}}
}

func (node flooded) GetTransactionReceipt(common.Hash) map[string]any {
	return map[string]any{
		"cumulativeGasUsed": "0x1", "gasUsed": "0x1", "logsBloom": types.Bloom{}, "transactionHash": common.Hash{1}, "logs": node.GetLogs(nil),
	}
}

// TestAFloodedNodeIsAskedForLess: an answer that is too large is asked for in
// smaller parts; what has no parts, a block's events and a receipt, may be twice as
// large, and no larger.
func TestAFloodedNodeIsAskedForLess(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, scheme := range []string{"http", "ws"} {
		for megabytes, isRead := range map[int]bool{33: true, 65: false} {
			// One after the other, as each takes its share of memory.
			t.Run(fmt.Sprintf("%d MiB over %s", megabytes, scheme), func(t *testing.T) {
				node := rpc.NewServer()
				t.Cleanup(node.Stop)
				if err := node.RegisterName("eth", flooded{megabytes << 20}); err != nil {
					t.Fatal(err)
				}
				handler := map[string]http.Handler{"http": node, "ws": node.WebsocketHandler([]string{"*"})}
				server := httptest.NewServer(handler[scheme])
				t.Cleanup(server.Close)
				client, err := endpoint.Dial(ctx, "flooded", scheme+strings.TrimPrefix(server.URL, "http"))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(client.Close)
				search := func(to uint64) error {
					_, err := client.Logs(ctx, chain.LogQuery{Span: chain.Span{From: 1, To: to}, Contracts: []common.Address{{1}}})
					return err
				}
				// A connection has one limit for all its answers.
				if err := search(9); (scheme == "http" || !isRead) && !errors.Is(err, chain.ErrRangeTooLarge) {
					t.Errorf("nine blocks: %v", err)
				}
				if err := search(1); (err == nil) != isRead || errors.Is(err, chain.ErrRangeTooLarge) {
					t.Errorf("one block: %v", err)
				}
				if _, err := client.Receipt(ctx, common.Hash{1}); (err == nil) != isRead {
					t.Errorf("a receipt: %v", err)
				}
			})
		}
	}
}
