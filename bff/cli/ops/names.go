package ops

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/roamcart/roamcart/bff/catalog/naming"
)

// nameRow is how a site speaks of a destination.
type nameRow struct {
	Tenant int64  `json:"tenant"`
	Lang   string `json:"lang"`
	Code   string `json:"code"`
	Name   string `json:"name"`
	Usual  string `json:"usual"`
	Symbol string `json:"symbol"`
	// Staff says that it was decided by staff and not by the files of the shop.
	Staff bool `json:"staff"`
}

type nameRows []nameRow

func nameRowOf(o naming.Override) nameRow {
	return nameRow{o.TenantID, o.Lang, o.Code, o.Name, o.Usual, o.Symbol, o.Staff}
}

// Text is a table of names.
func (l nameRows) Text(w io.Writer) {
	fmt.Fprint(w, "SITE\tLANGUAGE\tCODE\tNAME\tUSUAL NAME\tPICTURE\tDECIDED BY\n")
	for _, s := range l {
		by := "files"
		if s.Staff {
			by = "staff"
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", s.Tenant, s.Lang, s.Code, s.Name, s.Usual, s.Symbol, by)
	}
}

// renamed is a change that was made.
type renamed struct {
	nameRow
	Plans  int `json:"plans"`
	Groups int `json:"shelves"`
}

// Text says what the site says now.
func (r renamed) Text(w io.Writer) {
	fmt.Fprintf(w, "site %d, %s: %s is %q, shown by a %s; %d plans and %d groups reworded\n", r.Tenant, r.Lang, r.Code, r.Name, r.Symbol,
		r.Plans, r.Groups)
}

// names lists where sites speak of destinations otherwise than all do, or changes it for one (set CODE, reset CODE).
func (d *CLI) names(f *flag.FlagSet) Action {
	lang := f.String("lang", "", "en or zh")
	name := f.String("name", "", "what the site calls it")
	symbol := f.String("symbol", "", "flag or tile")
	return func(ctx context.Context, c Call) (Answer, error) {
		if len(c.Args) == 0 {
			found, err := d.Names.List(ctx, c.Tenant)
			if err != nil {
				return nil, err
			}
			out := make(nameRows, len(found))
			for i, o := range found {
				out[i] = nameRowOf(o)
			}
			return out, nil
		}
		if len(c.Args) != 2 || (c.Args[0] != "set" && c.Args[0] != "reset") {
			return nil, UsageErrorf("names takes set CODE or reset CODE")
		}
		change := naming.Change{TenantID: c.Tenant, Lang: *lang, Code: c.Args[1], Usual: c.Args[0] == "reset", Actor: c.Actor, Reason: c.Reason}
		f.Visit(func(g *flag.Flag) {
			switch g.Name {
			case "name":
				change.Name = name
			case "symbol":
				change.Symbol = symbol
			}
		})
		switch given := change.Name != nil || change.Symbol != nil; {
		case c.Tenant == 0 || strings.TrimSpace(*lang) == "":
			return nil, UsageErrorf("names %s needs --tenant and --lang: a name is one site's, in one language", c.Args[0])
		case change.Usual && given:
			return nil, UsageErrorf("names reset takes no --name and no --symbol: both become as on all sites")
		case !change.Usual && !given:
			return nil, UsageErrorf("names set needs --name, --symbol or both")
		}
		done, err := d.Names.Set(ctx, change)
		if err != nil {
			return nil, err
		}
		return renamed{nameRowOf(done.Override), done.Plans, done.Groups}, nil
	}
}
