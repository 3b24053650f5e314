package wording_test

import (
	"io/fs"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"etld/internal/base/wording"
)

// Texts are there in every language, or nothing is loaded.
func TestTextsAreLoadedInEveryLanguage(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{}
	for _, language := range wording.Languages() {
		files["locales/"+language+".json"] = &fstest.MapFile{Data: []byte(`{"a": "in ` + language + `"}`)}
	}
	load := func(files fs.FS) (map[string]map[string]string, error) {
		return wording.Load[string, map[string]string](files)
	}
	all, err := load(files)
	if err != nil || len(all) != len(wording.Languages()) || all["ru"]["a"] != "in ru" {
		t.Errorf("loaded %v, %v", all, err)
	}
	broken, lacking := maps.Clone(files), maps.Clone(files)
	broken["locales/ru.json"] = &fstest.MapFile{Data: []byte(`{"a": `)}
	delete(lacking, "locales/ru.json")
	for name, files := range map[string]fstest.MapFS{"broken": broken, "lacking": lacking} {
		if all, err := load(files); all != nil || err == nil || !strings.Contains(err.Error(), "texts in ru") {
			t.Errorf("%s: %v, %v", name, all, err)
		}
	}
}
