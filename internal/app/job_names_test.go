package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// parkedAlone are what operators find parked work under and no job is called.
var parkedAlone = []string{"payout", "team_acceleration", "team_pay"}

// TestEveryJobHasAName holds that the console calls every job by people's words in each
// language, and none that is gone.
func TestEveryJobHasAName(t *testing.T) {
	t.Parallel()
	p := payingProgram(t)
	names := slices.Clone(parkedAlone)
	for _, job := range append(p.runner.Board(), p.payer.Board()...) {
		names = append(names, job.Job)
		// The other chain has a wallet too, and a signer with a journal is read.
		if network, isWallets := strings.CutPrefix(job.Job, "payout_"); isWallets {
			names = append(names, "payout_"+strings.Replace(network, networkName, erc20Name, 1),
				"payout_recall_"+network, "payout_recall_"+strings.Replace(network, networkName, erc20Name, 1))
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for _, language := range []string{"zhtw", "en", "ru"} {
		text, err := os.ReadFile(filepath.Join("../../web/locales", language, "console-words.json"))
		if err != nil {
			t.Fatal(err)
		}
		words := make(map[string]string)
		if err := json.Unmarshal(text, &words); err != nil {
			t.Fatal(err)
		}
		var named []string
		for key := range words {
			if name, isJobs := strings.CutPrefix(key, "job."); isJobs {
				named = append(named, name)
			}
		}
		slices.Sort(named)
		if !slices.Equal(named, names) {
			t.Errorf("%s names the jobs\n%q, there are\n%q", language, named, names)
		}
	}
}
