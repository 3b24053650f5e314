package endpoint_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/chain/endpoint"
)

// questions are all that a client asks a node.
func questions() map[string]func(context.Context, *endpoint.Client) error {
	logs := func(to uint64) func(context.Context, *endpoint.Client) error {
		return func(ctx context.Context, c *endpoint.Client) error {
			_, err := c.Logs(ctx, chain.LogQuery{Span: chain.Span{From: 1, To: to}})
			return err
		}
	}
	call := ethereum.CallMsg{To: &common.Address{}}
	return map[string]func(context.Context, *endpoint.Client) error{
		"chain id": func(ctx context.Context, c *endpoint.Client) error { _, err := c.ChainID(ctx); return err },
		"block":    func(ctx context.Context, c *endpoint.Client) error { _, err := c.Block(ctx, chain.At(1)); return err },
		"final": func(ctx context.Context, c *endpoint.Client) error {
			_, err := c.Block(ctx, chain.Finalized())
			return err
		},
		"logs": logs(1), "logs of several": logs(9),
		"receipt": func(ctx context.Context, c *endpoint.Client) error {
			_, err := c.Receipt(ctx, common.Hash{1})
			return err
		},
		"call": func(ctx context.Context, c *endpoint.Client) error {
			_, err := c.CallContract(ctx, call, nil)
			return err
		},
		"code": func(ctx context.Context, c *endpoint.Client) error {
			_, err := c.CodeAt(ctx, common.Address{}, nil)
			return err
		},
		"nonce": func(ctx context.Context, c *endpoint.Client) error {
			_, err := c.NonceAt(ctx, common.Address{}, nil)
			return err
		},
		"sent at": func(ctx context.Context, c *endpoint.Client) error {
			_, err := c.SentAt(ctx, common.Address{}, 1, 1)
			return err
		},
		"sent in": func(ctx context.Context, c *endpoint.Client) error {
			_, _, err := c.SentIn(ctx, common.Address{}, 1)
			return err
		},
		"balance": func(ctx context.Context, c *endpoint.Client) error {
			_, err := c.BalanceAt(ctx, common.Address{}, nil)
			return err
		},
		"prices": func(ctx context.Context, c *endpoint.Client) error { _, _, err := c.Prices(ctx); return err },
		"gas":    func(ctx context.Context, c *endpoint.Client) error { _, err := c.EstimateGas(ctx, call); return err },
		"sending": func(ctx context.Context, c *endpoint.Client) error {
			raw, err := types.NewTx(&types.LegacyTx{To: &common.Address{}, Value: big.NewInt(1), V: big.NewInt(27), R: big.NewInt(1), S: big.NewInt(1)}).MarshalBinary()
			if err != nil {
				panic(err)
			}
			return c.SendRaw(ctx, raw)
		},
	}
}

// TestNoErrorHoldsTheAccessKey: the path of a node's address is often a secret, and what
// a node fails with is logged, listed and answered to who asks what the program lacks.
func TestNoErrorHoldsTheAccessKey(t *testing.T) {
	t.Parallel()
	silent := make(chan struct{})
	t.Cleanup(func() { close(silent) })
	for name, handler := range map[string]http.HandlerFunc{
		"closed": nil,
		"silent": func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-silent:
			case <-r.Context().Done():
			}
		},
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/other"+r.URL.Path, http.StatusFound)
		},
		"repeats it": func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, "cannot POST "+r.URL.Path, http.StatusBadRequest)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(handler)
			if handler == nil {
				server.Close()
			}
			t.Cleanup(server.CloseClientConnections)
			client, err := endpoint.Dial(t.Context(), "only", server.URL+"/v3/secret?key=secret")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(client.Close)
			ask := func(what string, question func(ctx context.Context) error) {
				ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
				defer cancel()
				if err := question(ctx); err == nil || strings.Contains(fmt.Sprintf("%v %+v", err, err), "secret") {
					t.Errorf("%s: %v", what, err)
				}
			}
			for what, question := range questions() {
				ask(what, func(ctx context.Context) error { return question(ctx, client) })
			}
			// Nobody is refused for what the check at the start meets.
			checking, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			pool, err := chain.NewPool(checking, chain.PoolConfig{ChainID: chaintest.ChainID}, client)
			if err != nil {
				t.Fatal(err)
			}
			watcher, err := chain.NewWatcher(chain.WatcherConfig{Treasury: common.Address{1}, Tokens: []common.Address{{2}}}, pool, chaintest.NewStore(), slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			ask("a look", watcher.Poll)
			if status := watcher.Status(); status.Reason == "" || strings.Contains(fmt.Sprintf("%+v", status), "secret") {
				t.Errorf("the state is %+v", status)
			}
		})
	}
}
