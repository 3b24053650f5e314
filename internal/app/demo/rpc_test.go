package demo

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestOnlyHarmlessMethodsReachTheChain(t *testing.T) {
	t.Parallel()
	reached, arrived := 0, ""
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached++
		text, _ := io.ReadAll(r.Body)
		arrived = string(text)
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":"0x38"}`)
	}))
	defer node.Close()
	proxy := httptest.NewServer(rpcProxy(node.URL, slog.New(slog.DiscardHandler)))
	defer proxy.Close()
	for _, test := range []struct {
		body   string
		passes bool
	}{
		{`{"id":1,"method":"eth_chainId"}`, true},
		{`[{"id":1,"method":"eth_chainId"},{"id":2,"method":"eth_call"}]`, true},
		{`{"id":1,"method":"anvil_setBalance"}`, false},
		{`{"id":1,"method":"evm_increaseTime"}`, false},
		{`{"id":1,"method":"eth_sendTransaction"}`, false},
		{`[{"id":1,"method":"eth_chainId"},{"id":2,"method":"anvil_mine"}]`, false},
		{`[` + strings.Repeat(`{"method":"eth_chainId"},`, 20) + `{"method":"eth_chainId"}]`, false},
		// A reader that takes the last key, or minds letters, would run another method.
		{`{"id":1,"method":"anvil_setBalance","Method":"eth_call"}`, true},
		{`{"id":1,"method":"anvil_setBalance","method":"eth_call","params":[1]}`, true},
		{`{"id":1,"method":"eth_call","method":"anvil_setBalance"}`, false},
		{`[{"id":1,"METHOD":"eth_call","method":"evm_mine","x":{"method":"anvil_mine"}}]`, false},
		{`[]`, false}, {``, false}, {`nonsense`, false},
	} {
		before := reached
		answer, err := http.Post(proxy.URL, "application/json", strings.NewReader(test.body))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if passed := reached > before; passed != test.passes || !test.passes && !strings.Contains(string(text), `"error"`) {
			t.Errorf("%.60s: passed %v, answer %s", test.body, passed, text)
		}
		if strings.Contains(arrived, "anvil_") || strings.Contains(arrived, "evm_") {
			t.Errorf("%s reached the chain", arrived)
		}
	}
}
