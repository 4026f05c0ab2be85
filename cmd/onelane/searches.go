package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"onelane.test/scenarios"
)

// searches are finished searches for mutants, kept in a file with one of them a line, so that a search that took long is
// not done again after an interruption.
type searches struct {
	file  *os.File
	found map[scenarios.Search]scenarios.Detection
}

// kept is a line of the file.
type keptSearch struct {
	scenarios.Search
	scenarios.Detection
}

// openSearches reads what the file has, and goes on writing behind it. A line that was cut off is left out.
func openSearches(path string) (*searches, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, fmt.Errorf("make folder of searches: %w", err)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, fmt.Errorf("open searches: %w", err)
	}
	s := &searches{file: file, found: map[scenarios.Search]scenarios.Detection{}}
	if err := s.read(); err != nil {
		return nil, fmt.Errorf("read searches %s: %w", path, err)
	}
	return s, nil
}

func (s *searches) read() error {
	text, err := io.ReadAll(s.file)
	if err != nil {
		return err
	}
	for line := range bytes.Lines(text) {
		var kept keptSearch
		if json.Unmarshal(line, &kept) == nil {
			s.found[kept.Search] = kept.Detection
		}
	}
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		_, err = s.file.WriteString("\n")
	}
	return err
}

func (s *searches) close() { s.file.Close() }

// add writes a search behind the others.
func (s *searches) add(search scenarios.Search, d scenarios.Detection) error {
	line, err := json.Marshal(keptSearch{search, d})
	if err != nil {
		return err
	}
	_, err = s.file.Write(append(line, '\n'))
	return err
}
