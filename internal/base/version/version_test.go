package version

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestTextSaysWhatWasBuilt(t *testing.T) {
	t.Parallel()
	target := []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "GOARCH", Value: "arm64"}}
	stamped := append([]debug.BuildSetting{{Key: "vcs.revision", Value: "c0ffee"}, {Key: "vcs.time", Value: "2026-11-25T20:00:00Z"}}, target...)
	changed := append([]debug.BuildSetting{{Key: "vcs.modified", Value: "true"}}, stamped...)
	const tail = "built with go1.26.0 for linux/arm64\n"
	for want, info := range map[string]debug.BuildInfo{
		"etld v1.0.0\ncommit c0ffee\nof 2026-11-25T20:00:00Z\n" + tail:             {Main: debug.Module{Version: "v1.0.0"}, Settings: stamped},
		"etld dev\ncommit c0ffee, changed since\nof 2026-11-25T20:00:00Z\n" + tail: {Main: debug.Module{Version: "(devel)"}, Settings: changed},
		"etld dev\ncommit unknown\nof unknown\n" + tail:                            {Settings: target},
	} {
		info.GoVersion = "go1.26.0"
		if got := text(&info); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
	if own := Text(); !strings.HasPrefix(own, "etld "+Of()+"\n") || !strings.Contains(own, "built with go1.") {
		t.Errorf("of this program it says %q", own)
	}
}
