package child

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
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
)

func TestChildThatIgnoresSignalsIsKilledInTime(t *testing.T) {
	t.Parallel()
	c, err := Start(t.Context(), shell(`trap "" TERM; echo up; while :; do sleep 0.05; done`, slog.DiscardHandler))
	require.NoError(t, err)
	began := time.Now()
	c.Stop()
	if took := time.Since(began); took > 20*time.Second {
		t.Fatalf("stopping took %s", took)
	}
}

func TestChildThatDiesDuringStartSaysWhy(t *testing.T) {
	t.Parallel()
	spec := shell(`echo "cannot open the till"; exit 3`, slog.DiscardHandler)
	spec.Ready = func(context.Context) error { return errors.New("no answer") }
	_, err := Start(t.Context(), spec)
	if err == nil || !strings.Contains(err.Error(), "cannot open the till") {
		t.Fatalf("got %v", err)
	}
}

func TestChildStartEndsWithContext(t *testing.T) {
	t.Parallel()
	spec := shell(`sleep 60`, slog.DiscardHandler)
	spec.Ready = func(context.Context) error { return errors.New("never") }
	spec.ReadyTimeout = time.Minute
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := Start(ctx, spec); err == nil || time.Since(began) > 30*time.Second {
		t.Fatalf("got %v after %s", err, time.Since(began))
	}
}

func TestChildLinesAreLogged(t *testing.T) {
	t.Parallel()
	var out safeBuffer
	c, err := Start(t.Context(), shell(`printf 'one\ntwo\nunfinished'; exec sleep 60`, slog.NewTextHandler(&out, nil)))
	require.NoError(t, err)
	eventually(t, func() error {
		if !strings.Contains(out.String(), "msg=two child=shell") {
			return errors.New(out.String())
		}
		return nil
	})
	c.Stop()
	if !strings.Contains(out.String(), "msg=unfinished") {
		t.Fatalf("the last line is lost: %s", out.String())
	}
}

const tinyRenderer = `
const server = require('node:http').createServer((req, res) => res.end(JSON.stringify({
  pid: process.pid, secret: process.env.APP_SECRET ?? '', token: process.env.INTERNAL_TOKEN })));
server.listen(Number(process.env.SSR_PORT), process.env.SSR_HOST);
process.stdin.on('end', () => process.exit(0)).resume();
`

func TestRendererReturnsAfterCrashOnTheSameAddress(t *testing.T) {
	t.Setenv("APP_SECRET", "keep-out")
	script := filepath.Join(t.TempDir(), "renderer.cjs")
	write(t, script, tinyRenderer)
	r, err := StartRenderer(t.Context(), RendererOptions{Script: script, Env: []string{"INTERNAL_TOKEN=tok"}})
	require.NoError(t, err)
	defer r.Stop()
	first, err := get(r.URL)
	require.NoError(t, err)
	if !strings.Contains(first, `"secret":""`) || !strings.Contains(first, `"token":"tok"`) {
		t.Fatalf("the renderer sees the wrong environment: %s", first)
	}
	_, rest, _ := strings.Cut(first, `"pid":`)
	digits, _, _ := strings.Cut(rest, ",")
	pid, err := strconv.Atoi(digits)
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	eventually(t, func() error {
		again, err := get(r.URL)
		if err == nil && again == first {
			return errors.New("the killed process answered")
		}
		return err
	})
}

// A page that failed is an error in the shop's log too, with the request it was for; what Node says by itself is a warning.
func TestRendererLinesKeepTheirLevel(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`{"time":"2026-11-22T12:00:00Z","level":"error","msg":"page failed","requestId":"r1","error":"x"}`: "level=ERROR msg=\"page failed\" error=x requestId=r1 child=renderer\n",
		`{"level":"info","msg":"renderer ready"}`:                                                          "level=INFO msg=\"renderer ready\" child=renderer\n",
		`{"level":"loud","msg":"x"}`:                                                                       `level=WARN msg="{\"level\":\"loud\",\"msg\":\"x\"}" child=renderer` + "\n",
		"Error: out of memory":                                                                             "level=WARN msg=\"Error: out of memory\" child=renderer\n",
		"null":                                                                                             "level=WARN msg=null child=renderer\n",
	} {
		var out safeBuffer
		log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}}))
		l := &lineLog{spec: Spec{Name: "renderer", Logger: log, Record: rendererRecord}}
		l.emit(line)
		if out.String() != want {
			t.Errorf("%s is logged as %s", line, out.String())
		}
	}
}

func TestRendererThatIsNotBuilt(t *testing.T) {
	t.Parallel()
	_, err := StartRenderer(t.Context(), RendererOptions{Script: filepath.Join(t.TempDir(), "main.js")})
	if err == nil || !strings.Contains(err.Error(), "npm run build") || !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("got %v", err)
	}
}

// shell supervises a shell script that counts as ready at once.
func shell(script string, handler slog.Handler) Spec {
	return Spec{
		Name:         "shell",
		Command:      func() *exec.Cmd { return exec.Command("/bin/sh", "-c", script) },
		Ready:        func(context.Context) error { return nil },
		ReadyTimeout: 5 * time.Second,
		Signals:      []Signal{{Signal: syscall.SIGTERM, Patience: 300 * time.Millisecond}},
		Logger:       slog.New(handler),
	}
}

func get(url string) (string, error) {
	resp, err := readiness.Get(url)
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = errors.New(resp.Status)
	}
	return string(b), err
}

type safeBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

func write(t *testing.T, file, content string) {
	t.Helper()
	require.NoError(t, os.WriteFile(file, []byte(content), 0o644))
}

// eventually waits until f returns nil.
func eventually(t *testing.T, f func() error) {
	t.Helper()
	var err error
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if err = f(); err == nil {
			return
		}
	}
	t.Fatalf("still not after 20 s: %v", err)
}
