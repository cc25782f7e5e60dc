package store_test

import (
	"context"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/image"
	"github.com/roamcart/roamcart/bff/image/store"
)

// server is a server that speaks the protocol of S3: a program of its own, which is built into bin/tools once.
const server = "github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0"

func program(t *testing.T) string {
	t.Helper()
	tools, err := filepath.Abs("../../../bin/tools")
	require.NoError(t, err)
	path := filepath.Join(tools, filepath.Base(server))
	if _, err := os.Stat(path); err == nil {
		return path
	}
	build := exec.Command("go", "install", server)
	dir, err := os.MkdirTemp(filepath.Dir(tools), "tool-")
	if err != nil { // there is no bin yet
		require.NoError(t, os.MkdirAll(tools, 0o755))
		dir, err = os.MkdirTemp(filepath.Dir(tools), "tool-")
	}
	require.NoError(t, err)
	defer func() { _ = os.RemoveAll(dir) }()
	build.Env = append(os.Environ(), "GOBIN="+dir, "GOFLAGS=-trimpath")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	require.NoError(t, os.MkdirAll(tools, 0o755))
	require.NoError(t, os.Rename(filepath.Join(dir, "gofakes3"), path))
	return path
}

// start starts the server with a bucket and returns its address.
func start(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())
	process := exec.Command(program(t), "-backend", "memory", "-host", address, "-initialbucket", "shop", "-quiet")
	require.NoError(t, process.Start())
	t.Cleanup(func() { _ = process.Process.Kill(); _ = process.Wait() })
	require.Eventually(t, func() bool {
		res, err := http.Get("http://" + address + "/shop")
		return err == nil && res.Body.Close() == nil
	}, 10*time.Second, 10*time.Millisecond)
	return "http://" + address
}

func open(t *testing.T, address string) *store.S3 {
	t.Helper()
	s, err := store.NewS3(store.Bucket{URL: address, Region: "us-east-1", Key: "key", Secret: "secret"})
	require.NoError(t, err)
	return s
}

// What one front door has stored, another one reads, lists and deletes.
func TestFilesInABucket(t *testing.T) {
	t.Parallel()
	address := start(t)
	ctx := t.Context()
	var one, other image.Store = open(t, address+"/shop"), open(t, address+"/shop/")
	name := strings.Repeat("0a", 16) + "-320.webp"
	_, err := one.Get(ctx, name)
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = one.Modified(ctx, name)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.NoError(t, one.Delete(ctx, name))
	for _, body := range []string{"first", "second"} {
		require.NoError(t, one.Put(ctx, name, []byte(body)))
		got, err := other.Get(ctx, name)
		require.NoError(t, err)
		require.Equal(t, body, string(got))
	}
	at, err := other.Modified(ctx, name)
	require.NoError(t, err)
	require.WithinDuration(t, time.Now(), at, time.Minute)
	var names []string
	require.NoError(t, other.Each(ctx, func(name string, at time.Time) error {
		require.WithinDuration(t, time.Now(), at, time.Minute)
		names = append(names, name)
		return nil
	}))
	require.Equal(t, []string{name}, names)
	require.ErrorIs(t, one.Each(ctx, func(string, time.Time) error { return fs.ErrClosed }), fs.ErrClosed)
	for _, wrong := range []string{"../secret", "", "a/b", "..", ".x"} {
		_, err := one.Get(ctx, wrong)
		require.ErrorIs(t, err, fs.ErrNotExist, "%q", wrong)
		require.Error(t, one.Put(ctx, wrong, []byte("x")), "%q", wrong)
	}
	require.NoError(t, other.Delete(ctx, name))
	_, err = one.Get(ctx, name)
	require.ErrorIs(t, err, fs.ErrNotExist)

	// A bucket that there is not, and a server that is away, are faults and no missing file.
	_, err = open(t, address+"/none").Get(ctx, name)
	require.Error(t, err)
	require.NotErrorIs(t, err, fs.ErrNotExist)
	brief, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err = open(t, "http://127.0.0.1:1/shop").Get(brief, name)
	require.Error(t, err)
	require.NotErrorIs(t, err, fs.ErrNotExist)
}

// A bucket that takes connections and never answers, or answers a byte at a time, holds nobody longer than a call may take.
func TestABucketThatHangsIsGivenUp(t *testing.T) {
	t.Parallel()
	const timeout = 500 * time.Millisecond
	name := strings.Repeat("0a", 16) + "-320.webp"
	byByte := func(begin func(w http.ResponseWriter)) http.HandlerFunc {
		return func(w http.ResponseWriter, req *http.Request) {
			begin(w)
			for req.Context().Err() == nil {
				if _, err := io.WriteString(w, " "); err != nil {
					return
				}
				_ = http.NewResponseController(w).Flush()
				time.Sleep(20 * time.Millisecond)
			}
		}
	}
	for how, handler := range map[string]http.HandlerFunc{
		"silent": func(_ http.ResponseWriter, req *http.Request) {
			_, _ = io.Copy(io.Discard, req.Body) // only then it is noticed that the client has left
			<-req.Context().Done()
		},
		"a file, byte by byte": byByte(func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "100000")
			w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
		}),
		"a refusal, byte by byte": byByte(func(w http.ResponseWriter) { w.WriteHeader(http.StatusForbidden) }),
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			bucket := httptest.NewServer(handler)
			t.Cleanup(func() { bucket.CloseClientConnections(); bucket.Close() })
			s, err := store.NewS3(store.Bucket{URL: bucket.URL + "/shop", Region: "us-east-1", Key: "key", Secret: "secret", Timeout: timeout})
			require.NoError(t, err)
			calls := map[string]func() error{
				"get":  func() error { _, err := s.Get(t.Context(), name); return err },
				"list": func() error { return s.Each(t.Context(), func(string, time.Time) error { return nil }) },
			}
			if how == "silent" {
				calls["put"] = func() error { return s.Put(t.Context(), name, []byte("x")) }
				calls["look"] = func() error { _, err := s.Modified(t.Context(), name); return err }
				calls["delete"] = func() error { return s.Delete(t.Context(), name) }
			}
			for what, call := range calls {
				began := time.Now()
				err := call()
				require.Error(t, err, what)
				require.NotErrorIs(t, err, fs.ErrNotExist, what)
				require.Less(t, time.Since(began), 10*timeout, what)
			}
		})
	}
}
