package apptest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/redistest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
	"github.com/roamcart/roamcart/bff/sandbox/servers"
)

// Program is a shop that runs as a process of its own, so that it can be killed.
type Program struct {
	*Shop
	binary string
	env    []string
	// crash is the file that names the point to crash at.
	crash string
	cmd   *exec.Cmd
	// balancer is where provider and carrier report, whichever replica takes it.
	balancer *balancer
	output   strings.Builder
	// Log takes what the program says instead, when it is set.
	Log *os.File
}

// built is the program that the tests of this process share, as long as one of them uses it.
var built struct {
	sync.Mutex
	users int
	dir   string
}

// Build compiles the program, with points at which it can be made to crash, and returns its path, which is good until the test
// ends. The flags are those of scripts/build.sh, so that only the packages with such points are compiled again.
func Build(t testing.TB) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if built.users == 0 {
		dir, err := os.MkdirTemp("", "roamcart-program-")
		if err != nil {
			t.Fatal(err)
		}
		built.dir = dir
	}
	built.users++
	t.Cleanup(func() {
		built.Lock()
		defer built.Unlock()
		if built.users--; built.users == 0 {
			_ = os.RemoveAll(built.dir)
		}
	})
	binary := filepath.Join(built.dir, "roamcart")
	if _, err := os.Stat(binary); err == nil {
		return binary
	}
	if out, err := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", "crashpoints", "-o", binary, "github.com/roamcart/roamcart/bff").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return binary
}

// NewProgram prepares a program over a database and a Redis of its own; env are further settings, as NAME=value.
func NewProgram(t testing.TB, binary string, env ...string) *Program {
	t.Helper()
	renderer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "renderer") }))
	t.Cleanup(renderer.Close)
	dsn, port := filled.DSN(t), waittest.FreePort(t)
	url := fmt.Sprintf("http://localhost:%d", port)
	balancer := openBalancer(t)
	outside := openSandbox(t, servers.Options{
		Parts: servers.Parts{Provider: true, Carrier: true, Mail: true, SMS: true},
		DSN:   dsn, ShopURL: balancer.url, PublicURL: url,
	})
	settings := make([]string, 0, len(env))
	for name, value := range outside.Settings() {
		if name != "APP_ENV" { // versions have different names for it; each knows what it is where nobody says so
			settings = append(settings, name+"="+value)
		}
	}
	p := &Program{
		Shop:     &Shop{URL: url, SandboxURL: outside.URL(), t: t},
		binary:   binary,
		balancer: balancer,
		// Of a setting that is named twice the last one counts.
		env: slices.Concat(settings, []string{
			"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "DATABASE_URL=" + dsn, "REDIS_URL=" + redistest.Start(t).URL,
			"SSR_URL=" + renderer.URL, "SSR_DIR=" + emptyBuild(t), "DATA_DIR=" + t.TempDir(), "HOST=127.0.0.1", fmt.Sprintf("PORT=%d", port),
			"APP_SECRET=" + appSecret, "INTERNAL_TOKEN=internal", "LOG_LEVEL=error",
		}, env),
	}
	p.crash = filepath.Join(t.TempDir(), "crash")
	p.env = append(p.env, "CRASH_FILE="+p.crash)
	t.Cleanup(p.Kill)
	var err error
	if p.DB, err = pg.Open(context.Background(), dsn, pg.Options{MaxConns: 4}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.DB.Close() })
	return p
}

// Beside prepares another program on the same database and Redis, as another replica is; binary may be another version. Each has
// a renderer, a crash file and a port of its own.
func (p *Program) Beside(binary string) *Program {
	p.t.Helper()
	port := waittest.FreePort(p.t)
	q := &Program{
		Shop:     &Shop{URL: fmt.Sprintf("http://localhost:%d", port), SandboxURL: p.SandboxURL, DB: p.DB, t: p.t},
		binary:   binary,
		balancer: p.balancer,
	}
	q.crash = filepath.Join(p.t.TempDir(), "crash")
	q.env = append(slices.Clone(p.env), fmt.Sprintf("PORT=%d", port), "DATA_DIR="+p.t.TempDir(), "CRASH_FILE="+q.crash)
	p.t.Cleanup(q.Kill)
	return q
}

// Freeze keeps the program from doing anything, connections and locks in hand, until Thaw.
func (p *Program) Freeze() { p.signal(syscall.SIGSTOP) }

// Thaw lets a frozen program go on.
func (p *Program) Thaw() { p.signal(syscall.SIGCONT) }

func (p *Program) signal(s os.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// Memory returns what the program holds in memory, in bytes.
func (p *Program) Memory() int {
	p.t.Helper()
	out, err := exec.Command("ps", "-o", "rss=", "-p", fmt.Sprint(p.cmd.Process.Pid)).Output()
	var kilobytes int
	if err == nil {
		_, err = fmt.Sscan(string(out), &kilobytes)
	}
	if err != nil {
		p.t.Fatalf("memory of the program: %v", err)
	}
	return kilobytes << 10
}

// Launch starts the program and does not wait for it.
func (p *Program) Launch() {
	p.t.Helper()
	p.cmd = exec.Command(p.binary, "run")
	p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = p.env, &p.output, &p.output
	if p.Log != nil {
		p.cmd.Stdout, p.cmd.Stderr = p.Log, p.Log
	}
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.balancer.add(p.URL)
}

// Start starts the program and waits until it serves.
func (p *Program) Start() {
	p.t.Helper()
	p.Launch()
	waittest.Within(p.t, 90*time.Second, "the program serves", func() bool {
		res, err := http.Get(p.URL + "/readyz")
		if err != nil {
			return false
		}
		_ = res.Body.Close()
		return res.StatusCode == http.StatusOK
	})
}

// StartLater starts a program that has been killed as if an interval had passed since: what it left half done is looked for at
// once, and the lease of whoever led the job queue is over.
func (p *Program) StartLater(interval string) {
	p.t.Helper()
	p.Later(interval)
	p.Start()
}

// Later lets an interval pass for a program that does not run.
func (p *Program) Later(interval string) {
	p.t.Helper()
	p.MoveClock(interval)
	if err := p.DB.Gorm.Exec(`delete from river_leader`).Error; err != nil {
		p.t.Fatal(err)
	}
}

// Do runs another command of the program with its settings, and returns its output.
func (p *Program) Do(words ...string) (string, error) {
	cmd := exec.Command(p.binary, words...)
	cmd.Env = append(slices.Clone(p.env), "USER=test")
	output, err := cmd.CombinedOutput()
	return string(output), err
}

// Kill ends the program as a power cut does: it gets no chance to do anything.
func (p *Program) Kill() {
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
	p.cmd = nil
	if p.t.Failed() && p.output.Len() > 0 {
		p.t.Logf("output of the program:\n%s", p.output.String())
	}
}

// CrashAt makes the program kill itself, as a power cut would, when it comes to a point; once.
func (p *Program) CrashAt(point string) {
	p.t.Helper()
	if err := os.WriteFile(p.crash, []byte(point), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// Release lets the provider send what it holds back. The program may die while it answers.
func (p *Program) Release() {
	res, err := http.Post(p.sandbox()+"/sandbox/stripe/control/webhooks/release", "application/json", strings.NewReader(`{}`))
	if err == nil {
		_ = res.Body.Close()
	}
}

// Crashed waits until the program has killed itself at the given point.
func (p *Program) Crashed(point string) {
	p.t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- p.cmd.Wait() }()
	select {
	case err := <-ended:
		p.cmd = nil
		if _, still := os.Stat(p.crash); err == nil || still == nil {
			p.t.Fatalf("the program ended before %s: %v\n%s", point, err, p.output.String())
		}
	case <-time.After(90 * time.Second):
		p.t.Fatalf("the program never came to %s", point)
	}
}
