package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// TestMain lets the test program be the sandbox, so that tests can send it signals.
func TestMain(m *testing.M) {
	words, isSandbox := os.LookupEnv("SANDBOX_TEST_MAIN")
	if !isSandbox {
		os.Exit(m.Run())
	}
	os.Args = append(os.Args[:1], strings.Fields(words)...)
	main()
}

// sandboxProcess is a sandbox that runs as a process of its own, with a shop that is a shell script.
type sandboxProcess struct {
	t      *testing.T
	dir    string
	cmd    *exec.Cmd
	output lockedBuffer
}

// startSandbox starts a sandbox; words are its command, script is the shop, and env are further settings.
func startSandbox(t *testing.T, words, script string, env ...string) *sandboxProcess {
	t.Helper()
	p := &sandboxProcess{t: t, dir: t.TempDir()}
	shop := filepath.Join(p.dir, "shop")
	require.NoError(t, os.WriteFile(shop, []byte("#!/bin/sh\n"+script), 0o700))
	own, err := os.Executable()
	require.NoError(t, err)
	p.cmd = exec.Command(own)
	p.cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "SANDBOX_TEST_MAIN=" + words, "SHOP_PROGRAM=" + shop, "DATA_DIR=" + p.dir, "OUT=" + p.dir, "HOST=127.0.0.1",
		"DATABASE_URL=" + pgtest.DSN(t), "REDIS_URL=redis://127.0.0.1:1", fmt.Sprintf("PORT=%d", waittest.FreePort(t)),
	}, env...)
	p.cmd.Stdout, p.cmd.Stderr = &p.output, &p.output
	require.NoError(t, p.cmd.Start())
	t.Cleanup(func() {
		if p.cmd.ProcessState == nil {
			_ = p.cmd.Process.Kill()
			_ = p.cmd.Wait()
		}
	})
	return p
}

// waitExit waits until the sandbox has ended, and returns its exit code.
func (p *sandboxProcess) waitExit() int {
	p.t.Helper()
	err := p.cmd.Wait()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		p.t.Fatal(err)
	}
	return p.cmd.ProcessState.ExitCode()
}

func (p *sandboxProcess) signal(s os.Signal) {
	p.t.Helper()
	require.NoError(p.t, p.cmd.Process.Signal(s))
}

// waitFile waits for a file that the shop writes, and returns what is in it.
func (p *sandboxProcess) waitFile(name string) string {
	p.t.Helper()
	var text []byte
	waittest.Eventually(p.t, "the shop writes "+name, func() bool {
		text, _ = os.ReadFile(filepath.Join(p.dir, name))
		return len(text) > 0
	})
	return strings.TrimSpace(string(text))
}

// waitingShop is a script for the shop that writes its process id and its environment, and waits.
const waitingShop = `env > "$OUT/env.new"; mv "$OUT/env.new" "$OUT/env"; echo $$ > "$OUT/pid.new"; mv "$OUT/pid.new" "$OUT/pid"
`

// The shop's words and its exit code are the sandbox's, and nothing of a sandbox that has ended is left in its folder.
func TestAShopThatEnds(t *testing.T) {
	t.Parallel()
	p := startSandbox(t, "", `[ "$1" = run ] && ls -l "$OUT/shop.env" && echo "PORT is taken" >&2; exit 7`)
	if code := p.waitExit(); code != 7 || !strings.Contains(p.output.String(), "-rw-------") ||
		!strings.Contains(p.output.String(), "PORT is taken") {
		t.Errorf("ends with %d: %s", code, p.output.String())
	}
	if _, err := os.Stat(filepath.Join(p.dir, config.ShopFile)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the shop's settings are left: %v", err)
	}
	p = startSandbox(t, "", `kill -KILL $$`)
	if code := p.waitExit(); code != 128+9 || !strings.Contains(p.output.String(), "sandbox: the shop was ended by a signal: killed") {
		t.Errorf("a killed shop: %d: %s", code, p.output.String())
	}
	p = startSandbox(t, "", "", "SHOP_PROGRAM=/nowhere/roamcart")
	if code := p.waitExit(); code != 1 || !strings.Contains(p.output.String(), "sandbox: start the shop: ") {
		t.Errorf("no shop: %d: %s", code, p.output.String())
	}
}

// Whatever tells the sandbox to stop, the shop is stopped first, while the servers that it may still need answer.
func TestTheShopStopsFirst(t *testing.T) {
	t.Parallel()
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			p := startSandbox(t, "",
				`trap 'curl -fs "$SANDBOX_URL/healthz" > "$OUT/bye"; exit 0' TERM`+"\n"+waitingShop+`while :; do sleep 0.05; done`)
			p.waitFile("pid")
			p.signal(s)
			if code := p.waitExit(); code != 0 {
				t.Errorf("ends with %d: %s", code, p.output.String())
			}
			if said := p.waitFile("bye"); said != "ok" {
				t.Errorf("while the shop stopped, the sandbox said %q", said)
			}
		})
	}
}

// What kills the sandbox kills the shop.
func TestNoShopOutlivesItsSandbox(t *testing.T) {
	t.Parallel()
	p := startSandbox(t, "run", waitingShop+`trap '' TERM; while :; do sleep 0.05; done`)
	pid, err := strconv.Atoi(p.waitFile("pid"))
	require.NoError(t, err)
	p.signal(syscall.SIGKILL)
	_ = p.waitExit()
	waittest.Eventually(t, "the shop is gone", func() bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) })
}

// The shop is set up by its environment alone: what somebody has set counts, everything else is the sandbox's, and the sandbox's own
// settings are not there.
func TestTheShopReceivesItsSettings(t *testing.T) {
	t.Parallel()
	p := startSandbox(t, "", waitingShop+`sleep 0.1`, "CARRIER_FRESH=1s", "APP_ENV=sandbox", "SANDBOX_ADDRESS=", "SHOP_URL=http://127.0.0.1:1",
		"STRIPE_SECRET_KEY=sk_test_mine", "STRIPE_PUBLISHABLE_KEY=pk_test_mine", "STRIPE_WEBHOOK_SECRET=whsec_mine")
	if code := p.waitExit(); code != 0 {
		t.Fatalf("ends with %d: %s", code, p.output.String())
	}
	told := map[string]string{}
	for line := range strings.Lines(p.waitFile("env")) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		told[name] = value
	}
	for name, want := range map[string]string{
		"APP_ENV": "development", "LOCAL_HOSTS": "true", "CARRIER_FRESH": "1s", "CARRIER_PER_SECOND": "1000", "STRIPE_SECRET_KEY": "sk_test_mine",
		"STRIPE_API_BASE": "", "STRIPE_SCRIPT": "", "LIMITS_FACTOR": "", "UNPAID_PER_BUYER": "", "SHOP_URL": "", "SHOP_PROGRAM": "", "DATA_DIR": p.dir,
		"SMS_URL": told["SANDBOX_URL"] + "/sandbox/sms", "CARRIER_URL": told["SANDBOX_URL"] + "/sandbox/carrier/v1",
	} {
		if told[name] != want {
			t.Errorf("%s=%q, want %q", name, told[name], want)
		}
	}
	if at, err := time.Parse(time.RFC3339Nano, told["STARTED_AT"]); err != nil || time.Since(at) > time.Minute {
		t.Errorf("STARTED_AT=%q", told["STARTED_AT"])
	}
	if !strings.HasPrefix(told["SMTP_URL"], "smtp://127.0.0.1:") {
		t.Errorf("SMTP_URL=%q", told["SMTP_URL"])
	}
}

// Without a shop the sandbox answers where it was told to, and may be started again there while a shop runs elsewhere.
func TestASandboxWithoutAShop(t *testing.T) {
	t.Parallel()
	address := fmt.Sprintf("127.0.0.1:%d", waittest.FreePort(t))
	for range 2 {
		p := startSandbox(t, "serve", `echo > "$OUT/pid"`, "SANDBOX_ADDRESS="+address)
		waittest.Eventually(t, "the sandbox answers", func() bool {
			res, err := http.Get("http://" + address + "/sandbox/outbox.json")
			if err != nil {
				return false
			}
			_ = res.Body.Close()
			return res.StatusCode == http.StatusOK
		})
		asks := startSandbox(t, "healthy", "exit 0", "SANDBOX_ADDRESS="+address)
		if code := asks.waitExit(); code != 0 {
			t.Errorf("it does not find itself healthy: %s", asks.output.String())
		}
		p.signal(syscall.SIGTERM)
		if code := p.waitExit(); code != 0 {
			t.Errorf("ends with %d: %s", code, p.output.String())
		}
		if _, err := os.Stat(filepath.Join(p.dir, "pid")); err == nil {
			t.Error("a shop was started")
		}
	}
}

// What cannot work is said at once, in words of the settings.
func TestAStartIsRefusedWithTheObstacle(t *testing.T) {
	t.Parallel()
	taken := waittest.FreePort(t)
	srv := &http.Server{Addr: fmt.Sprintf("127.0.0.1:%d", taken), ReadHeaderTimeout: time.Second}
	go func() { _ = srv.ListenAndServe() }()
	t.Cleanup(func() { _ = srv.Close() })
	waittest.Eventually(t, "the port is taken", func() bool {
		res, err := http.Get("http://" + srv.Addr)
		if err == nil {
			_ = res.Body.Close()
		}
		return err == nil
	})
	for name, c := range map[string]struct {
		words string
		env   []string
		code  int
		says  string
	}{
		"port":     {"", []string{fmt.Sprintf("PORT=%d", taken)}, 1, fmt.Sprintf("sandbox: PORT %d cannot be used: ", taken)},
		"setting":  {"", []string{"LOG_LEVEL=loud", "CARRIER_FRESH=soon"}, 1, `sandbox: CARRIER_FRESH="soon" cannot be read as time.Duration`},
		"database": {"", []string{"DATABASE_URL=postgres://me@127.0.0.1:1/shop"}, 1, "sandbox: "},
		"address":  {"serve", []string{fmt.Sprintf("SANDBOX_ADDRESS=127.0.0.1:%d", taken)}, 1, "sandbox: SANDBOX_ADDRESS cannot be used: "},
		"command":  {"fly", nil, 2, `sandbox: unknown command "fly": settings are environment variables; try: sandbox help`},
		"silence":  {"healthy", []string{"SANDBOX_ADDRESS=127.0.0.1:1"}, 1, "sandbox: ask http://127.0.0.1:1/healthz: "},
		"nowhere":  {"healthy", []string{"SANDBOX_ADDRESS="}, 1, "sandbox: SANDBOX_ADDRESS: "},
		"help":     {"help", nil, 0, "usage: sandbox [command]"},
		"production": {"", []string{
			"APP_ENV=production", "APP_SECRET=ssssssssssssssssssssssssssssssss", "INTERNAL_TOKEN=tttttttttttttttttttttttttttttttt", "PUBLIC_URL=https://shop.example",
			"SMTP_URL=smtp://m", "MAIL_FROM=a@shop.example", "STRIPE_SECRET_KEY=sk_live_1", "STRIPE_PUBLISHABLE_KEY=pk_live_1", "STRIPE_WEBHOOK_SECRET=whsec_1",
		}, 1, "sandbox: APP_ENV=production is not for the sandbox: start the shop itself, roamcart run"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startSandbox(t, c.words, "exit 0", c.env...)
			if code := p.waitExit(); code != c.code || !strings.Contains(p.output.String(), c.says) {
				t.Errorf("ends with %d: %s", code, p.output.String())
			}
		})
	}
}

// lockedBuffer keeps what several writers write.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write appends.
func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// String returns everything.
func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
