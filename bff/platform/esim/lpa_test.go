package esim_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/esim"
)

func TestParseLPA(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]struct {
		lpa  esim.LPA
		text string
	}{
		"1$SMDP.GSMA.COM$04386-AGYFT-A74Y8-3F815":                     {esim.LPA{"smdp.gsma.com", "04386-AGYFT-A74Y8-3F815", "", false}, "LPA:1$smdp.gsma.com$04386-AGYFT-A74Y8-3F815"},
		"1$SMDP.GSMA.COM$04386-AGYFT-A74Y8-3F815$$1":                  {esim.LPA{"smdp.gsma.com", "04386-AGYFT-A74Y8-3F815", "", true}, "LPA:1$smdp.gsma.com$04386-AGYFT-A74Y8-3F815$$1"},
		"1$SMDP.GSMA.COM$04386-AGYFT-A74Y8-3F815$1.3.6.1.4.1.31746":   {esim.LPA{"smdp.gsma.com", "04386-AGYFT-A74Y8-3F815", "1.3.6.1.4.1.31746", false}, "LPA:1$smdp.gsma.com$04386-AGYFT-A74Y8-3F815$1.3.6.1.4.1.31746"},
		"1$SMDP.GSMA.COM$04386-AGYFT-A74Y8-3F815$1.3.6.1.4.1.31746$1": {esim.LPA{"smdp.gsma.com", "04386-AGYFT-A74Y8-3F815", "1.3.6.1.4.1.31746", true}, "LPA:1$smdp.gsma.com$04386-AGYFT-A74Y8-3F815$1.3.6.1.4.1.31746$1"},
		"1$SMDP.GSMA.COM$$1.3.6.1.4.1.31746":                          {esim.LPA{"smdp.gsma.com", "", "1.3.6.1.4.1.31746", false}, "LPA:1$smdp.gsma.com$$1.3.6.1.4.1.31746"},
		"lpa:1$rsp-eu.example.com$aBcDe":                              {esim.LPA{"rsp-eu.example.com", "aBcDe", "", false}, "LPA:1$rsp-eu.example.com$aBcDe"},
		" \tLPA:1$a.b.co$X\r\n":                                       {esim.LPA{"a.b.co", "X", "", false}, "LPA:1$a.b.co$X"},
		"LPA:1$a.co$X$$":                                              {esim.LPA{"a.co", "X", "", false}, "LPA:1$a.co$X"},
		"LPA:1$a.co$X$$1$later$fields":                                {esim.LPA{"a.co", "X", "", true}, "LPA:1$a.co$X$$1"},
		"LPA:1$a.co$" + strings.Repeat("x", 255-len("LPA:1$a.co$")):   {esim.LPA{"a.co", strings.Repeat("x", 244), "", false}, "LPA:1$a.co$" + strings.Repeat("x", 244)},
	} {
		got, err := esim.ParseLPA(in)
		require.NoError(t, err, in)
		require.Equal(t, want.lpa, got, in)
		require.Equal(t, want.text, got.String())
	}
}

func TestParseLPARefuses(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]error{
		"":                                       esim.ErrLPAFields,
		"LPA:":                                   esim.ErrLPAFields,
		"LPA:1$a.co":                             esim.ErrLPAFields,
		"LPA:2$a.co$X":                           esim.ErrLPAVersion,
		"LPA:01$a.co$X":                          esim.ErrLPAVersion,
		"LPA:LPA:1$a.co$X":                       esim.ErrLPAVersion,
		"LPA:1$$X":                               esim.ErrLPAServer,
		"LPA:1$localhost$X":                      esim.ErrLPAServer,
		"LPA:1$https://a.co$X":                   esim.ErrLPAServer,
		"LPA:1$a.co:443$X":                       esim.ErrLPAServer,
		"LPA:1$a.co/x$X":                         esim.ErrLPAServer,
		"LPA:1$10.0.0.1$X":                       esim.ErrLPAServer,
		"LPA:1$a_b.co$X":                         esim.ErrLPAServer,
		"LPA:1$-a.co$X":                          esim.ErrLPAServer,
		"LPA:1$a..co$X":                          esim.ErrLPAServer,
		"LPA:1$a.co.$X":                          esim.ErrLPAServer,
		"LPA:1$a.co $X":                          esim.ErrLPAServer,
		"LPA:1$a.co\n$X":                         esim.ErrLPAServer,
		"LPA:1$\u212a.co$X":                      esim.ErrLPAServer,
		"LPA:1$a.co$X Y":                         esim.ErrLPAToken,
		"LPA:1$a.co$X_Y":                         esim.ErrLPAToken,
		"LPA:1$a.co$é":                           esim.ErrLPAToken,
		"LPA:1$a.co$X$1234":                      esim.ErrLPAOID,
		"LPA:1$a.co$X$1.03.6":                    esim.ErrLPAOID,
		"LPA:1$a.co$X$1.3.":                      esim.ErrLPAOID,
		"LPA:1$a.co$X$3.1":                       esim.ErrLPAOID,
		"LPA:1$a.co$X$$0":                        esim.ErrLPAFlag,
		"LPA:1$a.co$X$$yes":                      esim.ErrLPAFlag,
		"LPA:1$a.co$" + strings.Repeat("x", 300): esim.ErrLPALength,
		"1$a.co$" + strings.Repeat("x", 248):     esim.ErrLPALength,
	} {
		_, err := esim.ParseLPA(in)
		require.ErrorIs(t, err, want, in)
	}
}

func TestLPAStaysOutOfLogs(t *testing.T) {
	t.Parallel()
	lpa, err := esim.ParseLPA("LPA:1$smdp.example.com$SECRET-TOKEN")
	require.NoError(t, err)
	var buf bytes.Buffer
	slog.New(slog.NewTextHandler(&buf, nil)).Info("x", "lpa", lpa)
	slog.New(slog.NewJSONHandler(&buf, nil)).Info("x", "lpa", lpa)
	buf.WriteString(fmt.Sprintf("%#v", lpa))
	require.NotContains(t, buf.String(), "SECRET-TOKEN")
	require.NotContains(t, buf.String(), "smdp.example.com")
}

func TestInstallLinks(t *testing.T) {
	t.Parallel()
	lpa, err := esim.ParseLPA("LPA:1$SMDP.example.com$aB-9$1.3.6$1")
	require.NoError(t, err)
	ios, android := esim.InstallLinks(lpa)
	const data = "LPA%3A1%24smdp.example.com%24aB-9%241.3.6%241"
	require.Equal(t, "https://esimsetup.apple.com/esim_qrcode_provisioning?carddata="+data, ios)
	require.Equal(t, "https://esimsetup.android.com/esim_qrcode_provisioning?carddata="+data, android)

	ios, android = esim.InstallLinks(esim.LPA{})
	require.Empty(t, ios+android)
}

func FuzzParseLPA(f *testing.F) {
	for _, s := range []string{"LPA:1$a.co$X", "1$SMDP.GSMA.COM$04386-AGYFT-A74Y8-3F815", "LPA:1$SMDP.GSMA.COM$04386-AGYFT-A74Y8-3F815$$1",
		"1$SMDP.GSMA.COM$04386-AGYFT-A74Y8-3F815$1.3.6.1.4.1.31746$1", "1$SMDP.GSMA.COM$$1.3.6.1.4.1.31746", "1$SMDP.GSMA.COM$$1.3.6.1.4.1.31746$1", "lpa:1$x-y.example.com$aB$$1$z", "$$$", "LPA:1$ſ.co$X"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		lpa, err := esim.ParseLPA(s)
		if err != nil {
			require.Zero(t, lpa)
			return
		}
		require.LessOrEqual(t, len(lpa.String()), 255)
		again, err := esim.ParseLPA(lpa.String())
		require.NoError(t, err)
		require.Equal(t, lpa, again)
		require.Contains(t, s, lpa.MatchingID)
		ios, _ := esim.InstallLinks(lpa)
		u, err := url.Parse(ios)
		require.NoError(t, err)
		require.Equal(t, lpa.String(), u.Query().Get("carddata"))
	})
}
