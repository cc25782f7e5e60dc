package notify

import (
	"bytes"
	"flag"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/makiuchi-d/gozxing"
	zxing "github.com/makiuchi-d/gozxing/qrcode"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

var update = flag.Bool("update", false, "write the golden files")

var sampleOrder = sampleTexts["en"].order()

// TestGolden holds every mail against testdata; after a change of a text run `go test ./bff/notify -update` and read the
// difference.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range Templates() {
		for _, locale := range Locales {
			m, err := Preview(nil, name, locale)
			require.NoError(t, err, "%s %s", name, locale)
			for ext, got := range map[string]string{".html": m.HTML, ".txt": "Subject: " + m.Subject + "\n\n" + m.Text} {
				golden(t, name+"."+locale+ext, got)
			}
		}
	}
}

// golden holds what was rendered against a file of testdata, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got, path)
}

func TestOneIsNoPlural(t *testing.T) {
	t.Parallel()
	m, err := render(nil, Note{TenantID: 20, Channel: Email, To: "mei@example.com", Locale: "en", Data: PointsExpiring{Points: 1, ExpiresAt: sampleTime}},
		sampleSite, nil, nil)
	require.NoError(t, err)
	require.Equal(t, "1 of your Roamcart points expires soon", m.Subject)
	require.Contains(t, m.Text, "You have 1 point that")
}

func TestEveryTemplateIsWhole(t *testing.T) {
	t.Parallel()
	for _, locale := range Locales {
		require.Len(t, samples(locale), len(kinds), "every template has one sample")
	}
	for _, name := range Templates() {
		for _, locale := range Locales {
			m, err := Preview(nil, name, locale)
			require.NoError(t, err)
			require.Equal(t, Email, m.Channel)
			require.NotEmpty(t, m.Subject)
			require.NotContains(t, m.HTML+m.Text+m.Subject, "<no value>")
			require.NotContains(t, m.HTML+m.Text+m.Subject, "{{")
			require.NotContains(t, m.HTML, "ZgotmplZ")
			require.Contains(t, m.Text, "support@example.com")

			// The twins say the same: every line of the text is found in the page.
			page := strings.Join(strings.Fields(visible(t, m.HTML)), " ")
			for line := range strings.Lines(m.Text) {
				line = strings.TrimSpace(line)
				if m := listed.FindStringSubmatch(line); m != nil {
					line = m[1]
				}
				if line == "" || line == "--" || strings.HasPrefix(line, "http") || strings.HasPrefix(line, "[") {
					continue
				}
				for _, part := range regexp.MustCompile(`: |：|:$| · `).Split(line, -1) {
					require.Contains(t, page, strings.TrimSpace(part), "%s %s", name, locale)
				}
			}
			for _, link := range regexp.MustCompile(`https://\S+`).FindAllString(m.Text, -1) {
				require.Contains(t, html.UnescapeString(m.HTML), `href="`+link+`"`)
			}
		}
	}
}

var listed = regexp.MustCompile(`^(?:> |- |\d\. )(.*)$`)

func TestBothLanguagesHaveTheSameTexts(t *testing.T) {
	t.Parallel()
	keys := func(locale string) []string { return slices.Sorted(maps.Keys(texts[locale])) }
	require.Equal(t, keys("en"), keys("zh"))
	names := regexp.MustCompile(`\{\{(?:if eq )?\.(\w+)`)
	for _, key := range keys("en") {
		used := map[string][]string{}
		for _, locale := range Locales {
			for _, m := range names.FindAllStringSubmatch(texts[locale][key].Root.String(), -1) {
				used[locale] = append(used[locale], m[1])
			}
			slices.Sort(used[locale])
			used[locale] = slices.Compact(used[locale])
		}
		require.Equal(t, used["en"], used["zh"], key)
		require.False(t, strings.ContainsFunc(texts["en"][key].Root.String(), func(r rune) bool { return unicode.Is(unicode.Han, r) }), key)
		require.NotRegexp(t, `\p{Han}[,;:?!()]|[,;?!()]\p{Han}`, texts["zh"][key].Root.String(), key)
	}
}

func TestEveryVariantHasATextInBothLanguages(t *testing.T) {
	t.Parallel()
	var data []Data
	for _, purpose := range Purposes {
		data = append(data, VerificationCode{Purpose: purpose, Minutes: 1, code: "000000"})
	}
	for _, r := range []string{CancelExpired, CancelByCustomer, CancelByShop} {
		data = append(data, OrderCancelled{Order: sampleOrder, Reason: r})
	}
	for _, r := range []string{RefundRequested, RefundLatePayment, RefundUndeliverable, RefundMismatch, RefundByUs} {
		for _, method := range []string{"card", "wechat_pay", "alipay"} {
			data = append(data, OrderRefunded{Order: sampleOrder, Reason: r, PaymentMethod: method})
		}
	}
	for _, r := range []string{RefundUndeliverable, RefundByUs} {
		data = append(data, OrderGivenBack{Order: sampleOrder, Reason: r, Parts: []string{"a plan"}})
	}
	all := sampleOrder
	all.Amounts = Amounts{Discounts: []Discount{{"promo", 1}, {"referral", 1}, {"points", 1}}, Shipping: 1, Tax: 1, NumberSelectionFee: 1, Prepaid: 1, Total: 1}
	data = append(data, OrderPaid{Order: all, PaymentMethod: "card"}, OrderShipped{Order: all, TrackingNumber: "1"})
	for _, d := range data {
		for _, locale := range Locales {
			_, err := render(nil, Note{TenantID: 20, Key: "k", Channel: Email, Locale: locale, Data: d}, sampleSite, nil, nil)
			require.NoError(t, err, "%+v", d)
		}
	}
	_, err := render(nil, Note{TenantID: 20, Key: "k", Channel: Email, Locale: "en", Data: OrderCancelled{Reason: "whim"}}, sampleSite, nil, nil)
	require.Error(t, err)
	require.True(t, isPermanent(err), "a reason without a text never becomes a mail")
}

// Whoever asks for a code that cannot do what it is for reads so beside it.
func TestACodeOfNoUse(t *testing.T) {
	t.Parallel()
	for purpose, words := range map[string]map[string]string{
		"signup": {"en": "already has an account", "zh": "此邮箱已有账户"},
		"login":  {"en": "No account uses this address", "zh": "此邮箱尚未注册账户"},
		"reset":  {"en": "No account uses this address", "zh": "此邮箱尚未注册账户"},
	} {
		for locale, want := range words {
			for _, noUse := range []bool{true, false} {
				d := VerificationCode{Purpose: purpose, code: "123456", Minutes: 10, NoUse: noUse}
				m, err := render(nil, Note{TenantID: 20, Key: "k", Channel: Email, Locale: locale, Data: d}, sampleSite, nil, nil)
				require.NoError(t, err)
				require.Contains(t, m.Text, "123456")
				require.Equal(t, noUse, strings.Contains(m.Text, want), "%s %s", purpose, locale)
			}
		}
	}
}

// A registration that was refused and one that held until now are two things to whoever reads about them.
func TestARegistrationThatHeld(t *testing.T) {
	t.Parallel()
	for locale, words := range map[string][2]string{
		"en": {"has not approved", "no longer holds"}, "zh": {"未通过运营商审核", "实名登记已失效"},
	} {
		for i, word := range words {
			d := RegistrationRejected{Plan: Plan{Name: "Korea"}, Reason: "other", Ended: i == 1}
			m, err := render(nil, Note{TenantID: 20, Key: "k", Channel: Email, Locale: locale, Data: d}, sampleSite, nil, nil)
			require.NoError(t, err)
			require.Contains(t, m.Text, word)
			require.NotContains(t, m.Text, words[1-i])
		}
	}
}

const evil = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>` + "\r\nBcc: victim@example.com\r\n\r\n{{.}}"

func TestNoTextBecomesMarkup(t *testing.T) {
	t.Parallel()
	order := sampleOrder
	order.OrderNo, order.FirstName = evil, evil
	order.Lines = []Line{{Name: evil, SimType: "esim", Quantity: 1, Amount: 1}}
	site := sampleSite
	site.Brand, site.SupportEmail, site.Hotline = evil, evil, evil
	files := []Attachment{{Name: "esim-1.png", Type: "image/png", ContentID: "esim-1", Plan: evil, ICCIDLast4: evil}}
	for _, d := range []Data{
		OrderPlaced{Order: order, PaymentMethod: "card"}, OrderPaid{Order: order, PaymentMethod: "card"}, ESIMDelivered{Order: order},
		OrderCancelled{Order: order, Reason: CancelExpired}, OrderRefunded{Order: order, Reason: RefundRequested, PaymentMethod: "card"},
		OrderGivenBack{Order: order, Reason: RefundByUs, Goods: []string{evil}, Parts: []string{evil}, Points: 1, Code: true},
		RefundAsked{Order: order}, RefundRefused{Order: order},
		OrderShipped{Order: order, Method: evil, TrackingNumber: evil, Address: []string{evil}},
		VerificationCode{Purpose: "login", code: evil}, ContactReceived{FirstName: evil, Ticket: evil},
		SupportContact{Ticket: evil, FirstName: evil, LastName: evil, Email: evil, OrderNo: evil, Message: evil},
		AccountLocked{}, EmailChanged{NewEmail: evil}, PhoneChanged{Last4: evil}, PasswordChanged{},
	} {
		for _, locale := range Locales {
			m, err := render(nil, Note{TenantID: 20, Key: "k", Channel: Email, Locale: locale, Data: d}, site, files, nil)
			require.NoError(t, err, d.template())
			require.NotContains(t, m.Subject, "\n")
			require.NotContains(t, m.Subject, "\r")
			require.NotContains(t, m.FromName, "\n")
			root, err := html.Parse(strings.NewReader(m.HTML))
			require.NoError(t, err)
			for n := range root.Descendants() {
				require.NotEqual(t, "script", n.Data)
				for _, a := range n.Attr {
					require.False(t, strings.HasPrefix(a.Key, "on"), "%s: attribute %s", d.template(), a.Key)
					if n.Data == "img" && a.Key == "src" {
						require.Equal(t, "cid:esim-1", a.Val)
					}
				}
			}
		}
	}
	_, err := cid(`x" onerror="`)
	require.Error(t, err)
}

func TestOfManyCodesTheButtonComesFirst(t *testing.T) {
	t.Parallel()
	buttonFirst := func(codes int) bool {
		var files []Attachment
		for n := range codes {
			file, err := QRAttachment(n+1, "Japan", "0222", "LPA:1$smdp.example.com$CODE")
			require.NoError(t, err)
			files = append(files, file)
		}
		note := Note{TenantID: 20, Key: "k", Channel: Email, Locale: "en", Data: ESIMDelivered{Order: sampleOrder}}
		m, err := render(nil, note, sampleSite, files, nil)
		require.NoError(t, err)
		button, picture := strings.Index(m.HTML, "Open install page"), strings.Index(m.HTML, `src="cid:`)
		require.Positive(t, button)
		require.Positive(t, picture)
		return button < picture
	}
	require.False(t, buttonFirst(3))
	require.True(t, buttonFirst(4))
}

// The mail says of each eSIM whether it is installed before the journey or not before the arrival.
func TestAnESIMMailSaysWhenToInstall(t *testing.T) {
	t.Parallel()
	for _, locale := range Locales {
		for kind, atInstall := range map[string][]bool{"arrival": {true}, "mixed": {false, true}} {
			var files []Attachment
			for n, late := range atInstall {
				plan := sampleTexts[locale].ESIM
				if late {
					plan = map[string]string{"en": "UK number + Europe 20GB 30 days", "zh": "英国号码+欧洲 20GB 30天"}[locale]
				}
				file, err := QRAttachment(n+1, plan, "0222", "LPA:1$smdp.example.com$CODE")
				require.NoError(t, err)
				file.AtInstall = late
				files = append(files, file)
			}
			list := []Data{ESIMDelivered{Order: sampleOrder}}
			if kind == "arrival" {
				list = append(list, ESIMReissued{Order: sampleOrder, LineID: 1, Unit: 1})
			}
			for _, data := range list {
				m, err := render(nil, Note{TenantID: 20, Key: "k", Channel: Email, Locale: locale, Data: data}, sampleSite, files, nil)
				require.NoError(t, err)
				before := map[string]string{"en": "before you leave", "zh": "出发前"}[locale]
				require.Equal(t, kind == "mixed", strings.Contains(m.HTML, before), "%s %s %s", data.template(), kind, locale)
				golden(t, data.template()+"."+kind+"."+locale+".html", m.HTML)
			}
		}
	}
}

func TestESIMMailShowsTheCodeOnlyAsPicture(t *testing.T) {
	t.Parallel()
	const code = "LPA:1$smdp.example.com$S3CRET-TOKEN"
	file, err := QRAttachment(1, "Japan 3GB 7 days", "0222", code)
	require.NoError(t, err)
	require.Equal(t, "image/png", file.Type)
	img, err := png.Decode(bytes.NewReader(file.Data))
	require.NoError(t, err)
	bmp, err := gozxing.NewBinaryBitmapFromImage(img)
	require.NoError(t, err)
	res, err := zxing.NewQRCodeReader().Decode(bmp, nil)
	require.NoError(t, err)
	require.Equal(t, code, res.GetText())

	note := Note{TenantID: 20, Key: "k", Channel: Email, Locale: "en", Data: ESIMDelivered{Order: sampleOrder}}
	m, err := render(nil, note, sampleSite, []Attachment{file}, nil)
	require.NoError(t, err)
	require.NotContains(t, m.HTML+m.Text+m.Subject, "S3CRET")
	require.NotContains(t, m.HTML+m.Text+m.Subject, "smdp")
	require.Contains(t, m.HTML, `src="cid:esim-1"`)
	require.Contains(t, m.Text, "https://shop.example.com/en/my-order?orderNo=2603057K2M9QXA7")

	_, err = render(nil, note, sampleSite, nil, nil)
	require.Error(t, err, "a mail without its QR code is not sent")
	_, err = QRAttachment(1, "x", "0222", strings.Repeat("S3CRET", 1000))
	require.Error(t, err)
	require.NotContains(t, err.Error(), "S3CRET")
}

func TestVerificationCodeIsTheOnlySixDigits(t *testing.T) {
	t.Parallel()
	code := VerificationCode{Purpose: "track", Minutes: 10, ExpiresAt: time.Time{}, code: "482913"}
	for _, locale := range Locales {
		for _, channel := range []string{Email, SMS} {
			m, err := render(nil, Note{TenantID: 20, Key: "k", Channel: channel, Locale: locale, Data: code}, sampleSite, nil, nil)
			require.NoError(t, err)
			require.Equal(t, []string{"482913"}, regexp.MustCompile(`\b\d{6}\b`).FindAllString(m.Text, -1))
			require.NotContains(t, m.Subject, "482913", "a locked screen shows subjects")
			if channel == SMS {
				require.Empty(t, m.HTML)
				require.LessOrEqual(t, len([]rune(m.Text)), 160)
			}
		}
	}
	_, err := render(nil, Note{TenantID: 20, Key: "k", Channel: SMS, Locale: "en", Data: PasswordChanged{}}, sampleSite, nil, nil)
	require.True(t, isPermanent(err))
}

func TestSupportCanReply(t *testing.T) {
	t.Parallel()
	m, err := Preview(nil, "support_contact", "en")
	require.NoError(t, err)
	require.Equal(t, "mei@example.com", m.ReplyTo)
	require.Contains(t, m.Text, "> My phone says the code was used already.\n> What can I do?")
}

func TestSamplesAreInTheLanguageOfTheMail(t *testing.T) {
	t.Parallel()
	en := sampleTexts["en"]
	words := append([]string{en.FirstName, en.Method, en.ESIM, en.Card, en.Registered}, en.Address...)
	words = append(words, strings.Split(en.Message, "\n")...)
	for _, name := range Templates() {
		m, err := Preview(nil, name, "zh")
		require.NoError(t, err)
		for _, word := range words {
			require.NotContains(t, m.Text, word, name)
		}
	}
}

func TestPreviewRefuses(t *testing.T) {
	t.Parallel()
	_, err := Preview(nil, "no_such", "en")
	require.Error(t, err)
	_, err = Preview(nil, "order_paid", "fr")
	require.Error(t, err)
}

func visible(t *testing.T, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	var b strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data != "title" && n.Parent.Data != "style" {
			b.WriteString(n.Data + " ")
		}
	}
	return b.String()
}
