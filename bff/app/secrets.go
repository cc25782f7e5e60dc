package app

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/config"
)

// secrets fills in what the settings leave open. In the sandbox they are made once and kept beside the data, because
// what was sealed with them has to be readable after the next start.
func secrets(c *config.Config) error {
	if c.AppSecret == "" {
		v, err := storedSecret(c.DataDir, "app_secret")
		if err != nil {
			return err
		}
		c.AppSecret = v
	}
	if len(c.Server.InternalTokens) == 0 {
		v, err := storedSecret(c.DataDir, "internal_token")
		if err != nil {
			return err
		}
		c.Server.InternalTokens = []string{v}
	}
	return nil
}

func storedSecret(dir, name string) (string, error) {
	v, err := readOrMake(filepath.Join(dir, name))
	if err != nil {
		return "", fmt.Errorf("DATA_DIR %s: %w", dir, err)
	}
	return v, nil
}

// readOrMake returns what a file holds, or writes one. An empty file is what a full disk or a power cut leaves, and no secret.
func readOrMake(path string) (string, error) {
	b, err := os.ReadFile(path)
	if v := strings.TrimSpace(string(b)); v != "" {
		return v, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	var raw [32]byte
	_, _ = rand.Read(raw[:])
	v := hex.EncodeToString(raw[:])
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	return v, writeAtomically(path, v+"\n")
}

// writeAtomically makes a file that only its owner reads, with all of the text or not at all.
func writeAtomically(path, text string) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".")
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// roots returns the current root secret and the older ones.
func roots(c config.Config) (current []byte, older [][]byte) {
	for i, s := range strings.Split(c.AppSecret, ",") {
		if s = strings.TrimSpace(s); i == 0 {
			current = []byte(s)
		} else if s != "" {
			older = append(older, []byte(s))
		}
	}
	return current, older
}

// derive makes a key for one purpose from a root.
func derive(root []byte, purpose string) []byte {
	key, err := hkdf.Key(sha256.New, root, nil, "roamcart "+purpose, 32)
	if err != nil {
		panic(err) // only for lengths that HKDF cannot make
	}
	return key
}

func deriveAll(older [][]byte, purpose string) [][]byte {
	out := make([][]byte, len(older))
	for i, o := range older {
		out[i] = derive(o, purpose)
	}
	return out
}
