// Package version says what the running program was built from.
package version

import (
	"cmp"
	"fmt"
	"runtime/debug"
)

// Of is the version the Go toolchain stamped, or "dev".
func Of() string { return of(build()) }

// Text is the version with what anybody needs to build the same program again: the
// commit, whether anything differed from it, the toolchain and the target.
func Text() string { return text(build()) }

// build is empty for a program that was not built as a module.
func build() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
}

func of(info *debug.BuildInfo) string {
	if info.Main.Version == "(devel)" {
		return "dev"
	}
	return cmp.Or(info.Main.Version, "dev")
}

func text(info *debug.BuildInfo) string {
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := cmp.Or(settings["vcs.revision"], "unknown")
	if settings["vcs.modified"] == "true" {
		commit += ", changed since"
	}
	return fmt.Sprintf("etld %s\ncommit %s\nof %s\nbuilt with %s for %s/%s\n", of(info), commit,
		cmp.Or(settings["vcs.time"], "unknown"), info.GoVersion, settings["GOOS"], settings["GOARCH"])
}
