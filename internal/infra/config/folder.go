package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// folderMode lets only the program's user read the books.
const folderMode = 0o700

// CreateFolder makes the data folder where a database is begun. The folder of a
// file that was named itself must be there: it may be a disk that is not mounted.
func (c Config) CreateFolder() error {
	file, isFile := strings.CutPrefix(c.Database, "sqlite:")
	if !isFile {
		return nil
	}
	folder := filepath.Dir(file)
	if folder == filepath.Clean(c.DataDir) {
		if err := os.MkdirAll(folder, folderMode); err != nil {
			return fmt.Errorf("--data-dir %s cannot be made: %w", c.DataDir, err)
		}
		return nil
	}
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("--database %s: the folder %s is missing; make it first", c.Database, folder)
	case err == nil && !info.IsDir():
		return fmt.Errorf("--database %s: %s is not a folder", c.Database, folder)
	}
	return err
}

// WantDatabase refuses to look at a database file that is not there, which
// would make an empty one.
func (c Config) WantDatabase() error {
	file, isFile := strings.CutPrefix(c.Database, "sqlite:")
	if !isFile {
		return nil
	}
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no database at %s; name its folder with --data-dir, or the database with --database, as the service does", file)
	} else if err != nil {
		return fmt.Errorf("the database: %w", err)
	}
	return nil
}
