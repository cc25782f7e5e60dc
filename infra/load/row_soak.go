package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/roamcart/roamcart/infra/client"
	"github.com/roamcart/roamcart/infra/process"
)

const (
	sampleEvery = 10 * time.Second
	// settling is the part of a run at its start that is not judged: pools fill, the garbage collector finds its rhythm.
	settling = 0.25
)

// soakMetrics are the metrics that are sampled while the crowd visits. What has a slack has to stay flat: the line through its samples
// may rise over the time that is judged by a tenth of their mean and the slack, no more.
var soakMetrics = []struct {
	what, unit string
	read       func(ctx context.Context, s *Shop, m map[string]float64) (float64, error)
	slack      float64
}{
	{"front door, memory", "MB", func(_ context.Context, s *Shop, _ map[string]float64) (float64, error) {
		return process.ResidentMB(s.FrontDoor())
	}, 5},
	{"front door, heap in use", "MB", metric("go_memstats_heap_inuse_bytes", 1<<20), 5},
	{"front door, goroutines", "", metric("go_goroutines", 1), 10},
	{"front door, open files and connections", "", metric("process_open_fds", 1), 10},
	{"front door, connections of visitors", "", metric("roamcart_connections", 1), 10},
	{"renderer, memory", "MB", func(_ context.Context, s *Shop, _ map[string]float64) (float64, error) {
		return process.ResidentMB(s.Renderer())
	}, 10},
	{"Postgres, sessions of the shop", "", sessions, 3},
	// Both keep more with each order and each visitor, for the times of docs/decisions/057.
	{"Redis, memory", "MB", func(_ context.Context, s *Shop, _ map[string]float64) (float64, error) {
		if s.Redis() == 0 {
			return 0, errors.New("there is no Redis server")
		}
		return process.ResidentMB(s.Redis())
	}, 0},
}

func metric(name string, unit float64) func(context.Context, *Shop, map[string]float64) (float64, error) {
	return func(_ context.Context, _ *Shop, m map[string]float64) (float64, error) {
		value, found := m[name]
		if !found {
			return 0, fmt.Errorf("the shop does not say %s", name)
		}
		return value / unit, nil
	}
}

func sessions(ctx context.Context, s *Shop, _ map[string]float64) (n float64, err error) {
	conn, err := s.Connect(ctx, ownDatabase)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(ctx) }()
	err = conn.QueryRow(ctx, `select count(*)::float8 from pg_stat_activity where datname = $1`, shopDatabase).Scan(&n)
	return n, err
}

// soakRow lets the crowd come at a modest rate for long, and looks at what may not grow meanwhile.
func soakRow(ctx context.Context, b *bench) ([]Figure, error) {
	c, err := newCrowd(ctx, b.shop)
	if err != nil {
		return nil, err
	}
	defer c.close()
	var all []visitResult
	var behind time.Duration
	over := make(chan struct{})
	go func() {
		defer close(over)
		all, behind, err = c.run(ctx, b.soakRate, b.soak)
	}()
	samples, sampled := b.shop.sample(ctx, over)
	<-over
	if err := errors.Join(err, sampled); err != nil {
		return nil, err
	}
	failed := 0
	for _, a := range all {
		if a.err != nil {
			failed++
			logStep("failed: " + firstLine(a.err.Error()))
		}
	}
	minutes := b.soak.Minutes()
	figures := []Figure{
		figure(fmt.Sprintf("%.3g minutes of the crowd, visits", minutes), float64(len(all)), ""),
		figure("visits that failed", float64(failed), "").atMost(0),
		figure("all done after the last visit", behind.Seconds(), "s"),
	}
	for i, w := range soakMetrics {
		at := samples[i]
		at = at[int(float64(len(at))*settling):]
		if len(at) < 3 {
			return figures, errors.New("too short a time to see a slope")
		}
		slope, mean := slopeOf(at)
		growth := slope * float64(len(at)-1)
		text := fmt.Sprintf("%s: mean of %d samples, %s to %s", w.what, len(at), number(slices.Min(at)), number(slices.Max(at)))
		figures = append(figures, figure(text, mean, w.unit))
		rise := figure(fmt.Sprintf("%s: slope, %+.2f %s an hour; rise in the time that is judged", w.what, slope*float64(time.Hour/sampleEvery), w.unit),
			max(growth, 0), w.unit)
		if w.slack > 0 {
			rise = rise.atMost(mean/10 + w.slack)
		}
		figures = append(figures, rise)
	}
	return figures, nil
}

// sample reads all that is watched every ten seconds, until over is closed.
func (s *Shop) sample(ctx context.Context, over <-chan struct{}) (samples [][]float64, err error) {
	samples = make([][]float64, len(soakMetrics))
	every := time.NewTicker(sampleEvery)
	defer every.Stop()
	for {
		select {
		case <-over:
			return samples, err
		case <-every.C:
		}
		m, err := s.metrics(ctx)
		if err != nil {
			return samples, err
		}
		var line []string
		for i, w := range soakMetrics {
			value, err := w.read(ctx, s, m)
			if err != nil {
				return samples, fmt.Errorf("%s: %w", w.what, err)
			}
			samples[i] = append(samples[i], value)
			line = append(line, number(value))
		}
		logStep(strings.Join(line, " · "))
	}
}

// metrics returns what the shop says of itself, of names without labels.
func (s *Shop) metrics(ctx context.Context) (map[string]float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://127.0.0.1:"+s.metricsPort+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	text, status, err := client.Do(http.DefaultClient, req)
	if err != nil || status != http.StatusOK {
		return nil, fmt.Errorf("read the figures of the shop: %d %w", status, err)
	}
	out := map[string]float64{}
	for in := bufio.NewScanner(strings.NewReader(string(text))); in.Scan(); {
		name, value, found := strings.Cut(in.Text(), " ")
		if n, err := strconv.ParseFloat(value, 64); found && err == nil {
			out[name] = n
		}
	}
	return out, nil
}

// slopeOf returns how much the line of least squares through equally spaced values rises from one to the next, and their mean.
func slopeOf(values []float64) (slope, mean float64) {
	middle := float64(len(values)-1) / 2
	for _, v := range values {
		mean += v / float64(len(values))
	}
	var up, down float64
	for i, v := range values {
		x := float64(i) - middle
		up += x * (v - mean)
		down += x * x
	}
	return up / down, mean
}
