package tenants

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant/regional"
	"github.com/roamcart/roamcart/shared"
)

// CLI is what the commands work on.
type CLI struct{ Sites *regional.Service }

// Commands are all commands, in the order of the help.
func (d *CLI) Commands() []ops.Command {
	return []ops.Command{
		{Name: "list", Help: "every site, where it is found, and what it lacks", Prepare: d.list},
		{Name: "add", Help: "make a site out of another one; nobody finds it until it is opened", Writes: true, Prepare: d.add},
		{Name: "open", Args: "CODE", Help: "let visitors find a site that lacks nothing", Writes: true, Prepare: d.open},
	}
}

func (d *CLI) list(*flag.FlagSet) ops.Action {
	return func(ctx context.Context, _ ops.Call) (ops.Answer, error) {
		all, err := d.Sites.List(ctx)
		out := sites{}
		for _, s := range all {
			out = append(out, siteOf(s))
		}
		return out, err
	}
}

// add makes a site of its flags.
func (d *CLI) add(f *flag.FlagSet) ops.Action {
	var w regional.NewSite
	for _, one := range []struct {
		into        *string
		name, usage string
	}{
		{&w.Code, "code", "how staff and files call the site, such as jp"}, {&w.Host, "host", "where visitors will find it, such as jp.example.com"},
		{&w.NameEn, "name-en", "its name in English"}, {&w.NameZh, "name-zh", "its name in Chinese"}, {&w.Brand, "brand", "what shoppers read as the name of the shop"},
		{&w.SupportEmail, "email", "where customers write to"}, {&w.Hotline, "hotline", "where customers call"},
		{&w.Company, "company", "who sells, as it is registered"}, {&w.AddressEn, "address-en", "its address in English"}, {&w.AddressZh, "address-zh", "and in Chinese"},
		{&w.Currency, "currency", strings.Join(regional.Currencies(), ", ")}, {&w.Zone, "zone", "its time zone, such as Asia/Tokyo"},
		{&w.Country, "country", "whose flag it has, such as JP"}, {&w.Factor, "factor", "what the prices of the other site are multiplied by"},
	} {
		f.StringVar(one.into, one.name, "", one.usage)
	}
	f.StringVar(&w.Locale, "locale", shared.DefaultLocale, "its first language, en or zh")
	f.BoolVar(&w.Shipping, "shipping", false, "take the shipping table over, multiplied by the factor")
	methods := f.String("methods", "", "payment methods, with commas between them: "+strings.Join(regional.Methods, ", "))
	from := f.String("from", "", "code of the site that plans, menu, home page and texts are taken from")
	file := f.String("prices", "", "a CSV file with the columns plan and price, for prices that the factor does not make; - reads it from the input")
	try := f.Bool("dry-run", false, "only say what would be made")
	return func(ctx context.Context, c ops.Call) (ops.Answer, error) {
		if len(c.Args) > 0 {
			return nil, ops.UsageErrorf("add takes flags only, not %q", c.Args[0])
		}
		w.Methods = strings.FieldsFunc(*methods, func(r rune) bool { return r == ',' || r == ' ' })
		var err error
		if w.Prices, err = prices(*file, c.In); err != nil {
			return nil, err
		}
		if w.Source, err = d.number(ctx, *from); err != nil {
			return nil, err
		}
		do := d.Sites.Make
		if *try {
			do = d.Sites.Try
		}
		made, err := do(ctx, by(c), w)
		if err != nil {
			return nil, flagErrors(err)
		}
		return madeOf(made), nil
	}
}

func (d *CLI) open(*flag.FlagSet) ops.Action {
	return func(ctx context.Context, c ops.Call) (ops.Answer, error) {
		if len(c.Args) != 1 {
			return nil, ops.UsageErrorf("open takes the code of a site")
		}
		id, err := d.number(ctx, c.Args[0])
		if err != nil {
			return nil, err
		}
		now, _, err := d.Sites.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		if err := d.Sites.Open(ctx, by(c), id, now.Revision); err != nil {
			return nil, flagErrors(err)
		}
		now, _, err = d.Sites.Get(ctx, id)
		return siteOf(now), err
	}
}

func by(c ops.Call) audit.By {
	return audit.By{Actor: c.Actor, Author: audit.Author(c.Actor)}
}

// number returns the number of the site with a code; 0 for no code.
func (d *CLI) number(ctx context.Context, code string) (int64, error) {
	if code == "" {
		return 0, nil
	}
	all, err := d.Sites.List(ctx)
	if err != nil {
		return 0, err
	}
	var codes []string
	for _, s := range all {
		if s.Code == code {
			return s.ID, nil
		}
		codes = append(codes, s.Code)
	}
	return 0, ops.UsageErrorf("there is no site %q: there are %s", code, strings.Join(codes, ", "))
}

// maxFile bounds a file of prices.
const maxFile = 1 << 20

func prices(file string, in io.Reader) (string, error) {
	switch file {
	case "":
		return "", nil
	case "-":
	default:
		opened, err := os.Open(file)
		if err != nil {
			return "", ops.UsageErrorf("--prices: %v", err)
		}
		defer func() { _ = opened.Close() }()
		in = opened
	}
	text, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err == nil && len(text) > maxFile {
		err = ops.UsageErrorf("--prices: the file has more than a megabyte")
	}
	return string(text), err
}

// flags are how a command names fields that it names otherwise than the form does.
var flags = map[string]string{
	"nameEn": "name-en", "nameZh": "name-zh", "supportEmail": "email", "addressEn": "address-en", "addressZh": "address-zh", "source": "from",
}

// flagErrors returns an error for each flag that is wrong, and for what a site lacks.
func flagErrors(err error) error {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err
	}
	var list []error
	names := []string{}
	for field := range f.Fields {
		names = append(names, field)
	}
	slices.Sort(names)
	for _, field := range names {
		name := field
		if other, renamed := flags[field]; renamed {
			name = other
		}
		list = append(list, ops.UsageErrorf("--%s: %s", name, shared.Text("en", "errors", f.Fields[field], f.Params)))
	}
	if data, ok := f.Data.(map[string]any); ok {
		if missing, ok := data["lacks"].([]regional.Missing); ok {
			list = append(list, err)
			for _, l := range missing {
				list = append(list, errors.New(sentence(l)))
			}
		}
	}
	if len(list) == 0 {
		return err
	}
	return errors.Join(list...)
}
