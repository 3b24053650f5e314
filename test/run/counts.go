package main

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// counts are the tests of one phase.
type counts struct {
	Passed, Failed, Skipped int
	// Unsteady passed on a second try, and are among those that passed.
	Unsteady, Failures []string
}

func (c counts) isGreen() bool { return c.Failed == 0 }

func (c *counts) add(other counts) {
	c.Passed += other.Passed
	c.Failed += other.Failed
	c.Skipped += other.Skipped
	c.Unsteady = append(c.Unsteady, other.Unsteady...)
	c.Failures = append(c.Failures, other.Failures...)
}

// summaries are the files in which phases leave their counts.
var summaries = map[string]string{"go": "bin/tests/go.json", "web": "bin/tests/web.json", "e2e": "bin/e2e-summary.json"}

// write leaves the counts of a phase for whoever runs all of them.
func (c counts) write(phase string) error {
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(summaries[phase]), 0o755); err != nil {
		return err
	}
	return os.WriteFile(summaries[phase], text, 0o644)
}

// read gives the counts that a phase left. Vitest has its own words for them.
func read(file string) (counts, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return counts{}, err
	}
	var vitest struct {
		NumPassedTests, NumFailedTests, NumPendingTests *int
		TestResults                                     []struct {
			Name             string
			AssertionResults []struct{ Status, FullName string }
		}
	}
	if err := json.Unmarshal(text, &vitest); err != nil {
		return counts{}, err
	}
	if vitest.NumPassedTests == nil {
		var c counts
		return c, json.Unmarshal(text, &c)
	}
	c := counts{Passed: *vitest.NumPassedTests, Failed: *vitest.NumFailedTests, Skipped: *vitest.NumPendingTests}
	for _, one := range vitest.TestResults {
		for _, test := range one.AssertionResults {
			if test.Status == "failed" {
				c.Failures = append(c.Failures, filepath.Base(one.Name)+": "+test.FullName)
			}
		}
	}
	return c, nil
}
