package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"time"
)

// Disk keeps files in a folder, which several programs may share. It is safe for concurrent use.
type Disk struct{ root *os.Root }

// incoming is the folder of files that are being written.
const incoming = "incoming"

// OpenDisk opens a folder, and makes it where it is not there.
func OpenDisk(dir string) (*Disk, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("make the folder of images: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the folder of images: %w", err)
	}
	return &Disk{root}, nil
}

// Close closes the folder.
func (d *Disk) Close() error { return d.root.Close() }

// place is where a file is: in a folder of the first two letters of its name.
func place(name string) (string, error) {
	if len(name) < 3 || !fs.ValidPath(name) || path.Base(name) != name || name[0] == '.' {
		return "", fmt.Errorf("%q: %w", name, fs.ErrNotExist)
	}
	return name[:2] + "/" + name, nil
}

// Put stores a file, in place of one of the same name.
func (d *Disk) Put(_ context.Context, name string, body []byte) error {
	to, err := place(name)
	if err != nil {
		return err
	}
	for _, dir := range []string{incoming, path.Dir(to)} {
		if err := d.root.MkdirAll(dir, 0o750); err != nil {
			return err
		}
	}
	from := incoming + "/" + rand.Text()
	if err := d.write(from, body); err != nil {
		return errors.Join(err, d.root.Remove(from))
	}
	if err := d.root.Rename(from, to); err != nil {
		return errors.Join(err, d.root.Remove(from))
	}
	return d.sync(path.Dir(to))
}

func (d *Disk) write(name string, body []byte) error {
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	_, err = f.Write(body)
	return errors.Join(err, f.Sync(), f.Close())
}

// sync writes down which files a folder has.
func (d *Disk) sync(dir string) error {
	f, err := d.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Get reads a file. The error is fs.ErrNotExist when there is none.
func (d *Disk) Get(_ context.Context, name string) ([]byte, error) {
	at, err := place(name)
	if err != nil {
		return nil, err
	}
	return d.root.ReadFile(at)
}

// Modified is when a file was stored last. The error is fs.ErrNotExist when there is none.
func (d *Disk) Modified(_ context.Context, name string) (time.Time, error) {
	for _, at := range d.places(name) {
		info, err := d.root.Stat(at)
		if err == nil {
			return info.ModTime(), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return time.Time{}, err
		}
	}
	return time.Time{}, fs.ErrNotExist
}

// Delete deletes a file.
func (d *Disk) Delete(_ context.Context, name string) error {
	for _, at := range d.places(name) {
		if err := d.root.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// places are where a file may be of a name that Each has told: its place, or that of files that were not written to their end.
func (d *Disk) places(name string) []string {
	at, err := place(name)
	if err != nil {
		return nil
	}
	return []string{at, incoming + "/" + name}
}

// Each calls see for all files, also for those that were not written to their end.
func (d *Disk) Each(ctx context.Context, see func(name string, modified time.Time) error) error {
	return fs.WalkDir(d.root.FS(), ".", func(at string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // it was deleted meanwhile
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case entry.IsDir():
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return see(path.Base(at), info.ModTime())
	})
}
