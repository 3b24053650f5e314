package doctor

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"etld/internal/core/checklist"
)

// What is missing is printed with what mends it, and ends the command with an error; so
// does a program that does not answer.
func TestTheDoctorSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	list := checklist.List{Steps: []checklist.Step{{Step: "keys", State: checklist.Done},
		{Step: "pools", State: checklist.Missing, Lack: checklist.Pool, Of: "ETLD"},
		{Step: "feeds", State: checklist.Missing, Lack: checklist.EthPrice, Cause: "stale"}}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/doctor" {
			http.NotFound(w, r)
			return
		}
		_ = json.NewEncoder(w).Encode(list)
	}))
	defer server.Close()
	var out strings.Builder
	if err := Run(t.Context(), []string{server.URL}, &out); !errors.Is(err, ErrMissing) {
		t.Errorf("with a missing step: %v", err)
	}
	want := "done    keys            is there\nmissing pools           a pool of ETLD holds nothing: propose pools/fund in the console\n" +
		"missing feeds           ETH has no price that can be used (stale): name two sources with --eth-aggregator and --eth-pair or --eth-aggregator-2\n"
	if out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
	list.IsReady = true
	out.Reset()
	if err := Run(t.Context(), []string{"--json", server.URL}, &out); err != nil || !strings.HasPrefix(out.String(), `{"at":`) {
		t.Errorf("as JSON: %v, %s", err, out.String())
	}
	for _, at := range []string{server.URL + "/elsewhere", "http://127.0.0.1:1"} {
		if err := Run(t.Context(), []string{at}, &out); !errors.Is(err, ErrSilent) {
			t.Errorf("%s: %v", at, err)
		}
	}
	if err := Run(t.Context(), []string{"--unknown"}, &out); err == nil {
		t.Error("an unknown option is taken")
	}
}

// What --json prints is the whole answer, and the command ends with an error where a step
// is missing, however it prints.
func TestTheDoctorsJSONAndExitCode(t *testing.T) {
	t.Parallel()
	for _, want := range []checklist.List{{Steps: []checklist.Step{{Step: "keys", State: checklist.Done}}, IsReady: true},
		{Steps: []checklist.Step{{Step: "pools", State: checklist.Missing, Lack: checklist.Pool, Of: "ETLD"}}}} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(want) }))
		for _, arguments := range [][]string{{"--json", server.URL}, {server.URL}} {
			var out strings.Builder
			if err := Run(t.Context(), arguments, &out); errors.Is(err, ErrMissing) == want.IsReady {
				t.Errorf("%q where ready is %t ends with %v", arguments, want.IsReady, err)
			}
			var got checklist.List
			if err := json.Unmarshal([]byte(out.String()), &got); len(arguments) == 2 && (err != nil || !reflect.DeepEqual(got, want)) {
				t.Errorf("--json prints %s, %v", out.String(), err)
			}
		}
		server.Close()
	}
}

// Whatever can lack has words, which take what it lacks at exactly where there is one.
func TestEveryLackHasWords(t *testing.T) {
	t.Parallel()
	at := map[checklist.Lack]bool{checklist.Signature: true, checklist.Reading: true, checklist.PayoutsStopped: true, checklist.Gas: true, checklist.Pool: true,
		checklist.DatabaseClock: true, checklist.ChainClock: true, checklist.Stopped: true, checklist.OldBackup: true}
	for _, value := range checklist.Lack("").Values()[1:] {
		lack := checklist.Lack(value)
		if w := words[lack]; w.lack == "" || w.next == "" || strings.Contains(w.lack, "%s") != at[lack] {
			t.Errorf("%s has the words %+v", lack, w)
		}
	}
}
