package esim

import "strings"

const (
	iosInstall     = "https://esimsetup.apple.com/esim_qrcode_provisioning?carddata="
	androidInstall = "https://esimsetup.android.com/esim_qrcode_provisioning?carddata="
)

// InstallLinks returns the links that open the installer of an iPhone (iOS 17.4 or later) and of an Android phone with
// Google Play services. Both hold the activation code, so they are secret; they are empty for the zero LPA.
func InstallLinks(l LPA) (ios, android string) {
	if l.SMDP == "" {
		return "", ""
	}
	data := encodeURIComponent(l.String())
	return iosInstall + data, androidInstall + data
}

// encodeURIComponent escapes what ECMAScript's function of that name escapes. url.QueryEscape writes a space as "+" and
// url.PathEscape leaves "$" and ":" alone, which the installers do not accept.
func encodeURIComponent(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_.!~*'()", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
	}
	return b.String()
}
