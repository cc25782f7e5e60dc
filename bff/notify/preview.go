package notify

import (
	"slices"
	"time"
)

// Preview renders a template (one of Templates) in a locale with sample data, for editors and for tests. Nothing of it
// is real.
func Preview(template, locale string) (Message, error) {
	i := slices.IndexFunc(samples, func(d Data) bool { return d.Template() == template })
	if i < 0 || !slices.Contains(Locales, locale) {
		return Message{}, permanent("no template %q in %q", template, locale)
	}
	var files []Attachment
	if template == (ESIMDelivered{}).Template() {
		for n, last4 := range []string{"0222", "5334"} {
			file, err := QRAttachment(n+1, sampleOrder.Lines[0].Name, last4, "LPA:1$smdp.example.com$PREVIEW-0000-0000")
			if err != nil {
				return Message{}, err
			}
			files = append(files, file)
		}
	}
	note := Note{TenantID: 20, Key: "preview:" + template, Channel: Email, To: "shopper@example.com", Locale: locale, Data: samples[i]}
	return render(note, sampleSite, files, DefaultLinks)
}

var sampleTime = time.Date(2026, 3, 5, 6, 30, 0, 0, time.UTC)

var sampleSite = Site{
	Brand:        "Roamcart",
	URL:          "https://shop.example.com",
	SupportEmail: "support@example.com",
	Hotline:      "+852 3018 2600",
	Zone:         time.FixedZone("HKT", 8*60*60),
}

var sampleOrder = Order{
	OrderNo:   "260305-7K2M9QXA-4",
	FirstName: "Mei",
	Currency:  "USD",
	Lines: []Line{
		{Name: "Japan 3GB 7 days", SimType: "esim", Quantity: 2, Amount: 1300},
		{Name: "Hong Kong Visitor 8GB 8 days", SimType: "physical", Quantity: 1, Amount: 990},
	},
	Amounts: Amounts{
		Subtotal:  2290,
		Discounts: []Discount{{Kind: "promo", Amount: 229}, {Kind: "points", Amount: 61}},
		Shipping:  500,
		Tax:       125,
		Total:     2625,
	},
}

var samplePlan = Plan{
	FirstName: "Mei", OrderNo: sampleOrder.OrderNo, Name: sampleOrder.Lines[0].Name, ICCIDLast4: "0222", Left: 410 << 20, Total: 3 << 30,
	EndsAt: sampleTime.Add(20 * time.Hour),
}

var samples = []Data{
	OrderPlaced{Order: sampleOrder, PayBefore: sampleTime.Add(24 * time.Hour), PaymentMethod: "alipay"},
	OrderReminder{Order: sampleOrder, PayBefore: sampleTime.Add(2 * time.Hour), PaymentMethod: "alipay"},
	OrderPaid{Order: sampleOrder, PaidAt: sampleTime, PaymentMethod: "card"},
	OrderDelayed{Order: sampleOrder, RefundAt: sampleTime.Add(70 * time.Minute)},
	ESIMDelivered{Order: sampleOrder},
	OrderCancelled{Order: sampleOrder, Reason: CancelExpired, CancelledAt: sampleTime},
	OrderRefunded{Order: sampleOrder, Amount: 2625, Reason: RefundLatePayment, PaymentMethod: "wechat_pay", RefundedAt: sampleTime},
	RefundAsked{Order: sampleOrder, Amount: 2625},
	RefundRefused{Order: sampleOrder, Amount: 2625},
	OrderShipped{Order: sampleOrder, Method: "Express", TrackingNumber: "SF1234567890123",
		Address: []string{"Mei Chan", "Flat 5, 12 Harbour Road", "Wan Chai, Hong Kong"}},
	VerificationCode{Purpose: "track", Minutes: 10, ExpiresAt: sampleTime, code: "482913"},
	ContactReceived{FirstName: "Mei", Ticket: "C-7K2M9Q"},
	SupportContact{Ticket: "C-7K2M9Q", FirstName: "Mei", LastName: "Chan", Email: "mei@example.com", OrderNo: "260305-7K2M9QXA-4",
		Message: "My phone says the code was used already.\nWhat can I do?", ReceivedAt: sampleTime},
	AccountLocked{LockedUntil: sampleTime.Add(10 * time.Hour)},
	EmailChanged{NewEmail: "mei.chan@example.org", ChangedAt: sampleTime},
	PhoneChanged{Last4: "4567", ChangedAt: sampleTime},
	PasswordChanged{ChangedAt: sampleTime},
	PointsExpiring{FirstName: "Mei", Points: 1420, ExpiresAt: sampleTime.AddDate(0, 0, 30)},
	PlanLow{Plan: samplePlan}, PlanUsedUp{Plan: Plan{FirstName: "Mei", OrderNo: sampleOrder.OrderNo, Name: samplePlan.Name, ICCIDLast4: "0222", Total: samplePlan.Total}},
	PlanExpiring{Plan: Plan{FirstName: "Mei", SIM: "sim7", Name: samplePlan.Name, ICCIDLast4: "0222", Left: samplePlan.Left, Total: samplePlan.Total,
		EndsAt: samplePlan.EndsAt}},
	RegistrationRejected{Plan: Plan{FirstName: "Mei", SIM: "sim7", Name: "Thailand 15GB 8 days", ICCIDLast4: "0222"}, Reason: "document_unreadable"},
}
