package notify

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/shared"
)

// formatMoney writes minor units as the pages do, so that an order costs the same to the letter wherever it is read: $6.50,
// HK$51.00, -£1,234.05.
func formatMoney(amount int64, currency string) string {
	currency = strings.ToUpper(currency)
	sign := ""
	abs := uint64(amount)
	if amount < 0 {
		sign, abs = "-", -abs
	}
	unit := uint64(money.Unit(currency))
	text := sign + shared.CurrencySymbol(currency) + group(abs/unit)
	if decimals := money.Decimals(currency); decimals > 0 {
		text += fmt.Sprintf(".%0*d", decimals, abs%unit)
	}
	return text
}

// group writes a number as both languages do: 1,420.
func group(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Time writes an instant with its zone, as mails and pages do.
func Time(locale string, t time.Time, zone *time.Location) string { return formatTime(locale, t, zone) }

// formatTime writes an instant with its zone: 5 Mar 2026, 14:30 (UTC+8) or 2026年3月5日 14:30（UTC+8）.
func formatTime(locale string, t time.Time, zone *time.Location) string {
	t = t.In(zone)
	if locale == "zh" {
		return t.Format("2006年1月2日 15:04") + "（" + Offset(t) + "）"
	}
	return t.Format("2 Jan 2006, 15:04") + " (" + Offset(t) + ")"
}

// Volume writes an amount of data in MB of 1024 times 1024 bytes, as MB or as GB with one decimal.
func Volume(mb int64) string { return traffic(mb << 20) }

// Day writes a calendar day, given as YYYY-MM-DD: 5 Mar 2026 or 2026年3月5日. What is no day stays as it is.
func Day(locale, date string) string {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return t.Format(shared.In(locale, "2 Jan 2006", "2006年1月2日"))
}

// Offset names the zone of an instant: UTC, UTC+8, UTC-3:30.
func Offset(t time.Time) string {
	_, seconds := t.Zone()
	if seconds == 0 {
		return "UTC"
	}
	sign := "+"
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	text := "UTC" + sign + strconv.Itoa(seconds/3600)
	if m := seconds % 3600 / 60; m != 0 {
		text += fmt.Sprintf(":%02d", m)
	}
	return text
}

// oneLine makes text fit for a header or a line: every run of white space and control characters becomes one space.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
	}), " ")
}

const longestName = 40

// greetingName returns a first name fit for a greeting, or "" for what is none. Contact and checkout forms let anybody
// write anything to anybody's mailbox, so a name that looks like an address or an advertisement is left out.
func greetingName(s string) string {
	s = oneLine(s)
	if len([]rune(s)) > longestName || strings.ContainsAny(s, ":/@<>{}[]|\\\"") || strings.Contains(strings.ToLower(s), "www.") {
		return ""
	}
	if i := strings.LastIndexByte(s, '.'); i >= 0 && i < len(s)-2 && s[i+1] != ' ' {
		return ""
	}
	return s
}

// maskEmail shows the first letter of the mailbox and the domain: j***@example.com.
func maskEmail(s string) string {
	at := strings.LastIndexByte(s, '@')
	if at < 1 {
		return "***"
	}
	return string([]rune(s)[:1]) + "***" + s[at:]
}

// shorten cuts text after n characters.
func shorten(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
