package store_test

import (
	"context"
	"io/fs"
	"net"
	"net/http"
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
