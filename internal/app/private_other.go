//go:build !unix

package app

// keepPrivate has nothing to do where files have no such rights.
func keepPrivate() {}
