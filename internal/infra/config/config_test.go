package config

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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

// A key comes from a file or the environment, as every user of a machine reads the flags of
// its processes.
func TestNoFlagIsAKey(t *testing.T) {
	t.Setenv("ETLD_PERSONAL_KEY", "of the environment")
	file := filepath.Join(t.TempDir(), "etld.toml")
	if err := os.WriteFile(file, []byte("operator-key = \"of the file\"\npersonal-key-former = \"also\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, _, err := Parse(Seal, []string{"--config", file}, io.Discard)
	if err != nil || c.OperatorKey != "of the file" || c.PersonalKey != "of the environment" || c.PersonalKeyFormer != "also" {
		t.Errorf("%q, %q, %q, %v", c.OperatorKey, c.PersonalKey, c.PersonalKeyFormer, err)
	}
	for _, name := range []string{"operator-key", "personal-key", "personal-key-former"} {
		want := "--" + name + " is a secret, and every user of this machine can read flags; set ETLD_" +
			strings.ToUpper(strings.ReplaceAll(name, "-", "_")) + ", or write it into the file of -config"
		wantRefusal(t, Serve, serving, []string{"--" + name, "ab"}, want)
		wantRefusal(t, Serve, serving, []string{"-" + name + "="}, want)
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
	c := Config{Database: "postgres://user:secret@db.example/etld", OperatorKey: "secretkey", RPCURLs: "https://node.example/v3/secret,https://x:secret@other.example",
		BeaconRelays: "https://relay.example/secret,https://other.example"}
	if text := c.Masked(); strings.Contains(text, "secret") || !strings.Contains(text, "node.example") || !strings.Contains(text, "relay.example") {
		t.Errorf("masked: %s", text)
	}
}

func TestMaskedDatabases(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"postgres://user:secret@db.example/etld":           "postgres://db.example/etld",
		"postgres://db.example:5432/etld?password=secret":  "postgres://db.example:5432/etld",
		"postgres://u:se%zzcret@db.example/etld":           "***",
		"postgres:///etld?host=db.example&password=secret": "***",
		"host=db.example user=etld password=secret":        "***",
		"/var/lib/etld/etld.db":                            "/var/lib/etld/etld.db",
	} {
		if text := (Config{Database: address}).Masked(); !strings.Contains(text, "Database:"+want+" ") || strings.Contains(text, "secret") {
			t.Errorf("%s is masked as %s, want %s", address, text, want)
		}
	}
}

func TestTheMomentAtWhichADemoBegins(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Time{
		"":                          {},
		"2026-11-20T04:00:00Z":      time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC),
		"2026-11-20T12:00:00+08:00": time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC),
	} {
		c, _, err := Parse(Demo, []string{"--clock", text}, io.Discard)
		if err != nil || c.Begin != want {
			t.Errorf("%q: %s, %v", text, c.Begin, err)
		}
	}
	for text, sentence := range map[string]string{
		"2026-11-20":               "is no time in whole seconds; write it as 2026-11-20T04:00:00Z",
		"2026-11-20T04:00:00":      "is no time in whole seconds",
		"2026-11-20T04:00:00.5Z":   "is no time in whole seconds",
		"now":                      "is no time in whole seconds",
		"2023-12-31T23:59:59Z":     "must lie in the years 2024 to 2099",
		"2100-01-01T00:00:00Z":     "must lie in the years 2024 to 2099",
		"2024-01-01T00:00:00+8:00": "is no time in whole seconds",
	} {
		if _, _, err := Parse(Demo, []string{"--clock", text}, io.Discard); err == nil || !strings.Contains(err.Error(), sentence) {
			t.Errorf("%q: %v, want %q", text, err, sentence)
		}
	}
	for _, command := range []Command{Serve, Check, Migrate, Backup, Operator, Signer} {
		if _, _, err := Parse(command, []string{"--clock", "2026-11-20T04:00:00Z"}, io.Discard); err == nil || !strings.Contains(err.Error(), "flag provided but not defined: -clock") {
			t.Errorf("%s takes --clock: %v", command, err)
		}
	}
}
