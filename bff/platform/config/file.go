package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
)

// ShopFile is the file in DATA_DIR in which a running sandbox says how its shop is set up.
const ShopFile = "shop.env"

// LoadWithShopFile is Load for programs that run beside a sandbox, such as staff's commands: where DATABASE_URL is not set, settings
// that the environment does not name are taken from the ShopFile, if there is one.
func LoadWithShopFile() (Config, error) {
	variables := env.ToMap(os.Environ())
	if variables["DATABASE_URL"] != "" {
		return From(variables)
	}
	dir := variables["DATA_DIR"]
	if dir == "" {
		dir = defaultDataDir
	}
	written, err := readFile(filepath.Join(dir, ShopFile))
	if err != nil {
		return Config{}, err
	}
	for name, value := range written {
		if variables[name] == "" {
			variables[name] = value
		}
	}
	return From(variables)
}

// readFile reads settings, a line NAME=value each; a file that is not there has none.
func readFile(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the settings of the sandbox: %w", err)
	}
	written := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "="); ok {
			written[name] = value
		}
	}
	return written, nil
}

// WriteShopFile writes settings into the ShopFile of a folder, for the file's owner alone, and with all of them or not at all.
// No value may hold a line break.
func WriteShopFile(dir string, settings map[string]string) error {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if strings.ContainsAny(settings[name], "\r\n") {
			return fmt.Errorf("%s must not hold a line break", name)
		}
		fmt.Fprintf(&text, "%s=%s\n", name, settings[name])
	}
	f, err := os.CreateTemp(dir, ShopFile+".") // for its owner alone
	if err != nil {
		return fmt.Errorf("write the settings of the shop: %w", err)
	}
	_, err = f.WriteString(text.String())
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, ShopFile))
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("write the settings of the shop: %w", err)
	}
	return nil
}

// Names lists the settings that there are.
func Names() []string {
	var out strings.Builder
	_ = Config{}.Print(&out) // a builder takes everything
	var names []string
	for line := range strings.Lines(out.String()) {
		name, _, _ := strings.Cut(line, "=")
		names = append(names, name)
	}
	return names
}
