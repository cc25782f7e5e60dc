package view

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/review"
)

// What buyers typed is text, whatever it looks like; words around it are in the language of the page.
func TestReviewsAsPagesShowThem(t *testing.T) {
	t.Parallel()
	require.Nil(t, Reviews(review.Summary{}, "en", time.UTC, true))
	at := time.Date(2026, 3, 5, 20, 30, 0, 0, time.UTC)
	s := review.Summary{Count: 12, Average: 4.6, Latest: []review.Review{
		{Stars: 5, Text: "<script>alert(1)</script>", Locale: "zh", NameEn: "Japan", NameZh: "日本", At: at},
		{Stars: 2, Author: `"><b>x`, Locale: "en", NameEn: "Peru", NameZh: "秘鲁", At: at},
	}}
	en := Reviews(s, "en", time.UTC, true).Html
	for _, want := range []string{
		"4.6 out of 5, 12 reviews", `aria-label="5 of 5 stars">★★★★★`, "<b>Japan</b>", `<p lang="zh-Hans">&lt;script&gt;alert(1)&lt;/script&gt;</p>`,
		"A customer · 5 Mar 2026", "★★☆☆☆", "&#34;&gt;&lt;b&gt;x · 5 Mar 2026",
	} {
		require.Contains(t, en, want)
	}
	require.NotContains(t, en, "<script>")
	zh := Reviews(s, "zh", time.FixedZone("", 8*3600), false).Html
	require.Contains(t, zh, "4.6 分（满分 5 分），12 条评价")
	require.Contains(t, zh, "一位顾客 · 2026年3月6日")
	require.NotContains(t, zh, "日本")
	s.Count = 1
	require.Contains(t, Reviews(s, "en", time.UTC, false).Html, "12"[:1]+" review<")
}
