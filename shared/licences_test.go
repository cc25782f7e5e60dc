package shared

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A licence that nobody has agreed to is found among npm packages and Go modules; what only builds and tests may have more of them.
func TestLicencesAreChecked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	write("lock.json", `{"packages":{"":{},"node_modules/good":{"license":"(GPL-2.0-only OR MIT)"},"node_modules/both":{"license":"MIT AND ISC"},
		"node_modules/silent":{},"node_modules/copyleft":{"license":"MIT AND GPL-3.0-only"},"node_modules/tool":{"license":"LGPL-3.0-or-later","dev":true},
		"node_modules/lib":{"license":"LGPL-3.0-or-later"}}}`)
	write("mit/LICENSE", "Permission is hereby granted, free of\n  charge, to any person")
	write("mpl/LICENSE.txt", "Mozilla Public License, version 2.0\n ... the GNU General Public License, Version 2.0")
	write("gpl/COPYING", "GNU GENERAL PUBLIC LICENSE\nVersion 3")
	write("own/LICENSE", "All rights reserved.")
	write("none/README", "no licence here")
	var modules strings.Builder
	for _, name := range []string{"mit", "mpl", "gpl", "own", "none"} {
		modules.WriteString("example.org/" + name + " v1.0.0 " + filepath.Join(dir, name) + "\n")
	}
	cmd := exec.CommandContext(t.Context(), "node", "../scripts/licences.mjs", filepath.Join(dir, "lock.json"))
	cmd.Stdin = strings.NewReader(modules.String())
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatal("nothing is found")
	}
	for name, found := range map[string]bool{
		"good": false, "both": false, "silent": true, "copyleft": true, "tool": false, "lib": true, "mit": false, "mpl": false, "gpl": true, "own": true, "none": true,
	} {
		got := strings.Contains(string(out), "/"+name+":") || strings.Contains(string(out), "/"+name+" v1.0.0:")
		if got != found {
			t.Errorf("%s is found: %v, in\n%s", name, got, out)
		}
	}
}
