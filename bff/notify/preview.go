package notify

import "slices"

// Preview renders a template (one of Templates) in a locale with sample data and texts of staff, for editors and for tests. Nothing
// of it is real.
func Preview(own Overrides, template, locale string) (Message, error) {
	if !slices.Contains(Locales, locale) {
		return Message{}, permanent("no template in %q", locale)
	}
	data := samples(locale)
	i := slices.IndexFunc(data, func(d Data) bool { return d.template() == template })
	if i < 0 {
		return Message{}, permanent("no template %q", template)
	}
	var files []Attachment
	var codes []string
	switch data[i].(type) {
	case ESIMDelivered:
		codes = []string{"0222", "5334"}
	case ESIMReissued:
		codes = []string{"7716"}
	}
	if len(codes) > 0 {
		plan := sampleTexts[locale].ESIM
		for n, last4 := range codes {
			file, err := QRAttachment(n+1, plan, last4, "LPA:1$smdp.example.com$PREVIEW-0000-0000")
			if err != nil {
				return Message{}, err
			}
			files = append(files, file)
		}
	}
	note := Note{TenantID: 20, Key: "preview:" + template, Channel: Email, To: "shopper@example.com", Locale: locale, Data: data[i]}
	return render(own, note, sampleSite, files, nil)
}
