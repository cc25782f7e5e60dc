package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/config"
)

// Staff's commands are set up as the shop that a sandbox runs, unless somebody says otherwise.
func TestSettingsOfTheSandboxBeside(t *testing.T) {
	dir := t.TempDir()
	none := map[string]string{"DATA_DIR": dir}
	for _, name := range config.Names() {
		t.Setenv(name, none[name])
	}
	if c, err := config.LoadWithShopFile(); err != nil || c.Database.URL != "" || c.DataDir != dir {
		t.Fatalf("without a sandbox: %+v %v", c, err)
	}
	const dsn = "postgres://roamcart@/roamcart?host=%2Fa+b&x=y"
	err := config.WriteShopFile(dir, map[string]string{"DATABASE_URL": dsn, "PORT": "8090", "LIMITS_FACTOR": "100", "DATA_DIR": dir})
	require.NoError(t, err)
	info, err := os.Stat(filepath.Join(dir, config.ShopFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the file is for others, too: %v %v", info, err)
	}
	t.Setenv("PORT", "8100")
	if c, err := config.LoadWithShopFile(); err != nil || c.Database.URL != dsn || c.Server.LimitsFactor != 100 || c.Server.Port != 8100 {
		t.Errorf("beside: %+v %v", c, err)
	}
	t.Setenv("LIMITS_FACTOR", "many")
	if _, err := config.LoadWithShopFile(); err == nil || err.Error() != `LIMITS_FACTOR="many" cannot be read as int` {
		t.Errorf("broken: %v", err)
	}
	t.Setenv("LIMITS_FACTOR", "")
	t.Setenv("DATABASE_URL", "postgres://elsewhere/shop")
	if c, err := config.LoadWithShopFile(); err != nil || c.Server.LimitsFactor != 1 || c.Database.URL != "postgres://elsewhere/shop" {
		t.Errorf("with a database of its own: %+v %v", c, err)
	}
	if err := config.WriteShopFile(dir, map[string]string{"PORT": "1\nAPP_SECRET=x"}); err == nil || !strings.Contains(err.Error(), "PORT") {
		t.Errorf("a line break is written: %v", err)
	}
	if err := config.WriteShopFile(filepath.Join(dir, "none"), none); err == nil {
		t.Error("written nowhere")
	}
}
