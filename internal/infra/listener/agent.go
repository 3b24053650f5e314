package listener

import (
	"strings"
	"unicode"
)

const agentLengthMax = 160

// AgentOf is the User-Agent header without anything that is not text.
func AgentOf(header string) string {
	var agent strings.Builder
	for _, r := range strings.ToValidUTF8(header, "") {
		if unicode.IsPrint(r) && agent.Len() < agentLengthMax {
			agent.WriteRune(r)
		}
	}
	return agent.String()
}
