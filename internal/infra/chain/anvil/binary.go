package anvil

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// ErrNoBinary says that anvil is not installed and how to install it.
var ErrNoBinary = errors.New("anvil is not installed: run npm ci in internal/infra/chain/contracts, or state the path of an anvil binary")

const (
	contractsFolder = "internal/infra/chain/contracts"
	parentsMax      = 16
)

// Find is the path of anvil's native binary: the stated path when there is one,
// else the npm package under root, else an anvil on the PATH. With an empty
// root, the repository around the working directory is looked for.
func Find(stated, root string) (string, error) {
	if stated != "" {
		if !isExecutable(stated) {
			return "", fmt.Errorf("anvil at %q is not a program that can be run: %w", stated, ErrNoBinary)
		}
		return filepath.Abs(stated)
	}
	if root == "" {
		root = findRoot()
	}
	if root != "" {
		installed := filepath.Join(root, contractsFolder, "node_modules", "@foundry-rs", platformPackage(), "bin", binaryName())
		if isExecutable(installed) {
			return filepath.Abs(installed)
		}
	}
	if onPath, err := exec.LookPath(binaryName()); err == nil {
		return filepath.Abs(onPath)
	}
	return "", ErrNoBinary
}

// findRoot walks up from the working directory to the repository's root.
func findRoot() string {
	folder, err := os.Getwd()
	if err != nil {
		return ""
	}
	for range parentsMax {
		if _, err := os.Stat(filepath.Join(folder, contractsFolder, "package.json")); err == nil {
			return folder
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return ""
		}
		folder = parent
	}
	return ""
}

// platformPackage is the npm package that holds this platform's binary.
func platformPackage() string {
	system := runtime.GOOS
	if system == "windows" {
		system = "win32"
	}
	return "anvil-" + system + "-" + runtime.GOARCH
}

func binaryName() string {
	if runtime.GOOS == "windows" {
		return "anvil.exe"
	}
	return "anvil"
}

func isExecutable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode().Perm()&0o111 != 0)
}
