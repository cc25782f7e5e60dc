package api

import (
	"context"
	"slices"
	"strconv"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/contact"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// PageQuery answers everything that one page needs.
func (s *Server) PageQuery(ctx context.Context, r gen.PageQueryRequestObject) (gen.PageQueryResponseObject, error) {
	p, err := s.Pages.Query(ctx, r.Params.Path)
	return gen.PageQuery200JSONResponse{Envelope: ok(ctx), Data: p}, err
}

// SeoQuery answers the title and the description of a page.
func (s *Server) SeoQuery(ctx context.Context, r gen.SeoQueryRequestObject) (gen.SeoQueryResponseObject, error) {
	t, err := s.Pages.SEO(ctx, r.Params.Path)
	return gen.SeoQuery200JSONResponse{Envelope: ok(ctx), Data: t}, err
}

// MenuList lists the header's menu.
func (s *Server) MenuList(ctx context.Context, r gen.MenuListRequestObject) (gen.MenuListResponseObject, error) {
	call := caller.Of(ctx)
	return gen.MenuList200JSONResponse{Envelope: ok(ctx), Data: view.Menus(call.Tenant.Menus(call.Locale, max(r.Params.UserType, 1)))}, nil
}

// SiteList lists the regional sites.
func (s *Server) SiteList(ctx context.Context, _ gen.SiteListRequestObject) (gen.SiteListResponseObject, error) {
	return gen.SiteList200JSONResponse{
		Envelope: ok(ctx),
		Data:     view.Sites(s.Sites.Sites(caller.Of(ctx).Locale, caller.Of(ctx).Proto(), caller.Of(ctx).Host())),
	}, nil
}

// ContentPage shows a page that editors write.
func (s *Server) ContentPage(ctx context.Context, r gen.ContentPageRequestObject) (gen.ContentPageResponseObject, error) {
	call := caller.Of(ctx)
	if !slices.Contains([]string{"service", "terms", "page"}, r.Params.Kind) {
		return nil, fault.Fields(map[string]string{"kind": "invalid_value"})
	}
	p, err := s.Content.Page(ctx, call.Tenant.ID, r.Params.Kind, r.Params.Name, call.Locale)
	if err != nil {
		return nil, err
	}
	p.HTML, err = s.WithDelivery(ctx, call.Tenant, call.Locale, p.HTML, view.DeliveryHTML)
	return gen.ContentPage200JSONResponse{Envelope: ok(ctx), Data: view.ContentPage(p)}, err
}

// FaqList lists questions and answers; a search for nothing is refused.
func (s *Server) FaqList(ctx context.Context, r gen.FaqListRequestObject) (gen.FaqListResponseObject, error) {
	call := caller.Of(ctx)
	var list []content.Answer
	var err error
	if r.Params.Keyword == nil {
		list, err = s.Content.FAQ(ctx, call.Tenant.ID, call.Locale)
	} else {
		list, err = s.Content.SearchFAQ(ctx, call.Tenant.ID, call.Locale, *r.Params.Keyword)
	}
	return gen.FaqList200JSONResponse{Envelope: ok(ctx), Data: view.FAQ(list)}, err
}

// ContactSubmit takes a message to support.
func (s *Server) ContactSubmit(ctx context.Context, r gen.ContactSubmitRequestObject) (gen.ContactSubmitResponseObject, error) {
	call := caller.Of(ctx)
	ticket, err := s.Contact.Submit(ctx, contact.Message{
		TenantID: call.Tenant.ID, Locale: call.Locale, SupportEmail: call.Tenant.SupportEmail, FirstName: r.Body.FirstName,
		LastName: r.Body.LastName, Email: r.Body.Email, OrderNo: r.Body.OrderNo, Text: r.Body.Message,
	})
	return gen.ContactSubmit200JSONResponse{Envelope: ok(ctx), Data: gen.ContactTicket{Ticket: ticket}}, err
}

// Session says who is asking.
func (s *Server) Session(ctx context.Context, _ gen.SessionRequestObject) (gen.SessionResponseObject, error) {
	call := caller.Of(ctx)
	out := gen.Session{TenantId: strconv.FormatInt(call.Tenant.ID, 10), LangId: langID(call.Locale)}
	if owner, known := call.KnownOwner(); known {
		n, err := s.Carts.Count(ctx, call.Tenant.ID, owner)
		if err != nil {
			return nil, err
		}
		out.CartCount = n
	}
	if user := call.User(); user != nil {
		out.IsLogin, out.User = true, &gen.SessionUser{FirstName: user.Customer.FirstName}
	}
	return gen.Session200JSONResponse{Envelope: ok(ctx), Data: out}, nil
}
