// Package web holds the built apps inside the program. Before the first
// build it is empty, and the server says so.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Player is the built mobile app.
func Player() fs.FS {
	sub, err := fs.Sub(dist, "dist/player")
	if err != nil {
		// fs.Sub fails on a malformed path only.
		panic(err)
	}
	return sub
}
