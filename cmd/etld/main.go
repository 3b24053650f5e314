// Command etld is the whole product: server, demo world and operator's tools.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	// Roots of trust for a machine or a container that has none of its own.
	_ "golang.org/x/crypto/x509roots/fallback"

	"etld/internal/app"
	"etld/internal/infra/config"
)

func main() {
	config.CollectSeldom()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	err := app.Run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "etld:", err)
		os.Exit(app.ExitCode(err))
	}
}
