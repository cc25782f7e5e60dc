package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What stands in for the outside world is not in what is sold with: no setting and no fault can bring it in.
func TestTheShopImportsNoSandbox(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	packages := strings.Fields(string(out))
	if len(packages) < 100 {
		t.Fatalf("only %d packages", len(packages))
	}
	for _, name := range packages {
		for _, foreign := range []string{"roamcart/bff/sandbox", "roamcart/bff/apptest", "emersion/go-smtp", "alicebob/miniredis"} {
			if strings.Contains(name, foreign) {
				t.Errorf("the shop's program holds %s", name)
			}
		}
	}
}
