package child

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// RendererOptions say how to run the page renderer.
type RendererOptions struct {
	// Node is the Node program; empty means "node" on PATH.
	Node string
	// Script is the renderer's built entry file, for example
	// ssr/dist/server/main.js.
	Script string
	// Dir is the folder it runs in; empty means this process's.
	Dir string
	// Env is added to PATH, HOME, SSR_HOST, SSR_PORT and NODE_ENV=production;
	// nothing else of this process's environment is passed on, so that no
	// secret gets there by accident. It must hold BFF_URL and INTERNAL_TOKEN.
	Env []string
	// ReadyPath is asked until it answers anything below 500; empty means
	// "/healthz".
	ReadyPath string
	Logger    *slog.Logger
}

// Renderer is a running page renderer. It stops when the context it was started
// with ends, or by Stop.
type Renderer struct {
	*Child
	// URL is http://127.0.0.1:<port>, the same over restarts.
	URL string
}

// StartRenderer starts the renderer on a free port of the loopback address and
// returns once it answers.
func StartRenderer(ctx context.Context, o RendererOptions) (*Renderer, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Node == "" {
		o.Node = FindProgram("node", nil)
	}
	if o.Node == "" {
		return nil, fmt.Errorf("no node program found: install Node 20.19 or newer, or set SSR_URL")
	}
	script, err := filepath.Abs(o.Script)
	if err != nil {
		return nil, fmt.Errorf("renderer: %w", err)
	}
	if _, err := os.Stat(script); err != nil {
		return nil, fmt.Errorf("the renderer is not built: run `npm ci && npm run build` (%w)", err)
	}
	if o.ReadyPath == "" {
		o.ReadyPath = "/healthz"
	}
	port, err := freePort()
	if err != nil {
		return nil, fmt.Errorf("renderer: %w", err)
	}
	url := "http://127.0.0.1:" + port
	child, err := Start(ctx, Spec{
		Name:         "renderer",
		Command:      func() *exec.Cmd { return o.command(script, port) },
		Ready:        func(ctx context.Context) error { return answers(ctx, url+o.ReadyPath) },
		ReadyTimeout: 30 * time.Second,
		FirstTries:   2,
		Signals:      []Signal{{Signal: syscall.SIGTERM, Patience: 5 * time.Second}},
		Logger:       o.Logger,
		Record:       rendererRecord,
	})
	if err != nil {
		return nil, err
	}
	return &Renderer{Child: child, URL: url}, nil
}

// rendererRecord reads a line of the renderer, a JSON object. Any other line is Node's own, which only speaks when something
// went wrong.
func rendererRecord(line string) Record {
	r := Record{Level: slog.LevelWarn, Message: line}
	var entry map[string]any
	if json.Unmarshal([]byte(line), &entry) != nil {
		return r
	}
	message, ok := entry["msg"].(string)
	level, _ := entry["level"].(string)
	if !ok || r.Level.UnmarshalText([]byte(level)) != nil {
		return r
	}
	r.Message = message
	for _, name := range slices.Sorted(maps.Keys(entry)) {
		if !slices.Contains([]string{"time", "level", "msg"}, name) {
			r.Attrs = append(r.Attrs, name, entry[name])
		}
	}
	return r
}

func (o RendererOptions) command(script, port string) *exec.Cmd {
	cmd := exec.Command(o.Node, "--enable-source-maps", script)
	cmd.Dir = o.Dir
	// The renderer ends when its standard input does, so it outlives a killed
	// shop on no system. The pipe cannot fail: nobody else has set Stdin.
	_, _ = cmd.StdinPipe()
	cmd.Env = []string{"NODE_ENV=production", "SSR_HOST=127.0.0.1", "SSR_PORT=" + port, "SSR_PARENT_STDIN=1"}
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "NODE_OPTIONS"} {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	cmd.Env = append(cmd.Env, o.Env...)
	return cmd
}

// freePort asks the kernel for a port. Somebody else may take it before the
// child does; the child's failed start is then reported as such.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer func() { _ = l.Close() }()
	_, port, err := net.SplitHostPort(l.Addr().String())
	return port, err
}

func answers(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := readiness.Do(req)
	if err != nil {
		return err
	}
	_ = resp.Body.Close()
	if resp.StatusCode >= http.StatusInternalServerError {
		return fmt.Errorf("%s answers %s", url, resp.Status)
	}
	return nil
}

// readiness asks without proxies and keeps no connection.
var readiness = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
