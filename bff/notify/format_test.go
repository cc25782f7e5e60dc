package notify

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestFormatMoney(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		amount   int64
		currency string
		want     string
	}{
		{650, "USD", "$6.50"},
		{5100, "hkd", "HK$51.00"},
		{1290, "GBP", "£12.90"},
		{5, "GBP", "£0.05"},
		{0, "USD", "$0.00"},
		{-123405, "USD", "-$1,234.05"},
		{100000000, "USD", "$1,000,000.00"},
		{1500, "JPY", "JP¥1,500"},
		{9900, "CNY", "¥99.00"},
		{12345, "KWD", "KWD\u00a012.345"},
		{-9223372036854775808, "USD", "-$92,233,720,368,547,758.08"},
	} {
		require.Equal(t, c.want, formatMoney(c.amount, c.currency))
	}
}

func TestFormatTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 5, 6, 30, 0, 0, time.UTC)
	for _, c := range []struct{ zone, en, zh string }{
		{"Asia/Hong_Kong", "5 Mar 2026, 14:30 (UTC+8)", "2026年3月5日 14:30（UTC+8）"},
		{"Europe/London", "5 Mar 2026, 06:30 (UTC)", "2026年3月5日 06:30（UTC）"},
		{"Asia/Kolkata", "5 Mar 2026, 12:00 (UTC+5:30)", "2026年3月5日 12:00（UTC+5:30）"},
		{"America/New_York", "5 Mar 2026, 01:30 (UTC-5)", "2026年3月5日 01:30（UTC-5）"},
		{"America/St_Johns", "5 Mar 2026, 03:00 (UTC-3:30)", "2026年3月5日 03:00（UTC-3:30）"},
	} {
		zone, err := time.LoadLocation(c.zone)
		require.NoError(t, err)
		require.Equal(t, c.en, formatTime("en", at, zone))
		require.Equal(t, c.zh, formatTime("zh", at, zone))
	}
	london, err := time.LoadLocation("Europe/London")
	require.NoError(t, err)
	require.Equal(t, "1 Jul 2026, 01:00 (UTC+1)", formatTime("en", time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC), london))
}

func TestGreetingName(t *testing.T) {
	t.Parallel()
	for _, ok := range []string{"Mei", "李雷", "Jean-Luc", "O'Neil", "J. R.", "Dr. Mei", "Mary Ann"} {
		require.Equal(t, ok, greetingName(ok))
	}
	require.Equal(t, "Mei Bcc x", greetingName("Mei\r\nBcc\tx"))
	for _, bad := range []string{"Win at https://x.example", "www.x", "buy x.example now", "a@b.co", "<b>x</b>", "{{.}}", "Click this offer and win one thousand today"} {
		require.Empty(t, greetingName(bad), bad)
	}
}

func TestMaskEmail(t *testing.T) {
	t.Parallel()
	require.Equal(t, "m***@example.org", maskEmail("mei.chan@example.org"))
	require.Equal(t, "李***@例子.中国", maskEmail("李雷@例子.中国"))
	require.Equal(t, "***", maskEmail("nonsense"))
}

func TestOneLine(t *testing.T) {
	t.Parallel()
	require.Equal(t, "a b c", oneLine(" a\r\n\tb\u2028c\u202e\x00"))
	require.Equal(t, "ab…", shorten("abc", 2))
}
