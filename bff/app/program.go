package app

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// ownID is the fileID of the running program.
var ownID = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find the program's file: %w", err)
	}
	return fileID(path)
})

// fileID returns 1 to 16 hex digits that change with what is in a file.
func fileID(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("open the program's file: %w", err)
	}
	defer func() { _ = file.Close() }()
	hash := xxhash.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", fmt.Errorf("read the program's file: %w", err)
	}
	return strconv.FormatUint(hash.Sum64(), 16), nil
}
