package embedded

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHydrateMakesTheListedLinks(t *testing.T) {
	t.Parallel()
	native := filepath.Join(t.TempDir(), "native")
	require.NoError(t, os.MkdirAll(filepath.Join(native, "lib"), 0o755))
	write(t, filepath.Join(native, "lib", "libpq.so.5.18"), "library")
	write(t, filepath.Join(native, "pg-symlinks.json"), `[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]`)
	for range 2 { // the second time there is nothing to do
		require.NoError(t, hydrate(native))
	}
	if b, err := os.ReadFile(filepath.Join(native, "lib", "libpq.so.5")); err != nil || string(b) != "library" {
		t.Fatalf("read %q, error %v", b, err)
	}
}

func TestHydrateStaysInThePackage(t *testing.T) {
	t.Parallel()
	native := filepath.Join(t.TempDir(), "native")
	require.NoError(t, os.Mkdir(native, 0o755))
	write(t, filepath.Join(native, "pg-symlinks.json"), `[{"source":"native/a","target":"../b"}]`)
	if err := hydrate(native); err == nil {
		t.Fatal("a link outside the package was accepted")
	}
}

func TestReachesLooksAtEveryFolder(t *testing.T) {
	t.Parallel()
	stranger := identity{drop: true, uid: 54321, gid: 54321}
	base := dataDir(t)
	inner := filepath.Join(base, "inner")
	require.NoError(t, os.Mkdir(inner, 0o755))
	if !stranger.reaches(inner) {
		t.Fatal("an open folder counts as closed")
	}
	require.NoError(t, os.Chmod(base, 0o700))
	if stranger.reaches(inner) {
		t.Fatal("a folder below a private one counts as open")
	}
	if !(identity{}).reaches(inner) {
		t.Fatal("without a change of user everything of ours is open")
	}
}

func TestCopyTreeKeepsLinksAndModes(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	write(t, filepath.Join(from, "program"), "#!")
	require.NoError(t, os.Chmod(filepath.Join(from, "program"), 0o700))
	require.NoError(t, os.Symlink("program", filepath.Join(from, "alias")))
	require.NoError(t, copyTree(from, to))
	info, err := os.Stat(filepath.Join(to, "program"))
	if err != nil || info.Mode().Perm() != 0o755 {
		t.Fatalf("program: %v, error %v", info.Mode(), err)
	}
	if link, err := os.Readlink(filepath.Join(to, "alias")); err != nil || link != "program" {
		t.Fatalf("alias leads to %q, error %v", link, err)
	}
}

func write(t *testing.T, file, content string) {
	t.Helper()
	require.NoError(t, os.WriteFile(file, []byte(content), 0o644))
}
