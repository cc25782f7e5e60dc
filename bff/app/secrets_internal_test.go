package app

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASecretIsMadeOnceAndKept(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	first, err := storedSecret(dir, "app_secret")
	if err != nil || len(first) != 64 {
		t.Fatalf("%q %v", first, err)
	}
	if again, err := storedSecret(dir, "app_secret"); err != nil || again != first {
		t.Fatalf("again: %q %v", again, err)
	}
	if info, err := os.Stat(filepath.Join(dir, "app_secret")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v %v", info, err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("beside it: %v %v", files, err)
	}
}

// What a full disk has left of a file keeps no secret.
func TestAnEmptySecretIsNone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "app_secret"), []byte("\n"), 0o600))
	made, err := storedSecret(dir, "app_secret")
	if err != nil || len(made) != 64 {
		t.Fatalf("%q %v", made, err)
	}
	if again, err := storedSecret(dir, "app_secret"); err != nil || again != made {
		t.Fatalf("again: %q %v", again, err)
	}
}
