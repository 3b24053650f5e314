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
func Player() fs.FS { return app("player") }

// Console is the built operator's console.
func Console() fs.FS { return app("console") }

func app(name string) fs.FS {
	sub, err := fs.Sub(dist, "dist/"+name)
	if err != nil {
		// fs.Sub fails on a malformed path only.
		panic(err)
	}
	return sub
}
