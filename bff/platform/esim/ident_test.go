package esim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/esim"
)

func TestParseICCID(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		form esim.Form
		want string
		luhn bool
	}{
		{"8944538532008160222", esim.Profile, "8944538532008160222", true},
		{"8997212330099025334", esim.Profile, "8997212330099025334", true},
		{"8985200000000000010", esim.Profile, "8985200000000000010", true},
		{"8944000000000001231", esim.Profile, "8944000000000001231", true},
		{"8986010000000000000", esim.Profile, "8986010000000000000", true},
		{" 8944 5385 3200 8160 222 ", esim.Profile, "8944538532008160222", true},
		{"8944538532008160-222", esim.Card, "8944538532008160222", true},
		{"８９44538532008160222", esim.Card, "8944538532008160222", true},
		{"8944538532008160223", esim.Profile, "8944538532008160223", false},
		{"898601a0000000000f12", esim.Card, "898601A0000000000F12", false},
		{"89860112345678901234", esim.Card, "89860112345678901234", false},
	} {
		got, luhn, err := esim.ParseICCID(c.in, c.form)
		require.NoError(t, err, c.in)
		require.Equal(t, c.want, got)
		require.Equal(t, c.luhn, luhn, c.in)
	}
	for _, c := range []struct {
		in   string
		form esim.Form
	}{
		{"", esim.Card},
		{"9944538532008160222", esim.Card},
		{"894453853200816022", esim.Card},
		{"894453853200816022212", esim.Card},
		{"898601A0000000000F12", esim.Profile},
		{"898501A0000000000F12", esim.Card},
		{"898601G0000000000F12", esim.Card},
	} {
		_, _, err := esim.ParseICCID(c.in, c.form)
		require.ErrorIs(t, err, esim.ErrICCID, c.in)
	}
}

func TestParseEID(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"89049032021008881300304741158317", "89049032000000000000000000000163", "8904 9032 0210 0888 1300 3047 4115 8317"} {
		got, err := esim.ParseEID(in)
		require.NoError(t, err, in)
		require.Len(t, got, 32)
	}
	for _, in := range []string{"", "89049032021008881300304741158318", "8904903202100888130030474115831", "8904903202100888130030474115831X"} {
		_, err := esim.ParseEID(in)
		require.ErrorIs(t, err, esim.ErrEID, in)
	}
}

func TestParsePhone(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"+85291234567": "+85291234567", " +1 (212) 555-0100 ": "+12125550100", "+8613800138000": "+8613800138000", "＋85２91234567": "+85291234567"} {
		got, err := esim.ParsePhone(in)
		require.NoError(t, err, in)
		require.Equal(t, want, got)
	}
	for _, in := range []string{"", "91234567", "+0123456789", "+123456", "+1234567890123456", "+852/91234567"} {
		_, err := esim.ParsePhone(in)
		require.ErrorIs(t, err, esim.ErrPhone, in)
	}
}

func TestLast4(t *testing.T) {
	t.Parallel()
	require.Equal(t, "0222", esim.Last4("8944538532008160222"))
	require.Equal(t, "12", esim.Last4("12"))
	require.Empty(t, esim.Last4(""))
}

func FuzzIdentifiers(f *testing.F) {
	for _, s := range []string{
		"8944538532008160222", "8997212330099025334", "8985200000000000010", "8944000000000001231", "8986010000000000000", "898601A0000000000F12",
		"89049032021008881300304741158317", "89049032000000000000000000000163", "490154203237518", "+852 9123-4567", "é",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n, _, err := esim.ParseICCID(s, esim.Card); err == nil {
			again, _, err := esim.ParseICCID(n, esim.Card)
			require.NoError(t, err)
			require.Equal(t, n, again)
		}
		if n, err := esim.ParseEID(s); err == nil {
			require.Len(t, n, 32)
		}
		if n, err := esim.ParsePhone(s); err == nil {
			again, err := esim.ParsePhone(n)
			require.NoError(t, err)
			require.Equal(t, n, again)
		}
	})
}
