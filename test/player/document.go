package player

import (
	"os"
	"path/filepath"
	"strings"
)

// Fenced lists what stands between the fences of a document of ours that name a
// language; commands stand between fences that name none.
func Fenced(document, language string) (list []string, err error) {
	text, err := os.ReadFile(filepath.Join(Root(), "docs", document))
	if err != nil {
		return nil, err
	}
	for i, part := range strings.Split(string(text), "```") {
		if named, content, _ := strings.Cut(part, "\n"); i%2 == 1 && named == language {
			list = append(list, content)
		}
	}
	return list, nil
}
