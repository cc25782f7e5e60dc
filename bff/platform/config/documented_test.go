package config_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/roamcart/roamcart/bff/platform/config"
)

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile("../../../" + path)
	require.NoError(t, err)
	return string(b)
}

// same complains about settings that a place lacks, and about those it names that do not exist.
func same(t *testing.T, place string, named []string) {
	t.Helper()
	known := config.Names()
	for _, name := range known {
		if !slices.Contains(named, name) {
			t.Errorf("%s lacks %s", place, name)
		}
	}
	for _, name := range named {
		if !slices.Contains(known, name) {
			t.Errorf("%s has %s, which is no setting", place, name)
		}
	}
}

// Whoever writes a setting into .env reaches the program: docker-compose.yml passes every one of them on.
func TestComposePassesEverySettingOn(t *testing.T) {
	t.Parallel()
	var file struct {
		Services map[string]struct{ Environment map[string]string }
	}
	require.NoError(t, yaml.Unmarshal([]byte(read(t, "docker-compose.yml")), &file))
	passed := file.Services["bff"].Environment
	same(t, "docker-compose.yml", slices.Sorted(maps.Keys(passed)))
	// Of what stands in .env under one name, nothing reaches another.
	taken := regexp.MustCompile(`\$\{([A-Z_]+)`)
	for name, value := range passed {
		for _, m := range taken.FindAllStringSubmatch(value, -1) {
			if m[1] != name && m[1] != "POSTGRES_PASSWORD" && m[1] != "REDIS_PASSWORD" {
				t.Errorf("docker-compose.yml takes %s from %s", name, m[1])
			}
		}
	}
}

// The table of the README names every setting, and none that was taken away.
func TestTheReadmeNamesEverySetting(t *testing.T) {
	t.Parallel()
	_, text, _ := strings.Cut(read(t, "README.md"), "\n## Configure\n")
	text, _, _ = strings.Cut(text, "\n## ")
	setting := regexp.MustCompile("`([A-Z][A-Z0-9_]+)`")
	var named []string
	for line := range strings.Lines(text) {
		columns := strings.Split(line, "|")
		if len(columns) < 4 {
			continue
		}
		for _, m := range setting.FindAllStringSubmatch(columns[1], -1) {
			named = append(named, m[1])
		}
	}
	same(t, "the table of the README", named)
}

// The settings that the Kubernetes manifests give are those that the program knows; BFF_URL is the renderer's.
func TestTheManifestsGiveSettings(t *testing.T) {
	t.Parallel()
	var file struct{ Data map[string]string }
	require.NoError(t, yaml.Unmarshal([]byte(read(t, "infra/k8s/config.yaml")), &file))
	if file.Data["APP_ENV"] != "production" {
		t.Errorf("APP_ENV is %q", file.Data["APP_ENV"])
	}
	for name := range file.Data {
		if name != "BFF_URL" && !slices.Contains(config.Names(), name) {
			t.Errorf("infra/k8s/config.yaml has %s, which is no setting", name)
		}
	}
}
