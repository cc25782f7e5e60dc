package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// journal writes down each step of each shopper, a JSON object a line.
type journal struct {
	mu   sync.Mutex
	file *os.File
	out  *bufio.Writer
}

// step is what a shopper did, with everything that it was answered until it went well or the shopper gave up.
type step struct {
	Visit int       `json:"visit"`
	Kind  string    `json:"kind"`
	Step  string    `json:"step"`
	Order string    `json:"order,omitempty"`
	At    time.Time `json:"at"`
	// Took is how long it took in all, in milliseconds, and Tries how often it was tried.
	Took  int64 `json:"ms"`
	Tries int   `json:"tries"`
	// Met are the troubles on the way.
	Met []trouble `json:"met,omitempty"`
	// Failed is how it ended, "" when it went well.
	Failed string `json:"failed,omitempty"`
}

// trouble is an answer that was none, or not the one that was asked for.
type trouble struct {
	At time.Time `json:"at"`
	// Status is that of HTTP, 0 where there was no answer.
	Status int    `json:"status,omitempty"`
	Says   string `json:"says"`
}

// openJournal has the steps of this world's shoppers written down.
func (w *world) openJournal() (err error) {
	if w.journal, err = newJournal(filepath.Join(w.dir, "journal.jsonl")); err == nil {
		w.closers = append(w.closers, w.journal.close)
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
