// Command draw makes the demo's pictures out of their drawings: every SVG in the folder
// above is drawn by Chromium and made into the sizes that an upload would be made into.
// What it writes is committed, as a demo should be there at once.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"etld/internal/core/picture"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "write: draw FOLDER")
		os.Exit(2)
	}
	if err := drawAll(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func drawAll(ctx context.Context, folder string) error {
	drawings, err := filepath.Glob(filepath.Join(folder, "*.svg"))
	if err != nil {
		return err
	}
	for _, drawing := range drawings {
		if err := draw(ctx, drawing); err != nil {
			return fmt.Errorf("%s: %w", drawing, err)
		}
	}
	return nil
}

// draw takes a picture of a page that is the drawing. Goods are square, news twice as
// wide as high, as the drawing's first line says.
func draw(ctx context.Context, drawing string) error {
	text, err := os.ReadFile(drawing)
	if err != nil {
		return err
	}
	height := 1280
	if strings.Contains(string(text), `viewBox="0 0 1280 640"`) {
		height = 640
	}
	path, err := filepath.Abs(drawing)
	if err != nil {
		return err
	}
	shot := filepath.Join(os.TempDir(), filepath.Base(drawing)+".png")
	defer func() { _ = os.Remove(shot) }()
	browser := exec.CommandContext(ctx, "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
		fmt.Sprintf("--window-size=1280,%d", height), "--screenshot="+shot, "file://"+path)
	if out, err := browser.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	file, err := os.ReadFile(shot)
	if err != nil {
		return err
	}
	made, err := picture.Make(ctx, file)
	if err != nil {
		return err
	}
	stem := strings.TrimSuffix(drawing, ".svg")
	for _, size := range made.Sizes {
		if err := os.WriteFile(fmt.Sprintf("%s-%d.webp", stem, size.Width), size.Content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
