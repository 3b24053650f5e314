package config

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFlagsWinOverEnvironmentOverFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "etld.toml")
	if err := os.WriteFile(file, []byte("listen = \"file:1\"\nhost = \"file.example\"\nlog-level = \"warn\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ETLD_HOST", "environment.example")
	t.Setenv("ETLD_LISTEN", "environment:1")
	c, _, err := Parse(Demo, []string{"--config", file, "--listen", "flag:1"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if c.Listen != "flag:1" || c.Host != "environment.example" || c.LogLevel != "warn" {
		t.Errorf("got %s, %s, %s", c.Listen, c.Host, c.LogLevel)
	}
}

func TestServeRefusesWhatIsMissing(t *testing.T) {
	t.Parallel()
	good := serving
	if _, _, err := Parse(Serve, good, io.Discard); err != nil {
		t.Fatalf("complete settings: %v", err)
	}
	for i := 0; i < len(good); i += 2 {
		some := append(append([]string{}, good[:i]...), good[i+2:]...)
		if _, _, err := Parse(Serve, some, io.Discard); err == nil {
			t.Errorf("without %s: accepted", good[i])
		}
	}
	for _, bad := range [][]string{{"--public-origin", "http://etld.example"}, {"--log-level", "loud"}, {"--data-dir", ""}, {"--unknown", "x"},
		{"--eth-aggregator-2", "0x1"}, {"--eth-price-min", "0"}, {"--eth-price-min", "5", "--eth-price-max", "5"}, {"--eth-price-max", "1e5"}, {"--feed-heartbeat", "-1s"},
		{"--eth-aggregator-decimals", "0"}, {"--eth-aggregator-decimals", "19"}} {
		if _, _, err := Parse(Serve, append(append([]string{}, good...), bad...), io.Discard); err == nil {
			t.Errorf("%v: accepted", bad)
		}
	}
}

func TestMaskedHidesSecrets(t *testing.T) {
	t.Parallel()
	c := Config{Database: "postgres://user:secret@db.example/etld", OperatorKey: "secretkey", RPCURLs: "https://node.example/v3/secret,https://x:secret@other.example"}
	if text := c.Masked(); strings.Contains(text, "secret") || !strings.Contains(text, "node.example") {
		t.Errorf("masked: %s", text)
	}
}
