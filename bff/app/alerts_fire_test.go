package app_test

import (
	"slices"
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
	"github.com/stretchr/testify/require"
)

// calm are the series of a shop that is well, one value a minute for two hours: what it begins with, what is added each minute, and
// how often ("0+60x120").
var calm = []string{
	`up{job="roamcart",instance="a"} 1+0x120`, `roamcart_ready{instance="a"} 1+0x120`,
	`roamcart_part_up{instance="a",part="database"} 1+0x120`, `roamcart_part_up{instance="a",part="redis"} 1+0x120`,
	`roamcart_page_requests_total{instance="a",page="home",status="2xx"} 0+6000x120`, `roamcart_page_requests_total{instance="a",page="home",status="5xx"} 0+1x120`,
	`roamcart_call_seconds_count{instance="a",route="/gw/mall/cart",status="2xx"} 0+600x120`, `roamcart_call_seconds_count{instance="a",route="/gw/mall/cart",status="5xx"} 0+1x120`,
	`roamcart_page_seconds_bucket{instance="a",le="0.5"} 0+100x120`, `roamcart_page_seconds_bucket{instance="a",le="5"} 0+100x120`, `roamcart_page_seconds_bucket{instance="a",le="+Inf"} 0+100x120`,
	`roamcart_call_seconds_bucket{instance="a",le="0.5",route="/gw/mall/cart"} 0+100x120`, `roamcart_call_seconds_bucket{instance="a",le="5",route="/gw/mall/cart"} 0+100x120`,
	`roamcart_call_seconds_bucket{instance="a",le="+Inf",route="/gw/mall/cart"} 0+100x120`,
	`roamcart_pages_total{instance="a",from="memory"} 0+100x120`, `roamcart_pages_total{instance="a",from="stale"} 0+1x120`,
	`roamcart_outside_seconds_count{instance="a",part="renderer",outcome="ok"} 0+100x120`, `roamcart_outside_seconds_count{instance="a",part="renderer",outcome="failed"} 0+1x120`,
	`roamcart_outside_seconds_count{instance="a",part="provider",outcome="ok"} 0+100x120`, `roamcart_outside_seconds_count{instance="a",part="provider",outcome="timeout"} 0+1x120`,
	`roamcart_outside_seconds_count{instance="a",part="carrier",outcome="ok"} 0+100x120`, `roamcart_outside_seconds_count{instance="a",part="carrier",outcome="unreachable"} 0+1x120`,
	`roamcart_outside_seconds_count{instance="a",part="mail",outcome="ok"} 0+100x120`, `roamcart_outside_seconds_count{instance="a",part="mail",outcome="failed"} 0+1x120`,
	`roamcart_renderer_restarts_total{instance="a"} 0+0x120`, `roamcart_resting{instance="a",part="carrier"} 0+0x120`,
	`roamcart_queue_oldest_seconds{instance="a",queue="money"} 1+0x120`, `roamcart_jobs{instance="a",kind="order_mail",state="discarded"} 0+0x120`,
	`go_sql_in_use_connections{instance="a",db_name="shop"} 2+0x120`, `go_sql_max_open_connections{instance="a",db_name="shop"} 8+0x120`,
	`roamcart_payments_refused_total{instance="a",site="20",method="card"} 0+1x120`,
	`roamcart_orders_total{instance="a",site="20",currency="USD",step="placed"} 0+20x120`, `roamcart_orders_total{instance="a",site="20",currency="USD",step="paid"} 0+15x120`,
	`roamcart_delivery_seconds_bucket{instance="a",le="60",site="20"} 0+10x120`, `roamcart_delivery_seconds_bucket{instance="a",le="86400",site="20"} 0+10x120`,
	`roamcart_delivery_seconds_bucket{instance="a",le="259200",site="20"} 0+10x120`, `roamcart_delivery_seconds_bucket{instance="a",le="+Inf",site="20"} 0+10x120`,
	`roamcart_connections_refused_total{instance="a",limit="total"} 0+0x120`,
}

// trouble are the series that are otherwise when the alert is to fire.
var trouble = map[string][]string{
	"FrontDoorDown":      {`up{job="roamcart",instance="a"} 0+0x120`},
	"FrontDoorNotReady":  {`roamcart_ready{instance="a"} 0+0x120`},
	"DatabaseDown":       {`roamcart_part_up{instance="a",part="database"} 0+0x120`},
	"RedisDown":          {`roamcart_part_up{instance="a",part="redis"} 0+0x120`},
	"PageErrors":         {`roamcart_page_requests_total{instance="a",page="home",status="5xx"} 0+600x120`},
	"CallErrors":         {`roamcart_call_seconds_count{instance="a",route="/gw/mall/cart",status="5xx"} 0+60x120`},
	"PagesSlow":          {`roamcart_page_seconds_bucket{instance="a",le="0.5"} 0+50x120`},
	"CallsSlow":          {`roamcart_call_seconds_bucket{instance="a",le="0.5",route="/gw/mall/cart"} 0+50x120`},
	"PagesStale":         {`roamcart_pages_total{instance="a",from="stale"} 0+50x120`},
	"RendererFails":      {`roamcart_outside_seconds_count{instance="a",part="renderer",outcome="failed"} 0+50x120`},
	"RendererRestarts":   {`roamcart_renderer_restarts_total{instance="a"} 0+1x120`},
	"ProviderFails":      {`roamcart_outside_seconds_count{instance="a",part="provider",outcome="timeout"} 0+50x120`},
	"CarrierFails":       {`roamcart_outside_seconds_count{instance="a",part="carrier",outcome="unreachable"} 0+50x120`},
	"CarrierBackoff":     {`roamcart_resting{instance="a",part="carrier"} 1+0x120`},
	"MailFails":          {`roamcart_outside_seconds_count{instance="a",part="mail",outcome="failed"} 0+50x120`},
	"JobsWait":           {`roamcart_queue_oldest_seconds{instance="a",queue="money"} 300+0x120`},
	"JobsGivenUp":        {`roamcart_jobs{instance="a",kind="order_mail",state="discarded"} 1+0x120`},
	"DatabasePoolFull":   {`go_sql_in_use_connections{instance="a",db_name="shop"} 8+0x120`},
	"PaymentsRefused":    {`roamcart_payments_refused_total{instance="a",site="20",method="card"} 0+30x120`},
	"NoPayments":         {`roamcart_orders_total{instance="a",site="20",currency="USD",step="paid"} 5+0x120`},
	"DeliveriesSlow":     {`roamcart_delivery_seconds_bucket{instance="a",le="86400",site="20"} 0+5x120`, `roamcart_delivery_seconds_bucket{instance="a",le="60",site="20"} 0+5x120`},
	"ConnectionsRefused": {`roamcart_connections_refused_total{instance="a",limit="total"} 0+600x120`},
}

// Every alert fires in the trouble that it is about, and none while all is well.
func TestEveryAlertFires(t *testing.T) {
	t.Parallel()
	engine := promql.NewEngine(promql.EngineOpts{MaxSamples: 1e6, Timeout: time.Minute, LookbackDelta: 5 * time.Minute})
	t.Cleanup(func() { _ = engine.Close() })
	fires := func(expr string, series []storage.Series) bool {
		t.Helper()
		q, err := engine.NewInstantQuery(t.Context(), recorded(series), nil, expr, time.UnixMilli(int64(120*time.Minute/time.Millisecond)))
		require.NoError(t, err, expr)
		defer q.Close()
		found := q.Exec(t.Context())
		require.NoError(t, found.Err, expr)
		vector, err := found.Vector()
		require.NoError(t, err, expr)
		return len(vector) > 0
	}
	rules := alertRules(t)
	require.Len(t, trouble, len(rules))
	for _, rule := range rules {
		require.False(t, fires(rule.Expr, read(t, calm)), "%s fires while all is well", rule.Alert)
		require.NotEmpty(t, trouble[rule.Alert], rule.Alert)
		require.True(t, fires(rule.Expr, read(t, calm, trouble[rule.Alert]...)), "%s does not fire", rule.Alert)
	}
}

// read returns series, those of instead in the place of the ones with the same labels.
func read(t *testing.T, descriptions []string, instead ...string) []storage.Series {
	t.Helper()
	byLabels := map[string]storage.Series{}
	for i, d := range slices.Concat(descriptions, instead) {
		own, values, err := parser.ParseSeriesDesc(d)
		require.NoError(t, err, d)
		samples := make([]chunks.Sample, len(values))
		for n, v := range values {
			samples[n] = sample{int64(n) * time.Minute.Milliseconds(), v.Value}
		}
		if i >= len(descriptions) {
			require.Contains(t, byLabels, own.String(), "in the place of none")
		}
		byLabels[own.String()] = storage.NewListSeries(own, samples)
	}
	var all []storage.Series
	for _, s := range byLabels {
		all = append(all, s)
	}
	return all
}

// recorded is a storage of Prometheus with these series.
func recorded(series []storage.Series) storage.Queryable {
	return &storage.MockQueryable{MockQuerier: &storage.MockQuerier{
		SelectMockFunction: func(_ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
			found := &seriesSet{at: -1}
			for _, s := range series {
				if !slices.ContainsFunc(matchers, func(m *labels.Matcher) bool { return !m.Matches(s.Labels().Get(m.Name)) }) {
					found.list = append(found.list, s)
				}
			}
			return found
		},
	}}
}

type seriesSet struct {
	list []storage.Series
	at   int
}

func (s *seriesSet) Next() bool                        { s.at++; return s.at < len(s.list) }
func (s *seriesSet) At() storage.Series                { return s.list[s.at] }
func (s *seriesSet) Err() error                        { return nil }
func (s *seriesSet) Warnings() annotations.Annotations { return nil }

// sample is a value at a time in milliseconds.
type sample struct {
	at    int64
	value float64
}

func (s sample) T() int64                      { return s.at }
func (s sample) F() float64                    { return s.value }
func (s sample) H() *histogram.Histogram       { return nil }
func (s sample) FH() *histogram.FloatHistogram { return nil }
func (s sample) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (s sample) Copy() chunks.Sample           { return s }
