package web

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/labstack/echo/v4"
)

//go:embed public
var publicFS embed.FS

// imageFolder is the first segment of /{product}-images/.
var imageFolder = regexp.MustCompile(`^[a-z0-9]+(?:-[a-z0-9]+)*-images$`)

// Static serves files. It is safe for concurrent use.
type Static struct {
	client  fs.FS
	folders []fs.FS
	older   OlderBuilds
	roots   []*os.Root
	known   sync.Map // name, size and time → *stored
}

// StaticOptions say where the files are.
type StaticOptions struct {
	// ClientDir is the renderer's build for browsers; it has assets/, builds/latest.json and sw.js.
	ClientDir string
	// PublicDir has pc-static/ and {product}-images/; empty means that only the program's own files are served there. Its
	// files win over those.
	PublicDir string
	// Older has the files of other builds; nil has none.
	Older func(assets fs.FS) OlderBuilds
}

// OlderBuilds finds files of builds that this program does not serve itself; *builds.Store is one.
type OlderBuilds interface {
	// Asset returns the file below assets/; the error is fs.ErrNotExist when no build had it.
	Asset(ctx context.Context, name string) ([]byte, error)
}

// OpenStatic opens the folders. The error says which one is missing.
func OpenStatic(o StaticOptions) (*Static, error) {
	s := &Static{}
	client, err := s.open(o.ClientDir)
	if err != nil {
		return nil, fmt.Errorf("open the pages' build: %w", err)
	}
	s.client = client
	if o.Older != nil {
		assets, err := fs.Sub(client, "assets")
		if err != nil {
			_ = s.Close()
			return nil, err
		}
		s.older = o.Older(assets)
	}
	if o.PublicDir != "" {
		public, err := s.open(o.PublicDir)
		if err != nil {
			_ = s.Close()
			return nil, fmt.Errorf("open the public files: %w", err)
		}
		s.folders = append(s.folders, public)
	}
	own, err := fs.Sub(publicFS, "public")
	if err != nil {
		_ = s.Close()
		return nil, err
	}
	s.folders = append(s.folders, own)
	return s, nil
}

// open confines what is served to the folder: symbolic links do not lead out of it.
func (s *Static) open(dir string) (fs.FS, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	s.roots = append(s.roots, root)
	return root.FS(), nil
}

// Close closes the folders.
func (s *Static) Close() error {
	var errs []error
	for _, r := range s.roots {
		errs = append(errs, r.Close())
	}
	return errors.Join(errs...)
}

// BuildID returns the id of the build that is being served, "" when it cannot be read.
func (s *Static) BuildID() string {
	raw, err := fs.ReadFile(s.client, "builds/latest.json")
	if err != nil {
		return ""
	}
	var latest struct {
		ID string `json:"id"`
	}
	_ = json.Unmarshal(raw, &latest)
	return latest.ID
}

// Serves reports whether a path belongs to the files and not to the pages.
func Serves(urlPath string) bool {
	first, rest, deep := strings.Cut(strings.TrimPrefix(urlPath, "/"), "/")
	if !deep {
		return first == "favicon.png" || first == "favicon.svg" || first == worker
	}
	return first == "assets" || first == "pc-static" || imageFolder.MatchString(first) || first == "builds" && rest == "latest.json"
}

// Middleware serves the paths of files and leaves all others to the routes. echo has no pattern for /{product}-images.
func (s *Static) Middleware() echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if !Serves(c.Request().URL.Path) {
				return next(c)
			}
			return s.Handle(c)
		}
	}
}

// Handle serves one file.
func (s *Static) Handle(c echo.Context) error {
	req := c.Request()
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		c.Response().Header().Set(echo.HeaderAllow, "GET, HEAD")
		return echo.ErrMethodNotAllowed
	}
	name := strings.TrimPrefix(req.URL.Path, "/")
	file, err := s.find(req.Context(), name, req.URL.EscapedPath())
	if err != nil {
		c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
		if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("serve %q: %w", name, err)
		}
		return c.String(http.StatusNotFound, "not found\n")
	}
	return file.serve(c, name)
}

// find reads a file, or what is kept of it.
func (s *Static) find(ctx context.Context, name, escaped string) (*stored, error) {
	lower := strings.ToLower(escaped)
	if !fs.ValidPath(name) || strings.Contains(lower, "%2f") || strings.ContainsAny(name, "\\\x00") || strings.Contains("/"+name, "/.") {
		return nil, fs.ErrNotExist
	}
	if strings.HasPrefix(name, "assets/") || strings.HasPrefix(name, "builds/") || name == worker {
		file, err := s.read(s.client, name)
		if asset, ok := strings.CutPrefix(name, "assets/"); ok && s.older != nil && errors.Is(err, fs.ErrNotExist) {
			return s.readOlder(ctx, name, asset)
		}
		return file, err
	}
	for _, folder := range s.folders {
		file, err := s.read(folder, name)
		if !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
	}
	return nil, fs.ErrNotExist
}

func (s *Static) read(folder fs.FS, name string) (*stored, error) {
	info, err := fs.Stat(folder, name)
	if err != nil {
		return nil, notExist(err)
	}
	if !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	key := fmt.Sprintf("%s %d %d", name, info.Size(), info.ModTime().UnixNano())
	if kept, ok := s.known.Load(key); ok {
		return kept.(*stored), nil
	}
	file := &stored{contentType: contentType(name), modified: info.ModTime()}
	if file.body, err = fs.ReadFile(folder, name); err != nil {
		return nil, notExist(err)
	}
	file.tag = StrongTag(file.body)
	if compressible(file.contentType) && len(file.body) >= gzipFrom {
		file.br, _ = fs.ReadFile(folder, name+".br")
		if file.gzip, err = fs.ReadFile(folder, name+".gz"); err != nil {
			file.gzip = gzipped(file.body)
		}
	}
	s.known.Store(key, file)
	return file, nil
}

// readOlder reads a file of another build; what is found never changes.
func (s *Static) readOlder(ctx context.Context, name, asset string) (*stored, error) {
	if kept, ok := s.known.Load(name); ok {
		return kept.(*stored), nil
	}
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	body, err := s.older.Asset(ctx, asset)
	if err != nil {
		return nil, err
	}
	file := &stored{contentType: contentType(name), body: body, tag: StrongTag(body)}
	if compressible(file.contentType) && len(body) >= gzipFrom {
		file.gzip = gzipped(body)
	}
	s.known.Store(name, file)
	return file, nil
}

// notExist reads a path that goes through a file, is too long, or leads out of the folder as one that is not there. What
// the system refuses for another reason is a failure.
func notExist(err error) error {
	if number, ok := errors.AsType[syscall.Errno](err); ok && !slices.Contains([]syscall.Errno{syscall.ENOENT, syscall.ENOTDIR, syscall.ENAMETOOLONG, syscall.ELOOP}, number) {
		return err
	}
	return fs.ErrNotExist
}
