package app_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

const (
	observability = "../../infra/observability/"
	runbooks      = "../../docs/runbooks/"
)

// labelsOf returns the labels of each metric of a program, with their values, from its series as they are written.
func labelsOf(t *testing.T, series map[string]float64) map[string]map[string][]string {
	t.Helper()
	// Prometheus adds these; "up" is its own.
	out := map[string]map[string][]string{"up": {"job": {"roamcart"}}}
	for one := range series {
		selector, err := parser.ParseMetric(one)
		require.NoError(t, err, one)
		name := selector.Get(labels.MetricName)
		if out[name] == nil {
			out[name] = map[string][]string{}
		}
		selector.Range(func(l labels.Label) { out[name][l.Name] = append(out[name][l.Name], l.Value) })
	}
	return out
}

// bounded are labels whose values are all there from the start, or that this test knows, so that one which is spelled wrongly is found.
var bounded = map[string][]string{
	"part":    {"database", "redis", "renderer", "provider", "carrier", "mail", "sms", "page_cache_redis"},
	"step":    {"placed", "paid", "delivered", "cancelled", "refunded", "refunded_returned"},
	"status":  {"2xx", "3xx", "4xx", "5xx"},
	"outcome": {"ok", "refused", "failed", "timeout", "unreachable", "gone"},
	"from":    {"memory", "stale", "redis", "renderer"},
	"state":   {"available", "running", "retryable", "discarded"},
	"limit":   {"total", "network"},
	"job":     {"roamcart"},
}

// checkQuery complains about what Prometheus cannot read, and about metrics, labels and values that the program does not have.
func checkQuery(t *testing.T, known map[string]map[string][]string, where, query string) {
	t.Helper()
	query = strings.ReplaceAll(query, "$__rate_interval", "5m")
	expr, err := parser.ParseExpr(query)
	if err != nil {
		t.Errorf("%s: %s: %v", where, query, err)
		return
	}
	has := map[string]bool{"instance": true, "job": true}
	parser.Inspect(expr, func(node parser.Node, _ []parser.Node) error {
		selector, ok := node.(*parser.VectorSelector)
		if !ok {
			return nil
		}
		if known[selector.Name] == nil {
			t.Errorf("%s: no metric %s", where, selector.Name)
			return nil
		}
		for name := range known[selector.Name] {
			has[name] = true
		}
		for _, m := range selector.LabelMatchers {
			if m.Name == labels.MetricName {
				continue
			}
			if known[selector.Name][m.Name] == nil {
				t.Errorf("%s: %s has no label %s", where, selector.Name, m.Name)
			}
			if values := bounded[m.Name]; values != nil && !slices.ContainsFunc(values, m.Matches) {
				t.Errorf("%s: no %s of %s is %s", where, m.Name, selector.Name, m.Value)
			}
		}
		return nil
	})
	parser.Inspect(expr, func(node parser.Node, _ []parser.Node) error {
		if sum, ok := node.(*parser.AggregateExpr); ok {
			for _, name := range sum.Grouping {
				if !has[name] {
					t.Errorf("%s: nothing has the label %s", where, name)
				}
			}
		}
		return nil
	})
}

// checkObservability holds the alert rules and dashboards against the series of a program that has sold something.
func checkObservability(t *testing.T, series map[string]float64) {
	t.Helper()
	known := labelsOf(t, series)
	for _, rule := range alertRules(t) {
		checkQuery(t, known, rule.Alert, rule.Expr)
	}
	files, err := filepath.Glob(observability + "dashboards/*.json")
	require.NoError(t, err)
	require.Len(t, files, 5)
	for _, file := range files {
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		var dashboard struct {
			UID, Title string
			Panels     []struct {
				Title   string
				Targets []struct{ Expr string }
			}
		}
		require.NoError(t, json.Unmarshal(raw, &dashboard), file)
		require.NotEmpty(t, dashboard.UID)
		require.NotEmpty(t, dashboard.Panels)
		for _, p := range dashboard.Panels {
			require.NotEmpty(t, p.Targets, "%s: %s", dashboard.Title, p.Title)
			for _, target := range p.Targets {
				checkQuery(t, known, dashboard.Title+": "+p.Title, target.Expr)
			}
		}
	}
}

type alertRule struct {
	Alert, Expr         string
	For                 time.Duration
	Labels, Annotations map[string]string
}

func alertRules(t *testing.T) []alertRule {
	t.Helper()
	raw, err := os.ReadFile(observability + "alerts.yaml")
	require.NoError(t, err)
	var file struct {
		Groups []struct {
			Name  string
			Rules []alertRule
		}
	}
	decoder := yaml.NewDecoder(strings.NewReader(string(raw)))
	decoder.KnownFields(true)
	require.NoError(t, decoder.Decode(&file))
	var all []alertRule
	for _, g := range file.Groups {
		all = append(all, g.Rules...)
	}
	require.NotEmpty(t, all)
	return all
}

// Every alert has a page that says what to do, and every page an alert.
func TestEveryAlertHasARunbook(t *testing.T) {
	t.Parallel()
	var want []string
	for _, rule := range alertRules(t) {
		want = append(want, rule.Alert+".md")
		require.Equal(t, "docs/runbooks/"+rule.Alert+".md", rule.Annotations["runbook"])
		require.NotEmpty(t, rule.Annotations["summary"], rule.Alert)
		require.Contains(t, []string{"page", "ticket"}, rule.Labels["severity"], rule.Alert)
	}
	entries, err := os.ReadDir(runbooks)
	require.NoError(t, err)
	var have []string
	for _, e := range entries {
		have = append(have, e.Name())
		raw, err := os.ReadFile(runbooks + e.Name())
		require.NoError(t, err)
		var headings []string
		for line := range strings.Lines(string(raw)) {
			if heading, ok := strings.CutPrefix(line, "#"); ok {
				headings = append(headings, strings.Trim(heading, "# \n"))
			}
		}
		require.Equal(t, []string{strings.TrimSuffix(e.Name(), ".md"), "Symptom", "What it means for travellers", "Diagnosis", "Resolution", "Verify"}, headings)
	}
	require.ElementsMatch(t, want, have)
}
