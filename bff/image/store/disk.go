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

// Disk keeps files in a folder, which several programs may share. The folder is made with its first file. It is safe for concurrent
// use.
type Disk struct{ dir string }

// incoming is the folder of files that are being written.
const incoming = "incoming"

// NewDisk returns a store in a folder.
func NewDisk(dir string) *Disk { return &Disk{dir} }

// in does something in the folder, out of which no name leads. The error is fs.ErrNotExist while it is not there.
func (d *Disk) in(do func(root *os.Root) error) error {
	root, err := os.OpenRoot(d.dir)
	if err != nil {
		return fmt.Errorf("open the folder of images: %w", err)
	}
	return errors.Join(do(root), root.Close())
}

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
	if err := os.MkdirAll(d.dir, 0o750); err != nil {
		return fmt.Errorf("make the folder of images: %w", err)
	}
	return d.in(func(root *os.Root) error {
		for _, dir := range []string{incoming, path.Dir(to)} {
			if err := root.MkdirAll(dir, 0o750); err != nil {
				return err
			}
		}
		from := incoming + "/" + rand.Text()
		if err := write(root, from, body); err != nil {
			return errors.Join(err, root.Remove(from))
		}
		if err := root.Rename(from, to); err != nil {
			return errors.Join(err, root.Remove(from))
		}
		return sync(root, path.Dir(to))
	})
}

func write(root *os.Root, name string, body []byte) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	_, err = f.Write(body)
	return errors.Join(err, f.Sync(), f.Close())
}

// sync writes down which files a folder has.
func sync(root *os.Root, dir string) error {
	f, err := root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Get reads a file. The error is fs.ErrNotExist when there is none.
func (d *Disk) Get(_ context.Context, name string) (body []byte, err error) {
	at, err := place(name)
	if err != nil {
		return nil, err
	}
	err = d.in(func(root *os.Root) (err error) {
		body, err = root.ReadFile(at)
		return err
	})
	return body, err
}

// Modified is when a file was stored last. The error is fs.ErrNotExist when there is none.
func (d *Disk) Modified(_ context.Context, name string) (at time.Time, err error) {
	err = d.in(func(root *os.Root) error {
		for _, place := range places(name) {
			info, err := root.Stat(place)
			if err == nil {
				at = info.ModTime()
				return nil
			}
			if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return fs.ErrNotExist
	})
	return at, err
}

// Delete deletes a file.
func (d *Disk) Delete(_ context.Context, name string) error {
	return d.in(func(root *os.Root) error {
		for _, at := range places(name) {
			if err := root.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return nil
	})
}

// places are where a file may be of a name that Each has returned: its place, or that of files that were not written to their end.
func places(name string) []string {
	at, err := place(name)
	if err != nil {
		return nil
	}
	return []string{at, incoming + "/" + name}
}

// Each calls see for all files, also for those that were not written to their end.
func (d *Disk) Each(ctx context.Context, see func(name string, modified time.Time) error) error {
	err := d.in(func(root *os.Root) error {
		return fs.WalkDir(root.FS(), ".", func(at string, entry fs.DirEntry, err error) error {
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
	})
	if errors.Is(err, fs.ErrNotExist) { // nothing was stored yet
		return nil
	}
	return err
}
