package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"text/template"
	"time"

	"github.com/roamcart/roamcart/infra/process"
)

// nginxConfig serves one file as fast as nginx can: two workers like the machine's cores, sendfile, the file kept open, no
// log, connections that stay. Its headers are the shop's.
var nginxConfig = template.Must(template.New("nginx").Parse(`
daemon off;
worker_processes 2;
pid {{.Dir}}/nginx.pid;
error_log {{.Dir}}/error.log crit;
{{if .Root}}user root;{{end}}
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 1h;
  keepalive_requests 100000000;
  open_file_cache max=16 inactive=1h;
  server_tokens off;
  etag off;
  if_modified_since off;
  types {}
  {{range .TempPaths}}{{.}}_temp_path {{$.Dir}}/{{.}};
  {{end}}
  server {
    listen 127.0.0.1:{{.Port}};
    location = /page {
      alias {{.Dir}}/page.br;
      default_type '{{.ContentType}}';
      add_header Last-Modified '';
      max_ranges 0;
      {{range .Headers}}add_header {{.}};
      {{end}}
    }
  }
}
`))

// nginxOwn are headers that nginx sends by itself, or that are about the moment.
var nginxOwn = []string{"Content-Length", "Content-Type", "Date", "X-Request-Id"}

// startNginx serves an answer of the shop, compressed as it is, and returns its address. stop ends it.
func startNginx(ctx context.Context, header http.Header, body []byte) (address string, stop func(), err error) {
	program, err := tool("nginx", "nginx-light")
	if err != nil {
		return "", nil, err
	}
	dir, err := os.MkdirTemp("", "roamcart-bench-nginx-")
	if err != nil {
		return "", nil, err
	}
	remove := func() { _ = os.RemoveAll(dir) }
	port, err := process.FreePort()
	if err != nil {
		remove()
		return "", nil, err
	}
	var config bytes.Buffer
	err = errors.Join(
		nginxConfig.Execute(&config, map[string]any{
			"Dir": dir, "Port": port, "Root": os.Getuid() == 0, "ContentType": header.Get("Content-Type"), "Headers": nginxHeaders(header),
			"TempPaths": []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"},
		}),
		os.WriteFile(filepath.Join(dir, "nginx.conf"), config.Bytes(), 0o600),
		os.WriteFile(filepath.Join(dir, "page.br"), body, 0o600),
	)
	if err != nil {
		remove()
		return "", nil, err
	}
	command := exec.Command(program, "-p", dir, "-c", filepath.Join(dir, "nginx.conf"))
	var stderr bytes.Buffer
	command.Stderr, command.SysProcAttr = &stderr, &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		remove()
		return "", nil, err
	}
	stop = func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
		remove()
	}
	if err := listens(ctx, "127.0.0.1:"+port); err != nil {
		stop()
		return "", nil, fmt.Errorf("start nginx: %w: %s", err, stderr.String())
	}
	return "http://127.0.0.1:" + port + "/page", stop, nil
}

// nginxHeaders are the arguments of add_header that make nginx send what the shop sent. A request id is drawn for each
// request there as well.
func nginxHeaders(header http.Header) []string {
	out := []string{"X-Request-Id $request_id"}
	for name, values := range header {
		if slices.Contains(nginxOwn, name) {
			continue
		}
		for _, value := range values {
			out = append(out, name+" '"+strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(value)+"'")
		}
	}
	slices.Sort(out)
	return out
}

func listens(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// compressed asks for a page as a browser that reads brotli does, and returns its headers and compressed bytes.
func compressed(ctx context.Context, address string) (http.Header, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Accept-Encoding", "br")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err == nil && (res.StatusCode != http.StatusOK || res.Header.Get("Content-Encoding") != "br") {
		err = fmt.Errorf("%s answers %s, compressed with %q", address, res.Status, res.Header.Get("Content-Encoding"))
	}
	return res.Header, body, err
}
