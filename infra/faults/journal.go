package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// journal records each step of each shopper as a line of JSON.
type journal struct {
	mu   sync.Mutex
	file *os.File
	out  *bufio.Writer
}

// step is an action of a shopper with its failed tries, until it succeeded or the shopper gave up.
type step struct {
	Visit int       `json:"visit"`
	Kind  string    `json:"kind"`
	Step  string    `json:"step"`
	Order string    `json:"order,omitempty"`
	At    time.Time `json:"at"`
	// Took is the time of all tries in milliseconds, and Tries their number.
	Took  int64 `json:"ms"`
	Tries int   `json:"tries"`
	// Failures are those of the tries before the last.
	Failures []failure `json:"met,omitempty"`
	// Failed is the final error, "" after a success.
	Failed string `json:"failed,omitempty"`
}

// failure is a failed try: no answer, or an error.
type failure struct {
	At time.Time `json:"at"`
	// Status is the HTTP status, 0 without an answer.
	Status  int    `json:"status,omitempty"`
	Message string `json:"says"`
}

// openJournal opens the journal of the testbed's shoppers.
func (tb *testbed) openJournal() (err error) {
	if tb.journal, err = newJournal(filepath.Join(tb.dir, "journal.jsonl")); err == nil {
		tb.closers = append(tb.closers, tb.journal.close)
	}
	return err
}

func newJournal(path string) (*journal, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &journal{file: file, out: bufio.NewWriter(file)}, nil
}

func (j *journal) write(s step) {
	line, _ := json.Marshal(s) // it consists of texts and numbers
	j.mu.Lock()
	defer j.mu.Unlock()
	_, _ = j.out.Write(append(line, '\n'))
}

func (j *journal) close() {
	j.mu.Lock()
	defer j.mu.Unlock()
	_ = j.out.Flush()
	_ = j.file.Close()
}
