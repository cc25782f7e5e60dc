package notify

import "time"

var sampleTime = time.Date(2026, 3, 5, 6, 30, 0, 0, time.UTC)

var sampleSite = Site{
	Brand:        "Roamcart",
	URL:          "https://shop.example.com",
	SupportEmail: "support@example.com",
	Hotline:      "+852 3018 2600",
	Zone:         time.FixedZone("HKT", 8*60*60),
}

// sampleWords are what the shop and its shopper have written themselves; a shopper who reads the mail in a language reads
// them in it, too.
type sampleWords struct {
	FirstName, LastName string
	// Address is where a parcel goes, line by line, and Method how.
	Address []string
	Method  string
	// ESIM, Card and Registered are names of plans: the first two are ordered, the last one asks for a registration.
	ESIM, Card, Registered string
	// Message is what somebody wrote to the shop.
	Message string
}

var sampleTexts = map[string]sampleWords{
	"en": {
		FirstName: "Mei", LastName: "Chan",
		Address: []string{"Mei Chan", "Flat 5, 12 Harbour Road", "Wan Chai, Hong Kong"}, Method: "Express",
		ESIM: "Japan 3GB 7 days", Card: "Hong Kong Visitor 8GB 8 days", Registered: "Thailand 15GB 8 days",
		Message: "My phone says the code was used already.\nWhat can I do?",
	},
	"zh": {
		FirstName: "思敏", LastName: "陈",
		Address: []string{"陈思敏", "湾仔港湾道 12 号 5 室", "中国香港"}, Method: "特快速递",
		ESIM: "日本 3GB 7天", Card: "中国香港访客卡 8GB 8天", Registered: "泰国游客卡 15GB 8天",
		Message: "手机提示二维码已被使用。\n请问该怎么办？",
	},
}

// samples returns one sample of the data of every template, in a language of Locales.
func samples(locale string) []Data {
	w := sampleTexts[locale]
	order := w.order()
	// A plan of an order, the same of a customer's SIM, and one that has nothing left.
	ordered := w.plan()
	ordered.OrderNo = order.OrderNo
	owned := w.plan()
	owned.SIM = "sim7"
	empty := ordered
	empty.Left, empty.EndsAt = 0, time.Time{}
	return []Data{
		OrderPlaced{Order: order, PayBefore: sampleTime.Add(24 * time.Hour), PaymentMethod: "alipay"},
		OrderReminder{Order: order, PayBefore: sampleTime.Add(2 * time.Hour), PaymentMethod: "alipay"},
		OrderPaid{Order: order, PaidAt: sampleTime, PaymentMethod: "card"},
		OrderDelayed{Order: order, RefundAt: sampleTime.Add(70 * time.Minute)},
		ESIMDelivered{Order: order},
		ESIMReissued{Order: order, LineID: 1, Unit: 1},
		ESIMNotReissued{Order: order},
		OrderCancelled{Order: order, Reason: CancelExpired, CancelledAt: sampleTime},
		OrderRefunded{Order: order, Amount: 2625, Reason: RefundLatePayment, PaymentMethod: "wechat_pay", RefundedAt: sampleTime},
		OrderGivenBack{Order: order, Reason: RefundUndeliverable, Goods: []string{w.ESIM}, Parts: []string{w.Card}, Points: 1420, Code: true},
		RefundAsked{Order: order, Amount: 2625},
		RefundRefused{Order: order, Amount: 2625},
		OrderShipped{Order: order, Method: w.Method, TrackingNumber: "SF1234567890123", Address: w.Address},
		OrderEmailChanged{Order: order},
		VerificationCode{Purpose: "track", Minutes: 10, ExpiresAt: sampleTime, code: "482913"},
		ContactReceived{FirstName: w.FirstName, Ticket: "C-7K2M9Q"},
		SupportContact{Ticket: "C-7K2M9Q", FirstName: w.FirstName, LastName: w.LastName, Email: "mei@example.com",
			OrderNo: order.OrderNo, Message: w.Message, ReceivedAt: sampleTime},
		AccountLocked{LockedUntil: sampleTime.Add(10 * time.Hour)},
		EmailChanged{NewEmail: "mei.chan@example.org", ChangedAt: sampleTime},
		PhoneChanged{Last4: "4567", ChangedAt: sampleTime},
		PasswordChanged{ChangedAt: sampleTime},
		PointsExpiring{FirstName: w.FirstName, Points: 1420, ExpiresAt: sampleTime.AddDate(0, 0, 30)},
		PlanLow{Plan: ordered},
		PlanUsedUp{Plan: empty},
		PlanExpiring{Plan: owned},
		RegistrationRejected{Plan: Plan{FirstName: w.FirstName, SIM: owned.SIM, Name: w.Registered, ICCIDLast4: owned.ICCIDLast4},
			Reason: "document_unreadable"},
		RegistrationApproved{Plan: Plan{FirstName: w.FirstName, SIM: owned.SIM, Name: w.Registered, ICCIDLast4: owned.ICCIDLast4}},
		ReviewAsked{FirstName: w.FirstName, OrderNo: order.OrderNo, Name: w.ESIM},
		StaffInvitation{Role: "editor", ExpiresAt: sampleTime.Add(72 * time.Hour), link: "https://shop.example.com/studio/invitation#pK2m9q"},
		StaffNotice{
			Event:   StaffPasskeyAdded,
			At:      sampleTime,
			Device:  "Firefox 148",
			Address: "203.0.113.7",
			Studio:  "https://shop.example.com/studio/account",
		},
	}
}

// order is one of two eSIMs and a card, with every amount an order can have.
func (w sampleWords) order() Order {
	return Order{
		OrderNo:   "2603057K2M9QXA7",
		FirstName: w.FirstName,
		Currency:  "USD",
		Lines: []Line{
			{Name: w.ESIM, SimType: "esim", Quantity: 2, Amount: 1300},
			{Name: w.Card, SimType: "physical", Quantity: 1, Amount: 990},
		},
		Amounts: Amounts{
			Subtotal:  2290,
			Discounts: []Discount{{Kind: "promo", Amount: 229}, {Kind: "points", Amount: 61}},
			Shipping:  500,
			Tax:       125,
			Total:     2625,
		},
	}
}

// plan is the eSIM of the order, nearly used up.
func (w sampleWords) plan() Plan {
	return Plan{FirstName: w.FirstName, Name: w.ESIM, ICCIDLast4: "0222", Left: 410 << 20, Total: 3 << 30, EndsAt: sampleTime.Add(20 * time.Hour)}
}
