package wording

import (
	"encoding/json"
	"fmt"
	"io/fs"
)

// Load reads the texts that a package comes with: a file for each language in locales,
// by the language's code.
func Load[Language ~string, T any](files fs.FS) (map[Language]T, error) {
	all := make(map[Language]T)
	for _, language := range Languages() {
		raw, err := fs.ReadFile(files, "locales/"+language+".json")
		var texts T
		if err == nil {
			err = json.Unmarshal(raw, &texts)
		}
		if err != nil {
			return nil, fmt.Errorf("texts in %s: %w", language, err)
		}
		all[Language(language)] = texts
	}
	return all, nil
}
