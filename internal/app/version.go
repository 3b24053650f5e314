package app

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
)

// ErrNoBuildInfo says that the program was not built as a module.
var ErrNoBuildInfo = errors.New("the program holds nothing about how it was built")

// buildVersion is the version the Go toolchain stamped, or "dev".
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "dev"
	}
	return info.Main.Version
}

// printVersion prints the version, and what anybody needs to build the same program
// again: the commit, whether anything differed from it, the toolchain and the target.
func printVersion(out io.Writer) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ErrNoBuildInfo
	}
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := cmp.Or(settings["vcs.revision"], "unknown")
	if settings["vcs.modified"] == "true" {
		commit += ", changed since"
	}
	_, err := fmt.Fprintf(out, "etld %s\ncommit %s\nof %s\nbuilt with %s for %s/%s\n", buildVersion(), commit,
		cmp.Or(settings["vcs.time"], "unknown"), info.GoVersion, settings["GOOS"], settings["GOARCH"])
	return err
}
