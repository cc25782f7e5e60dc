package pages

// kinds are the pages of the shop, each in its own file. Addresses are matched in this order: static segments come before
// parameters of the same place.
var kinds = []page{
	homePage,
	listingPage,
	comparePage,
	whichPage,
	groupPage,
	destinationPage,
	detailPage,
	esimPage,
	esimModulePage,
	cartPage,
	orderPage,
	paymentPage,
	trackPage,
	orderDetailPage,
	installPage,
	orderSimsPage,
	reissuePage,
	reviewPage,
	loginPage,
	signupPage,
	forgotPasswordPage,
	accountPage,
	accountOrdersPage,
	accountSimsPage,
	accountRewardsPage,
	accountDeletePage,
	servicePage,
	termsPage,
	faqPage,
	contactPage,
	whyUsPage,
	testPaymentPage,
	testStripePage,
}

// byKind has the rows of all kinds. It is filled in by init: kinds refer to functions that look up the rows of others.
var byKind = map[Kind]Row{}

func init() {
	for _, p := range kinds {
		byKind[p.row().Kind] = p.row()
	}
}
