package listener

import (
	"strings"
	"testing"
)

// A client's name for itself is text of a stranger: nothing but what can be shown is
// kept of it, and not much.
func TestAgentOf(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"":                             "",
		"Mozilla/5.0 (Linux) 手機":       "Mozilla/5.0 (Linux) 手機",
		"a\r\nSet-Cookie: b\x00\u202e": "aSet-Cookie: b",
		"broken \xff\xfe text":         "broken  text",
	} {
		if got := AgentOf(header); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
	if got := AgentOf(strings.Repeat("a", 2*agentLengthMax)); len(got) > agentLengthMax+1 {
		t.Errorf("%d bytes of a long one", len(got))
	}
}
