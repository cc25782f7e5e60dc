package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/block"
	"github.com/roamcart/roamcart/bff/catalog/promo"
	"github.com/roamcart/roamcart/bff/catalog/shipping"
	"github.com/roamcart/roamcart/bff/catalog/titles"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/notify/wording"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/local"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
	"github.com/roamcart/roamcart/bff/publishing"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/studio/blocks"
	"github.com/roamcart/roamcart/bff/studio/catalogue"
	"github.com/roamcart/roamcart/bff/studio/customers"
	"github.com/roamcart/roamcart/bff/studio/images"
	"github.com/roamcart/roamcart/bff/studio/mails"
	studioorders "github.com/roamcart/roamcart/bff/studio/orders"
	"github.com/roamcart/roamcart/bff/studio/promos"
	studioreviews "github.com/roamcart/roamcart/bff/studio/reviews"
	studioshipping "github.com/roamcart/roamcart/bff/studio/shipping"
	"github.com/roamcart/roamcart/bff/studio/sites"
	"github.com/roamcart/roamcart/bff/studio/texts"
	studiotitles "github.com/roamcart/roamcart/bff/studio/titles"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/bff/tenant/regional"
	"github.com/roamcart/roamcart/shared"
)

// newStaff builds the members of staff, who are there whether or not the Studio is on: the command line knows them, too.
func (r *modules) newStaff() *staff.Service {
	return staff.New(staff.Deps{
		DB: r.db, Clock: r.clock, Queue: r.queue, Box: r.box, Prints: r.prints,
		Site: int64(shared.Constants().DefaultTenantID), Address: r.studioAddress(),
	})
}

// studioAddress is where the Studio is found: at the first of its own hosts, or at the default site's.
func (r *modules) studioAddress() string {
	proto, host := r.publicAddress()
	if len(r.cfg.Studio.Hosts) > 0 {
		host = r.cfg.Studio.Hosts[0]
	}
	return proto + "://" + host + studio.Prefix
}

// openStudio opens the Studio where it is on. Areas of it are added here.
func (r *modules) openStudio(who callers) (err error) {
	if !r.cfg.Studio.On {
		return nil
	}
	r.studio, err = studio.New(studio.Deps{
		Staff: r.staff, Dir: r.cfg.Studio.Dir, Allowed: r.studioHost, Proto: who.proto, IP: who.ip(),
		Areas: []studio.Area{
			r.texts(), r.blocks(), r.catalogue(), r.titles(), r.promos(), r.shipping(), r.regional(), r.mails(),
			r.reviewsArea(), r.ordersArea(), r.customers(), &images.Area{Images: r.images, Texts: r.editor},
		},
		Limiter: ratelimit.New(r.redis, r.clock), Wider: r.limitFactor(), Call: r.cfg.Server.Call, Log: r.log,
	})
	return err
}

// texts is where editors write.
func (r *modules) texts() *texts.Area { return &texts.Area{Texts: r.editor, Pages: r.publishing} }

// newPublishing builds what watches the pages of texts, for the Studio and for scheduled publications.
func (r *modules) newPublishing() *publishing.Service {
	return &publishing.Service{
		Texts: r.editor, Shown: r.content, Catalog: r.catalog, Sites: r.addressedSites,
		Address:  fmt.Sprintf("http://localhost:%d", r.cfg.Server.Port),
		Patience: receiptPatience, Log: r.log,
	}
}

// addressedSites lists the sites as they are now, the first at the shop's public address.
func (r *modules) addressedSites() []tenant.Tenant {
	sites := r.sites.All()
	if r.cfg.Server.PublicURL != "" {
		sites[0].WebSite = r.cfg.Server.PublicURL
	}
	return sites
}

// blocks is where editors change menus, home pages and banners.
func (r *modules) blocks() *blocks.Area {
	return &blocks.Area{Sites: r.addressedSites, Blocks: r.parts, Address: r.publishing.SiteAddress}
}

// newParts builds menus, home pages and banners, whose moments come whether or not the Studio is on.
func (r *modules) newParts() *block.Service {
	return &block.Service{
		DB:     r.db,
		Clock:  r.clock,
		Signer: r.signer,
		Zone:   r.sites.Zone,
		Leads: func(ctx context.Context, site int64, path string) (bool, error) {
			return r.publishing.PageExists(ctx, site, path, nil)
		},
	}
}

// previews opens the tokens of texts and of parts of sites.
type previews struct{ texts, parts pages.Previews }

// Open reads a token. The error is editor.ErrPreview for one that neither has made.
func (p previews) Open(ctx context.Context, tenantID int64, token string) (editor.Preview, error) {
	out, err := p.texts.Open(ctx, tenantID, token)
	if errors.Is(err, editor.ErrPreview) {
		return p.parts.Open(ctx, tenantID, token)
	}
	return out, err
}

// followBanners shows and takes away banners at their moments.
func (r *modules) followBanners(ctx context.Context) { r.parts.RunBanners(ctx, r.sites.All, r.log) }

// catalogue is where merchandisers change plans and prices.
func (r *modules) catalogue() *catalogue.Area {
	return &catalogue.Area{
		Products: r.merchandise, Catalog: r.catalog, Carts: r.carts, Orders: r.orders,
		Sites: r.publishing.Sites, Address: r.publishing.SiteAddress, Pages: r.searchPages(),
	}
}

// searchPages shows the Studio how search engines display pages of the catalogue.
func (r *modules) searchPages() *pages.Source { return &pages.Source{Reader: r.reader()} }

// titles stores the titles and descriptions that staff write for search engines.
func (r *modules) titles() *studiotitles.Area {
	return &studiotitles.Area{Titles: titles.New(r.db, r.clock), Pages: r.searchPages(), Sites: r.sites.All, Watch: r.publishing}
}

// mails is where staff change what mails say.
func (r *modules) mails() *mails.Area {
	a := &mails.Area{Mails: wording.New(r.db, r.clock)}
	if r.mailSender != nil {
		a.Send = r.mailSender.Send
	}
	return a
}

// promos is where merchandisers make and end promo codes.
func (r *modules) promos() *promos.Area {
	return &promos.Area{Codes: promo.New(r.db, r.clock), Sites: r.sites.All}
}

// shipping is where merchandisers change how sites send parcels.
func (r *modules) shipping() *studioshipping.Area {
	return &studioshipping.Area{Tables: shipping.New(r.db, r.clock), Sites: r.sites.All}
}

// reviewsArea is where staff decide which reviews are shown.
func (r *modules) reviewsArea() *studioreviews.Area {
	return &studioreviews.Area{Reviews: r.reviews, Sites: r.sites.All}
}

// ordersArea is where support works on orders.
func (r *modules) ordersArea() *studioorders.Area {
	return &studioorders.Area{
		Orders: r.orders, Payments: r.payments, Parcels: r.sims, Notices: orderNotices{r.queue, r.clock}, Places: r.catalog, Sites: r.sites.All,
		Rules: order.Rules{Email: account.Email},
	}
}

// customers is where support works for single customers.
func (r *modules) customers() *customers.Area {
	return &customers.Area{Accounts: r.accounts, Orders: r.orders, SIMs: r.ownedSIMs, Rewards: r.rewards, Sites: r.sites.All}
}

// regional is where publishers make sites.
func (r *modules) regional() *sites.Area {
	proto, own := r.publicAddress()
	_, port, _ := net.SplitHostPort(own)
	return &sites.Area{Regional: r.regionalSites(), Address: func(host string) string {
		if port != "" && !strings.Contains(host, ":") {
			host = net.JoinHostPort(host, port)
		}
		return proto + "://" + host
	}}
}

// regionalSites makes sites and opens them.
func (r *modules) regionalSites() *regional.Service {
	return &regional.Service{DB: r.db, Clock: r.clock, Reserved: func(host string) bool {
		if local.IsName(host) && !r.cfg.Server.LocalHosts {
			return true
		}
		_, taken := r.sites.ByHost(host)
		return taken ||
			slices.ContainsFunc(
				r.cfg.Studio.Hosts,
				func(one string) bool { name, _, _ := strings.Cut(one, ":"); return strings.EqualFold(name, host) },
			)
	}}
}

// receiptPatience is how long a receipt waits for a page that does not change; a call ends not much later.
const receiptPatience = 4 * time.Second

// serveStudio gives the Studio what is asked below its path. It stands before the shop's own limits of bodies and origins,
// because it has others.
func (r *modules) serveStudio(next echo.HandlerFunc) echo.HandlerFunc {
	if r.studio == nil {
		return next
	}
	return r.studio.Serve(next)
}

// studioHost reports whether the Studio is found at a host: one of STUDIO_HOSTS, or without those one of the sites'. A host
// without a port is meant at any.
func (r *modules) studioHost(host string) bool {
	hosts := r.cfg.Studio.Hosts
	if len(hosts) == 0 {
		_, ok := r.sites.ByHost(host)
		return ok
	}
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return slices.ContainsFunc(hosts, func(one string) bool { return strings.EqualFold(one, host) || strings.EqualFold(one, name) })
}

// firstMember is whom the sandbox invites while the Studio has no member.
const firstMember = "studio@roamcart.example"

// studioEntrance is how to get into the Studio of the sandbox, "" elsewhere: its address, or a first invitation.
func (r *modules) studioEntrance(ctx context.Context) string {
	if r.studio == nil || r.cfg.Sandbox.URL == "" {
		return ""
	}
	address := r.staff.Address
	if any, err := r.staff.Any(ctx); err != nil || any {
		return address
	}
	_, link, err := r.staff.Invite(ctx, audit.By{Actor: order.StaffActor("sandbox")}, staff.Invite{
		Email: firstMember, Role: staff.Admin, Locale: shared.DefaultLocale,
	})
	if err != nil {
		r.log.Warn("creating the first Studio invitation failed", "error", err)
		return address
	}
	return link + " (an invitation, good once)"
}
