package envelope

import (
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// DirStore holds keys as files gw-<number>.pem, readable by their owner only, in one directory. The highest number is
// the newest. Several processes may share the directory.
type DirStore struct{ dir string }

const (
	dirPattern    = "gw-*.pem"
	createdHeader = "Created"
)

// NewDirStore returns a store in dir, which is made when it does not exist.
func NewDirStore(dir string) (*DirStore, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("directory of the gateway keys: %w", err)
	}
	return &DirStore{dir: dir}, nil
}

// Newest returns the keys of the two files with the highest numbers.
func (s *DirStore) Newest(context.Context) ([]Key, error) {
	numbers, err := s.numbers()
	if err != nil {
		return nil, err
	}
	var keys []Key
	for _, n := range numbers[:min(len(numbers), liveKeys)] {
		k, err := s.read(n)
		if errors.Is(err, fs.ErrNotExist) { // another process rotated meanwhile; it is not live any more
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(keys) > 0 {
			k.RetiredAt = keys[len(keys)-1].CreatedAt
		}
		keys = append(keys, k)
	}
	return keys, nil
}

// Append writes k under the next number. The file appears complete or not at all, and only one process gets a number.
func (s *DirStore) Append(ctx context.Context, k Key, after string) (bool, error) {
	numbers, err := s.numbers()
	if err != nil {
		return false, err
	}
	keys, err := s.Newest(ctx)
	if err != nil {
		return false, err
	}
	newest, next := "", 1
	if len(keys) > 0 {
		newest, next = keys[0].KID, numbers[0]+1
	}
	if newest != after {
		return false, nil
	}
	if err := s.write(next, k); errors.Is(err, fs.ErrExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	for _, n := range numbers[min(len(numbers), liveKeys-1):] {
		if err := os.Remove(s.path(n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return true, fmt.Errorf("remove an old gateway key: %w", err)
		}
	}
	return true, nil
}

func (s *DirStore) path(n int) string { return filepath.Join(s.dir, fmt.Sprintf("gw-%06d.pem", n)) }

// numbers returns the numbers of the key files, the highest first.
func (s *DirStore) numbers() ([]int, error) {
	names, err := filepath.Glob(filepath.Join(s.dir, dirPattern))
	if err != nil {
		return nil, fmt.Errorf("list the gateway keys: %w", err)
	}
	var out []int
	for _, name := range names {
		var n int
		if _, err := fmt.Sscanf(filepath.Base(name), "gw-%06d.pem", &n); err == nil && n > 0 {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out, nil
}

func (s *DirStore) read(n int) (Key, error) {
	info, err := os.Stat(s.path(n))
	if err != nil {
		return Key{}, fmt.Errorf("gateway key: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return Key{}, fmt.Errorf("gateway key %s can be read by others; set its mode to 0600", filepath.Base(s.path(n)))
	}
	text, err := os.ReadFile(s.path(n))
	if err != nil {
		return Key{}, fmt.Errorf("gateway key: %w", err)
	}
	created := info.ModTime()
	if block, _ := pem.Decode(text); block != nil && block.Headers[createdHeader] != "" {
		if created, err = time.Parse(time.RFC3339Nano, block.Headers[createdHeader]); err != nil {
			return Key{}, fmt.Errorf("gateway key %s: %w", filepath.Base(s.path(n)), err)
		}
	}
	return ParseKey(text, created.UTC())
}

func (s *DirStore) write(n int, k Key) error {
	text, err := k.pem()
	if err != nil {
		return err
	}
	block, _ := pem.Decode(text)
	block.Headers = map[string]string{createdHeader: k.CreatedAt.UTC().Format(time.RFC3339Nano)}
	tmp, err := os.CreateTemp(s.dir, ".new-*") // mode 0600
	if err != nil {
		return fmt.Errorf("write the gateway key: %w", err)
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(pem.EncodeToMemory(block))
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return fmt.Errorf("write the gateway key: %w", err)
	}
	if err := os.Link(tmp.Name(), s.path(n)); err != nil { // unlike a rename, a link never replaces
		return fmt.Errorf("write the gateway key: %w", err)
	}
	return nil
}
