package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/platform/config"
)

// Whatever is logged, by whomever it was typed: an entry is one line, which no text in it ends, and it says when it was made.
func TestALogEntryIsOneLine(t *testing.T) {
	t.Parallel()
	const typed = "x\r\ntime=2026-01-01T00:00:00Z level=ERROR msg=forged \u2028\u001b[2J\x00\" level=INFO"
	for _, format := range []string{"text", "json"} {
		var out bytes.Buffer
		log := loggerTo(&out, config.Config{Server: config.Server{LogFormat: format, LogLevel: "info"}})
		log.Warn(typed, "name", typed, typed, errors.New(typed))
		log.Debug("below the level")
		line, found := strings.CutSuffix(out.String(), "\n")
		if !found || strings.ContainsAny(line, "\r\n\x00\x1b") {
			t.Errorf("%s: %q", format, out.String())
		}
		if format != "json" {
			continue
		}
		var entry struct {
			Time  time.Time
			Level string
			Name  string
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Name != typed || entry.Level != "WARN" || entry.Time.IsZero() {
			t.Errorf("%q is read as %+v: %v", line, entry, err)
		}
	}
}
