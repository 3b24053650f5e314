package app

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/fault"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/config"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/meter"
)

// plainNode is a node of a chain on which there are no contracts.
func plainNode(t *testing.T) string {
	t.Helper()
	answers := map[string]any{"eth_chainId": "0x38", "eth_getCode": "0x",
		"eth_getBlockByNumber": map[string]string{"number": "0x7", "hash": common.Hash{1}.Hex(), "parentHash": common.Hash{2}.Hex(), "timestamp": "0x1"}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var call struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.NewDecoder(r.Body).Decode(&call); err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		reply := map[string]any{"jsonrpc": "2.0", "id": call.ID, "result": answers[call.Method]}
		if answers[call.Method] == nil {
			delete(reply, "result")
			reply["error"] = map[string]any{"code": -32601, "message": "not here"}
		}
		_ = json.NewEncoder(w).Encode(reply)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// servingOn are good settings of serve but for the treasury's signature.
func servingOn(t *testing.T, node string, treasury common.Address) []string {
	t.Helper()
	list := []string{"serve", "--host", testHost, "--listen", "127.0.0.1:0", "--operator-listen", "127.0.0.1:0", "--start-block", "1", "--rpc-urls", node, "--single-node",
		"--public-rpc-url", "https://public.example", "--treasury", treasury.Hex(), "--data-dir", filepath.Join(t.TempDir(), "data")}
	for i, flag := range []string{"funder-address", "token-usdt", "token-etld", "token-eth", "eth-aggregator", "eth-aggregator-2"} {
		list = append(list, "--"+flag, common.Address{19: byte(i + 1)}.Hex())
	}
	return list
}

// A signature that is not the treasury's is refused before anything is made.
func TestServeVerifiesTheTreasurysSignature(t *testing.T) {
	t.Parallel()
	node, treasury, other := plainNode(t), wallettest.New(), wallettest.New()
	text := "Deposits to " + testHost + " on BEP-20 (chain 56) go to " + wallettest.Address(treasury).Hex() + "."
	for name, test := range map[string]struct{ signature, why string }{
		"of another key":    {wallettest.Sign(other, text), "another"},
		"of another text":   {wallettest.Sign(treasury, "Deposits to elsewhere.example"), "another"},
		"too short":         {"0x1234", ""},
		"no signature":      {"hello", ""},
		"of another's site": {wallettest.Sign(treasury, strings.Replace(text, testHost, "other.example", 1)), "another"},
	} {
		arguments := append(servingOn(t, node, wallettest.Address(treasury)), "--treasury-signature", test.signature)
		err := Run(t.Context(), arguments, io.Discard, io.Discard)
		want := "--treasury-signature is not the treasury's: sign \"" + text + "\" with the wallet " + wallettest.Address(treasury).Hex() + " (personal_sign): "
		if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), test.why) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(arguments[slices.Index(arguments, "--data-dir")+1]); !os.IsNotExist(err) {
			t.Errorf("%s: the data folder was made: %v", name, err)
		}
	}
}

// serving runs serve with good settings and some more until it is told to end.
func serving(t *testing.T, more ...string) (url, dataDir string, end func()) {
	t.Helper()
	treasury := wallettest.New()
	text := "Deposits to " + testHost + " on BEP-20 (chain 56) go to " + wallettest.Address(treasury).Hex() + "."
	arguments := append(servingOn(t, plainNode(t), wallettest.Address(treasury)), "--treasury-signature", wallettest.Sign(treasury, text))
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	ready, ended := &firstLine{got: make(chan string, 1)}, make(chan error, 1)
	go func() { ended <- Run(ctx, append(arguments, more...), ready, io.Discard) }()
	var said struct{ Msg, URL string }
	select {
	case line := <-ready.got:
		if err := json.Unmarshal([]byte(line), &said); err != nil || said.Msg != "ready" {
			t.Fatalf("it says %q", line)
		}
	case err := <-ended:
		t.Fatalf("it ended with %v", err)
	}
	return said.URL, arguments[slices.Index(arguments, "--data-dir")+1], func() {
		t.Helper()
		stop()
		if err := <-ended; err != nil {
			t.Errorf("it ended with %v", err)
		}
	}
}

// What is right is served, in a data folder that was not there.
func TestServeMakesItsDataFolder(t *testing.T) {
	t.Parallel()
	_, dataDir, end := serving(t)
	end()
	info, err := os.Stat(dataDir)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the data folder: %v, %v", info, err)
	}
}

// Commands make what they begin, and name what they cannot find.
func TestCommandsNameMissingFolders(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	missing, file := filepath.Join(folder, "missing"), filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		arguments []string
		want      string
	}{
		{[]string{"migrate", "--database", "sqlite:" + missing + "/etld.db"}, "--database sqlite:" + missing + "/etld.db: the folder " + missing + " is missing; make it first"},
		{[]string{"migrate", "--database", "sqlite:" + file + "/etld.db"}, "--database sqlite:" + file + "/etld.db: " + file + " is not a folder"},
		{[]string{"migrate", "--data-dir", file + "/in"}, "--data-dir " + file + "/in cannot be made: "},
		{[]string{"check", "--data-dir", missing}, "there is no database at " + missing + "/etld.db; name its folder with --data-dir, or the database with --database, as the service does"},
		{[]string{"check", "--database", "sqlite:" + folder + "/etld.db"}, "there is no database at " + folder + "/etld.db; "},
		{[]string{"operator", "add", "--data-dir", missing, "--address", "0x" + strings.Repeat("ab", 20)}, "there is no database at " + missing + "/etld.db; "},
		{[]string{"receipts", "rotate", "--data-dir", missing}, "there is no key of receipts at " + missing + "/receipt.key; "},
		{[]string{"backup", "--data-dir", missing, filepath.Join(folder, "copy.db")}, "there is no database at " + missing + "/etld.db; "},
	} {
		if err := Run(t.Context(), test.arguments, io.Discard, io.Discard); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v: %v", test.arguments, err)
		}
	}
	if list, err := os.ReadDir(folder); err != nil || len(list) != 1 {
		t.Errorf("left behind: %v, %v", list, err)
	}
	made := filepath.Join(folder, "new", "data")
	for range 2 {
		if err := Run(t.Context(), []string{"migrate", "--data-dir", made}, io.Discard, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
}

// The product's limits are the defaults, and each number is the one configured.
func TestConfiguredLimits(t *testing.T) {
	t.Parallel()
	if got := limitsOf(config.Limits{Reads: 120, Writes: 30, WriteBurst: 60, SignIns: 10, Address: 1_200}); got != httpapi.DefaultLimits {
		t.Errorf("%+v", got)
	}
	want := httpapi.Limits{Read: meter.Limit{PerMinute: 1, Burst: 1}, Write: meter.Limit{PerMinute: 2, Burst: 3}, SignIn: meter.Limit{PerMinute: 4, Burst: 4},
		Stranger: httpapi.DefaultLimits.Stranger, Export: httpapi.DefaultLimits.Export, Address: meter.Limit{PerMinute: 5, Burst: 5}, Replay: httpapi.DefaultReplay}
	if got := limitsOf(config.Limits{Reads: 1, Writes: 2, WriteBurst: 3, SignIns: 4, Address: 5}); got != want {
		t.Errorf("%+v", got)
	}
}

// The served limits are those of the settings.
func TestServeLimitsCalls(t *testing.T) {
	t.Parallel()
	url, _, end := serving(t, "--limit-sign-ins", "2", "--limit-reads", "3")
	defer end()
	code := func(path string) int {
		t.Helper()
		response, err := http.Post(url+path, "application/json", nil)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		var body struct{ Code int }
		if err := json.NewDecoder(response.Body).Decode(&body); err != nil {
			t.Fatal(err)
		}
		return body.Code
	}
	for _, test := range []struct {
		path string
		free int
	}{{"/api/user/logining", 2}, {"/api/open/app", 3}} {
		for i := range test.free + 1 {
			if got := code(test.path); (got == fault.TooMany.Code) != (i == test.free) {
				t.Errorf("call %d of %s: %d", i+1, test.path, got)
			}
		}
	}
}
