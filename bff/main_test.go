package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommandLinesAreParsed(t *testing.T) {
	for _, name := range []string{"APP_ENV", "DATABASE_URL"} {
		t.Setenv(name, "")
		require.NoError(t, os.Unsetenv(name))
	}
	t.Setenv("PORT", "1")
	for typed, want := range map[string]struct {
		code int
		says string
	}{
		"":                {0, "usage: roamcart <command>"},
		"--help":          {0, "usage: roamcart <command>"},
		"fly":             {2, `roamcart: unknown command "fly"; try: roamcart help`},
		"run --port 8090": {2, `roamcart: run takes no "--port": settings are environment variables; try: roamcart help`},
		"config all":      {2, `roamcart: config takes no "all"`},
		"migrate":         {2, "roamcart: migrate needs DATABASE_URL"},
		"ready now":       {2, `roamcart: ready takes no "now"`},
		"ready":           {1, "roamcart: ask http://127.0.0.1:1/readyz: "},
		"mail order_x":    {2, `roamcart: there is no mail "order_x"`},
		"mail a b c d":    {2, "roamcart: usage: roamcart mail"},
		"ops fly":         {2, `roamcart: unknown command "fly"; try: roamcart ops help`},
		"tenant fly":      {2, `roamcart: unknown command "fly"; try: roamcart tenant help`},
		"config":          {0, "APP_ENV=development"},
	} {
		var out bytes.Buffer
		code := report(command(t.Context(), strings.Fields(typed), &out), &out)
		if code != want.code || !strings.Contains(out.String(), want.says) {
			t.Errorf("roamcart %s: ends with %d: %s", typed, code, out.String())
		}
	}
}

// The time zones are in the program: a bare container has none, and no site opens without its own.
func TestTheProgramKnowsTimeZones(t *testing.T) {
	t.Parallel()
	path, err := os.Executable()
	require.NoError(t, err)
	program, err := os.ReadFile(path)
	require.NoError(t, err)
	// Put together here, so that this test is not what is found.
	if zone := strings.Join([]string{"Antarctica", "Troll"}, "/"); !bytes.Contains(program, []byte(zone)) {
		t.Errorf("no %s in the program", zone)
	}
}

func TestEachFaultHasALine(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	two := errors.Join(errors.New("first"), fmt.Errorf("second: %w", errors.New("of\n\ttwo lines")))
	if code := report(two, &out); code != 1 || out.String() != "roamcart: first\nroamcart: second: of two lines\n" {
		t.Errorf("ends with %d: %s", code, out.String())
	}
}
