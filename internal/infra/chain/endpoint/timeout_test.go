package endpoint

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"

	"etld/internal/infra/chain"
)

// silent is a node that takes a request and never answers.
type silent struct{}

func (silent) RoundTrip(request *http.Request) (*http.Response, error) {
	<-request.Context().Done()
	return nil, request.Context().Err()
}

// TestHowLongASilentNodeIsWaitedFor: two minutes, and half a minute where the
// question is asked again in seconds or can be asked for less.
func TestHowLongASilentNodeIsWaitedFor(t *testing.T) {
	t.Parallel()
	block := func(tag chain.Tag) func(context.Context, *Client) error {
		return func(ctx context.Context, client *Client) error { _, err := client.Block(ctx, tag); return err }
	}
	logs := func(to uint64) func(context.Context, *Client) error {
		return func(ctx context.Context, client *Client) error {
			_, err := client.Logs(ctx, chain.LogQuery{Span: chain.Span{From: 1, To: to}})
			return err
		}
	}
	for name, test := range map[string]struct {
		ask  func(context.Context, *Client) error
		want time.Duration
		// isWide: the search counts as one over too many blocks.
		isWide bool
	}{
		"a block":               {ask: block(chain.At(7)), want: 2 * time.Minute},
		"the head":              {ask: block(chain.Latest()), want: 30 * time.Second},
		"the final block":       {ask: block(chain.Finalized()), want: 30 * time.Second},
		"a search of one block": {ask: logs(1), want: 2 * time.Minute},
		"a search of several":   {ask: logs(2), want: 30 * time.Second, isWide: true},
		"the chain's id": {want: 30 * time.Second, ask: func(ctx context.Context, client *Client) error {
			_, err := client.ChainID(ctx)
			return err
		}},
		"a receipt": {want: 2 * time.Minute, ask: func(ctx context.Context, client *Client) error {
			_, err := client.Receipt(ctx, common.Hash{1})
			return err
		}},
		"a contract": {want: 2 * time.Minute, ask: func(ctx context.Context, client *Client) error {
			_, err := client.CallContract(ctx, ethereum.CallMsg{To: &common.Address{}}, nil)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				connection, err := rpc.DialOptions(t.Context(), "http://node.invalid", rpc.WithHTTPClient(httpClient(silent{})))
				if err != nil {
					t.Fatal(err)
				}
				defer connection.Close()
				began := time.Now()
				err = test.ask(t.Context(), NewClient("silent", connection))
				if took := time.Since(began); err == nil || took != test.want {
					t.Errorf("%v after %s, want an error after %s", err, took, test.want)
				}
				if errors.Is(err, chain.ErrRangeTooLarge) != test.isWide {
					t.Errorf("%v", err)
				}
			})
		})
	}
}
