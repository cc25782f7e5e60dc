package child

import (
	"os"
	"os/exec"
	"path/filepath"
)

// FindProgram returns the path of a program in the given folders, their "bin"
// folders or PATH, or "".
func FindProgram(name string, binDirs []string) string {
	for _, dir := range binDirs {
		for _, candidate := range []string{filepath.Join(dir, "bin", name), filepath.Join(dir, name)} {
			if info, err := os.Stat(candidate); err == nil && !info.IsDir() && info.Mode()&0o111 != 0 {
				return candidate
			}
		}
	}
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	return ""
}
