// Package endpoint asks one node of a chain over JSON-RPC.
package endpoint

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/gorilla/websocket"

	"etld/internal/base/fault"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/contracts"
)

const (
	// httpTimeout is the time one request to a provider may take, answerMax the
	// bytes of its answer, unpacked.
	httpTimeout = 2 * time.Minute
	answerMax   = 32 << 20
	// undividedMax is answerMax for what cannot be asked for in parts: the events of
	// one block, and a receipt. A transaction gets about a byte of its receipt for each
	// unit of gas, and 600 bytes of a search for each transfer it makes. A connection
	// that is kept has one limit for all its answers, this one.
	undividedMax = 64 << 20
	// promptTime is what a question may take that is asked every few seconds, or
	// that can be asked for less: the head, the final block, the chain's id, a
	// search over several blocks. The watcher must not stand for two minutes where
	// a node is silent.
	promptTime = 30 * time.Second
	// codeLimitExceeded is EIP-1474's "limit exceeded"; providers use it for
	// request rates and for too wide log searches alike.
	codeLimitExceeded = -32005
)

var errRedirect = errors.New("the provider sends to another address, which is not followed")

// Client is a chain.Provider behind an RPC endpoint.
type Client struct {
	name string
	rpc  *rpc.Client
	eth  *ethclient.Client
}

// Dial prepares a client; the endpoint is contacted by its first call.
func Dial(ctx context.Context, name, url string) (*Client, error) {
	connection, err := rpc.DialOptions(ctx, url, rpc.WithWebsocketMessageSizeLimit(undividedMax), rpc.WithHTTPClient(httpClient(http.DefaultTransport)))
	if err != nil {
		// The address may hold an access key and is not repeated.
		return nil, fmt.Errorf("provider %s: its address cannot be used", name)
	}
	return NewClient(name, connection), nil
}

func httpClient(transport http.RoundTripper) *http.Client {
	return &http.Client{
		Timeout:   httpTimeout,
		Transport: carefulTransport{transport},
		// Who was not named in the settings is not asked.
		CheckRedirect: func(*http.Request, []*http.Request) error { return errRedirect },
	}
}

// NewClient is a client on an open connection.
func NewClient(name string, connection *rpc.Client) *Client {
	return &Client{name: name, rpc: connection, eth: ethclient.NewClient(connection)}
}

// Name identifies the client.
func (client *Client) Name() string { return client.name }

// Close ends the connection.
func (client *Client) Close() { client.rpc.Close() }

// Eth is the underlying client, for sending.
func (client *Client) Eth() *ethclient.Client { return client.eth }

// ChainID asks which chain this is.
func (client *Client) ChainID(ctx context.Context) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, promptTime)
	defer cancel()
	var id hexutil.Uint64
	err := client.rpc.CallContext(ctx, &id, "eth_chainId")
	return uint64(id), translate(err)
}

// Block reads a header.
func (client *Client) Block(ctx context.Context, tag chain.Tag) (chain.Block, error) {
	if tag.IsLatest() || tag.IsFinalized() {
		prompt, cancel := context.WithTimeout(ctx, promptTime)
		defer cancel()
		ctx = prompt
	}
	var header *struct {
		Number hexutil.Uint64 `json:"number"`
		Hash   common.Hash    `json:"hash"`
		Parent common.Hash    `json:"parentHash"`
		Time   hexutil.Uint64 `json:"timestamp"`
	}
	err := client.rpc.CallContext(ctx, &header, "eth_getBlockByNumber", tag.String(), false)
	if err = translate(err); err != nil {
		if _, isRefusal := errors.AsType[rpc.Error](err); isRefusal && tag.IsFinalized() {
			return chain.Block{}, fmt.Errorf("%w: %w", chain.ErrNoFinality, err)
		}
		return chain.Block{}, err
	}
	if header == nil || header.Hash == (common.Hash{}) {
		if tag.IsFinalized() {
			return chain.Block{}, chain.ErrNoFinality
		}
		return chain.Block{}, chain.ErrNotFound
	}
	return chain.Block{
		BlockRef: chain.BlockRef{Number: uint64(header.Number), Hash: header.Hash, Parent: header.Parent},
		Time:     time.Unix(int64(header.Time), 0).UTC(),
	}, nil
}

// Logs searches Transfer events.
func (client *Client) Logs(ctx context.Context, query chain.LogQuery) ([]types.Log, error) {
	asked := undivided(ctx)
	if query.Span.From != query.Span.To {
		prompt, cancel := context.WithTimeout(ctx, promptTime)
		defer cancel()
		asked = prompt
	}
	logs, err := client.eth.FilterLogs(asked, ethereum.FilterQuery{
		FromBlock: new(big.Int).SetUint64(query.Span.From),
		ToBlock:   new(big.Int).SetUint64(query.Span.To),
		Addresses: query.Contracts,
		Topics:    [][]common.Hash{{contracts.TransferTopic()}, nil, {common.BytesToHash(query.Recipient.Bytes())}},
	})
	if err == nil || query.Span.From == query.Span.To {
		return logs, translate(err)
	}
	err = fault.WithoutAddress(err)
	// There is no standard code for "too many blocks": each vendor has its own
	// number and text. So any refusal of a search over several blocks counts as
	// one, and so does an answer that was cut off; what remains at a single block is
	// told as it is.
	var refusal rpc.Error
	var status rpc.HTTPError
	var cutOff *http.MaxBytesError
	switch {
	case errors.As(err, &refusal), errors.As(err, &cutOff), errors.Is(err, websocket.ErrReadLimit):
		return nil, fmt.Errorf("%w: %w", chain.ErrRangeTooLarge, err)
	case errors.As(err, &status) && (status.StatusCode == http.StatusBadRequest || status.StatusCode == http.StatusRequestEntityTooLarge):
		return nil, fmt.Errorf("%w: %w", chain.ErrRangeTooLarge, translate(err))
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		return nil, fmt.Errorf("%w: %w", chain.ErrRangeTooLarge, err)
	}
	return nil, translate(err)
}

// Receipt reads what became of a transaction.
func (client *Client) Receipt(ctx context.Context, transaction common.Hash) (*types.Receipt, error) {
	receipt, err := client.eth.TransactionReceipt(undivided(ctx), transaction)
	if errors.Is(err, ethereum.NotFound) {
		return nil, chain.ErrNotFound
	}
	return receipt, translate(err)
}

// CallContract reads contract state.
func (client *Client) CallContract(ctx context.Context, call ethereum.CallMsg, block *big.Int) ([]byte, error) {
	answer, err := client.eth.CallContract(ctx, call, block)
	if err = translate(err); isContractsFailure(err) {
		return nil, fmt.Errorf("%w: %w", chain.ErrCallFailed, err)
	}
	return answer, err
}

// codeReverted is what nodes answer for a call that the contract reverted.
const codeReverted = 3

// isContractsFailure says that it was the contract that failed and not the node.
// Only reverting has a code of its own; for the rest nodes share one code with
// their own troubles, so their words have to tell. What is not recognised counts
// as the node's trouble and is asked again.
func isContractsFailure(err error) bool {
	refusal, ok := errors.AsType[rpc.Error](err)
	if !ok {
		return false
	}
	if refusal.ErrorCode() == codeReverted {
		return true
	}
	text := strings.ToLower(strings.ReplaceAll(refusal.Error(), " ", ""))
	for _, words := range []string{"revert", "outofgas", "oog", "gasrequiredexceedsallowance", "invalidopcode", "opcodenotfound", "invalidjump", "stackunderflow", "stackoverflow",
		"insufficientfunds", "insufficientbalance", "writeprotection", "exceedsblockgaslimit", "intrinsicgastoolow"} {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}

// CodeAt reads an account's code; it is empty for plain accounts.
func (client *Client) CodeAt(ctx context.Context, account common.Address, block *big.Int) ([]byte, error) {
	code, err := client.eth.CodeAt(ctx, account, block)
	return code, translate(err)
}

// translate recognises throttling, whichever layer speaks of it, and leaves out what may
// hold the access key: the address, and the page of a server that repeats it.
func translate(err error) error {
	err = fault.WithoutAddress(err)
	if err == nil {
		return nil
	}
	if throttled, ok := errors.AsType[*chain.ThrottledError](err); ok {
		return throttled
	}
	if refusal, ok := errors.AsType[rpc.Error](err); ok && (refusal.ErrorCode() == codeLimitExceeded || refusal.ErrorCode() == http.StatusTooManyRequests) {
		return &chain.ThrottledError{}
	}
	if answered, ok := errors.AsType[rpc.HTTPError](err); ok {
		return rpc.HTTPError{StatusCode: answered.StatusCode, Status: answered.Status}
	}
	return err
}

// undividedKey marks the context of a question that cannot be asked in parts.
type undividedKey struct{}

func undivided(ctx context.Context) context.Context {
	return context.WithValue(ctx, undividedKey{}, true)
}

// carefulTransport bounds answers, and turns 429 into a ThrottledError: the RPC
// client drops the headers and with them how long to wait.
type carefulTransport struct {
	next http.RoundTripper
}

// RoundTrip sends one request.
func (transport carefulTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := transport.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	retryAfter := response.Header.Get("Retry-After")
	if response.StatusCode != http.StatusTooManyRequests && (response.StatusCode != http.StatusServiceUnavailable || retryAfter == "") {
		limit := int64(answerMax)
		if request.Context().Value(undividedKey{}) != nil {
			limit = undividedMax
		}
		response.Body = http.MaxBytesReader(nil, response.Body, limit)
		return response, nil
	}
	response.Body.Close()
	return nil, &chain.ThrottledError{RetryAfter: readRetryAfter(retryAfter, time.Now())}
}

// readRetryAfter reads seconds or an HTTP date; 0 when there is neither.
func readRetryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 32); err == nil {
		return min(time.Duration(seconds)*time.Second, chain.RetryAfterMax)
	}
	if date, err := http.ParseTime(header); err == nil {
		return min(max(0, date.Sub(now)), chain.RetryAfterMax)
	}
	return 0
}
