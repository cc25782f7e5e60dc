package embedded

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// ErrNotRunning is returned when no shop runs on a data folder.
var ErrNotRunning = errors.New("no shop is running on it; start one, or set DATABASE_URL")

// RunningPostgres returns the connection URL of the server that a running shop has started on its data folder. It starts
// and changes nothing, and may be called by any program beside the shop. The error wraps ErrNotRunning.
func RunningPostgres(dataDir string) (dsn string, err error) {
	data := filepath.Join(dataDir, "postgres", "data")
	if _, alive := postmasterOf(data); !alive {
		return "", fmt.Errorf("DATA_DIR %s: %w", dataDir, ErrNotRunning)
	}
	file, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return "", fmt.Errorf("DATA_DIR %s: %w", dataDir, err)
	}
	// Process, data folder, start time, port, socket folder: as the server itself writes them.
	lines := strings.Split(string(file), "\n")
	const socketLine = 4
	if len(lines) <= socketLine || strings.TrimSpace(lines[socketLine]) == "" {
		return "", fmt.Errorf("DATA_DIR %s: the database is still starting; try again", dataDir)
	}
	return socketDSN(strings.TrimSpace(lines[socketLine]), databaseName), nil
}
