package main

import (
	"context"
	"fmt"
	"path/filepath"
	"syscall"

	"github.com/roamcart/roamcart/infra/process"
)

// replica is a front door with its renderer.
type replica struct {
	url, rendererURL     string
	dir                  string
	environment, node    []string
	program, renderer    *process.Program
	logFile, rendererLog string
}

// newReplica prepares a front door with a renderer, with a proxy between the two where there are proxies.
func (tb *testbed) newReplica(ctx context.Context, n int) (*replica, error) {
	port, err := process.FreePort()
	if err != nil {
		return nil, err
	}
	ssr, err := process.FreePort()
	if err != nil {
		return nil, err
	}
	through := "127.0.0.1:" + ssr
	if tb.proxies.url != "" {
		if through, err = tb.proxies.add(ctx, fmt.Sprintf("renderer%d", n), through); err != nil {
			return nil, err
		}
	}
	r := &replica{
		url: "http://127.0.0.1:" + port, rendererURL: "http://127.0.0.1:" + ssr, dir: filepath.Join(tb.dir, fmt.Sprintf("shop%d", n)), logFile: filepath.Join(tb.dir, fmt.Sprintf("shop%d.log", n)),
		rendererLog: filepath.Join(tb.dir, fmt.Sprintf("renderer%d.log", n)),
	}
	// A deployment waits until the balancer has seen that a front door goes.
	settings := map[string]string{"PORT": port, "DATA_DIR": r.dir, "SSR_URL": "http://" + through, "HOST": "127.0.0.1", "SHUTDOWN_DELAY": "2s"}
	r.environment = environment(tb.settings, settings)
	r.node = environment(map[string]string{
		"NODE_ENV": "production", "SSR_PORT": ssr, "BFF_URL": r.url, "INTERNAL_TOKEN": tb.settings["INTERNAL_TOKEN"],
	})
	return r, nil
}

// start starts the processes of a replica that do not run, and returns once both answer: a front door is ready without its renderer.
func (r *replica) start(ctx context.Context) (err error) {
	if !running(r.renderer) {
		if r.renderer, err = process.Start(r.rendererLog, r.node, "node", "ssr/dist/server/main.js"); err != nil {
			return err
		}
	}
	if !running(r.program) {
		if r.program, err = process.Start(r.logFile, r.environment, "bin/roamcart", "run"); err != nil {
			return err
		}
	}
	return wait(ctx, startTime, "a front door and its renderer are ready", func() bool {
		return answers(r.url+"/readyz") && answers(r.rendererURL+"/readyz")
	})
}

func (r *replica) stop() {
	for _, p := range []*process.Program{r.program, r.renderer} {
		if running(p) {
			_ = p.Signal(syscall.SIGCONT)
			p.Stop()
		}
	}
}

func running(p *process.Program) bool {
	if p == nil {
		return false
	}
	select {
	case <-p.Ended():
		return false
	default:
		return true
	}
}
