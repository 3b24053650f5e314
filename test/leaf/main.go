// Command leaf turns the lowest bit of a leaf's first sum behind the program's back, and
// turns it back when it runs again. Its arguments are the database's file and the leaf's
// owner in hexadecimal.
package main

import (
	"bytes"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	_ "modernc.org/sqlite"
)

const leafSize = 56

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "say which file and which owner")
		os.Exit(2)
	}
	if err := change(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func change(file, owner string) error {
	wanted, err := hex.DecodeString(owner)
	if err != nil {
		return err
	}
	db, err := sql.Open("sqlite", file+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	defer db.Close()
	blocks, err := read(db)
	if err != nil {
		return err
	}
	for id, written := range blocks {
		leaves, err := base64.StdEncoding.DecodeString(written)
		if err != nil {
			return err
		}
		for at := 0; at+leafSize <= len(leaves); at += leafSize {
			if !bytes.Equal(leaves[at:at+len(wanted)], wanted) {
				continue
			}
			leaves[at+len(wanted)+7] ^= 1
			_, err := db.Exec("UPDATE solvency_block SET leaves = ? WHERE id = ?", base64.StdEncoding.EncodeToString(leaves), id)
			return err
		}
	}
	return errors.New("no leaf has this owner")
}

func read(db *sql.DB) (map[string]string, error) {
	rows, err := db.Query("SELECT id, leaves FROM solvency_block")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	blocks := map[string]string{}
	for rows.Next() {
		var id, leaves string
		if err := rows.Scan(&id, &leaves); err != nil {
			return nil, err
		}
		blocks[id] = leaves
	}
	return blocks, rows.Err()
}
