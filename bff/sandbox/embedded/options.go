package embedded

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
)

// Options says where a server keeps its data and where its program is found.
type Options struct {
	// DataDir is the shop's data folder; each server makes its own folder in it.
	DataDir string
	// BinDirs are folders searched before PATH: a folder that holds the program
	// or has it in its "bin". See NodePostgresDir.
	BinDirs []string
	// Logger receives the server's own lines, with the attribute "child". Nil
	// discards them.
	Logger *slog.Logger
}

func (o Options) logger() *slog.Logger {
	if o.Logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return o.Logger
}

// absolute returns the options with an absolute, existing data folder.
func (o Options) absolute() (Options, error) {
	if o.DataDir == "" {
		return o, fmt.Errorf("embedded: no data folder given")
	}
	dir, err := filepath.Abs(o.DataDir)
	if err != nil {
		return o, fmt.Errorf("embedded: data folder: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return o, fmt.Errorf("embedded: data folder: %w", err)
	}
	o.DataDir = dir
	return o, nil
}

// maxSocketPath keeps below the 104 bytes that macOS allows for the path of a
// Unix socket (Linux: 108).
const maxSocketPath = 100

// socketDir returns dir when a socket called name fits in it, else a private
// folder under the system's temporary folder that is the same at every start.
func socketDir(dir, name string, id identity) (string, error) {
	if len(filepath.Join(dir, name)) > maxSocketPath {
		sum := sha256.Sum256([]byte(dir))
		dir = filepath.Join(os.TempDir(), "roamcart-"+hex.EncodeToString(sum[:6]))
	}
	if err := id.mkdir(dir); err != nil {
		return "", fmt.Errorf("embedded: socket folder: %w", err)
	}
	return dir, nil
}
