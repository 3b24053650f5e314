package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"
)

const (
	rpcBodyMax    = 256 << 10
	rpcAnswerMax  = 4 << 20
	rpcBatchMax   = 20
	rpcAnswerTime = 20 * time.Second
)

// allowed are the methods that a wallet or the app needs. Nothing that
// changes the chain other than a signed transaction gets through.
var allowed = map[string]bool{
	"eth_blockNumber": true, "eth_call": true, "eth_chainId": true, "eth_estimateGas": true, "eth_feeHistory": true,
	"eth_gasPrice": true, "eth_getBalance": true, "eth_getBlockByNumber": true, "eth_getBlockByHash": true,
	"eth_getCode": true, "eth_getTransactionByHash": true, "eth_getTransactionCount": true,
	"eth_getTransactionReceipt": true, "eth_maxPriorityFeePerGas": true, "eth_sendRawTransaction": true,
	"net_version": true, "web3_clientVersion": true,
}

// rpcRequest is all of a request that is passed on, written anew: a key that
// stands there twice, or in other letters, would mean one thing here and another
// to the chain.
type rpcRequest struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params,omitempty"`
}

// rpcProxy passes allowed calls on to the demo's chain, so that a phone in
// the same network can use it through the app's own address.
func rpcProxy(chainURL string, log *slog.Logger) http.Handler {
	client := &http.Client{Timeout: rpcAnswerTime}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, rpcBodyMax))
		if err != nil {
			http.Error(w, "the request is too large", http.StatusRequestEntityTooLarge)
			return
		}
		checked, refusal := checkRPC(body)
		if refusal != nil {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(refusal)
			return
		}
		request, err := http.NewRequestWithContext(r.Context(), http.MethodPost, chainURL, bytes.NewReader(checked))
		if err != nil {
			http.Error(w, "bad request", http.StatusBadRequest)
			return
		}
		request.Header.Set("Content-Type", "application/json")
		answer, err := client.Do(request)
		if err != nil {
			log.Warn("the demo's chain does not answer", "error", err)
			http.Error(w, "the demo's chain does not answer", http.StatusBadGateway)
			return
		}
		defer answer.Body.Close()
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(answer.StatusCode)
		if _, err := io.Copy(w, io.LimitReader(answer.Body, rpcAnswerMax)); err != nil {
			log.Debug("the caller left before the answer", "error", err)
		}
	})
}

// checkRPC returns what is passed on of a body, or a JSON-RPC error for one that
// may not be.
func checkRPC(body []byte) (checked, refusal []byte) {
	var batch []rpcRequest
	trimmed := bytes.TrimSpace(body)
	isBatch := len(trimmed) > 0 && trimmed[0] == '['
	if isBatch {
		if json.Unmarshal(trimmed, &batch) != nil || len(batch) == 0 || len(batch) > rpcBatchMax {
			return nil, rpcError(nil, -32600, "invalid request")
		}
	} else {
		var one rpcRequest
		if json.Unmarshal(trimmed, &one) != nil {
			return nil, rpcError(nil, -32700, "parse error")
		}
		batch = []rpcRequest{one}
	}
	for i, request := range batch {
		if !allowed[request.Method] {
			return nil, rpcError(request.ID, -32601, fmt.Sprintf("the method %q is not offered by the demo", request.Method))
		}
		batch[i].Version = "2.0"
	}
	var err error
	if isBatch {
		checked, err = json.Marshal(batch)
	} else {
		checked, err = json.Marshal(batch[0])
	}
	if err != nil {
		return nil, rpcError(nil, -32700, "parse error")
	}
	return checked, nil
}

func rpcError(id json.RawMessage, code int, message string) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": code, "message": message}})
	if err != nil {
		return []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}`)
	}
	return text
}
