package editors

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/publishing"
	"github.com/roamcart/roamcart/bff/tenant"
)

// CLI is what the commands work on.
type CLI struct{ publishing.Service }

// Commands are all that editors can do, in the order of the help.
func (d *CLI) Commands() []ops.Command {
	list := []ops.Command{
		{Name: "list", Help: "every text: what is shown, what waits, what is missing", Prepare: d.list},
		{Name: "pull", Args: "FOLDER [KIND/NAME ...]", Help: "write texts as Markdown files, drafts where there are some", Prepare: d.pull},
		{Name: "save", Args: "FOLDER", Help: "hand in files as drafts, and get links to their previews", Writes: true, Prepare: d.save},
		{Name: "preview", Args: "KIND/NAME ...", Help: "links to both languages side by side", Prepare: d.preview},
		{Name: "publish", Args: "KIND/NAME ...", Help: "show the drafts to visitors, both languages at once", Writes: true, Prepare: d.publish},
		{Name: "restore", Args: "KIND/NAME", Help: "show what was there before the last publication", Writes: true, Prepare: d.restore},
		{Name: "withdraw", Args: "KIND/NAME", Help: "take a text away that editors have added", Writes: true, Prepare: d.withdraw},
	}
	for i, c := range list {
		list[i].Prepare = func(f *flag.FlagSet) ops.Action { return d.atSite(c.Prepare(f)) }
	}
	return list
}

// atSite does something at a site that there is, or for all.
func (d *CLI) atSite(act ops.Action) ops.Action {
	return func(ctx context.Context, c ops.Call) (ops.Answer, error) {
		if c.Tenant != 0 && !slices.ContainsFunc(d.Sites(), func(s tenant.Tenant) bool { return s.ID == c.Tenant }) {
			return nil, ops.UsageErrorf("there is no site %d", c.Tenant)
		}
		return act(ctx, c)
	}
}

// name is who acts, as editors are called.
func name(c ops.Call) string { return audit.Author(c.Actor) }

// texts reads the texts that a command is about.
func texts(c ops.Call, args []string) ([]editor.Text, error) {
	if len(args) == 0 {
		return nil, ops.UsageErrorf("name a text: KIND/NAME")
	}
	var out []editor.Text
	for _, arg := range args {
		t, err := editor.ParseText(c.Tenant, arg)
		if err != nil {
			return nil, ops.UsageErrorf("%v", err)
		}
		out = append(out, t)
	}
	return out, nil
}

func (d *CLI) list(*flag.FlagSet) ops.Action {
	return func(ctx context.Context, c ops.Call) (ops.Answer, error) {
		if len(c.Args) > 0 {
			return nil, ops.UsageErrorf("list takes no %q", c.Args[0])
		}
		all, err := d.Texts.List(ctx, c.Tenant)
		return newTextList(all), err
	}
}

func (d *CLI) preview(f *flag.FlagSet) ops.Action {
	good := f.Duration("for", editor.PreviewFor, "how long the link is good")
	return func(ctx context.Context, c ops.Call) (ops.Answer, error) {
		wanted, err := texts(c, c.Args)
		if err != nil {
			return nil, err
		}
		if *good <= 0 || *good > 30*24*time.Hour {
			return nil, ops.UsageErrorf("--for is up to 720h")
		}
		var out saved
		for _, t := range wanted {
			link, err := d.Link(ctx, t, *good)
			if err != nil {
				return nil, err
			}
			out = append(out, draft{Text: t.String(), Preview: link})
		}
		return out, nil
	}
}

func (d *CLI) publish(f *flag.FlagSet) ops.Action {
	alone := f.Bool("alone", false, "publish one language though the other has nothing new, and leave that behind")
	correction := f.Bool("correction", false, "publish one language whose meaning is the same: the other is not left behind")
	return d.moving(f, func(ctx context.Context, t editor.Text, by editor.Actor) (editor.Publication, error) {
		mode := editor.Both
		switch {
		case *alone && *correction:
			return editor.Publication{}, ops.UsageErrorf("say --alone or --correction, not both")
		case *alone:
			mode = editor.Alone
		case *correction:
			mode = editor.Correction
		}
		return d.Texts.Publish(ctx, t, by, editor.Order{Mode: mode})
	})
}

func (d *CLI) restore(f *flag.FlagSet) ops.Action {
	return d.moving(f, func(ctx context.Context, t editor.Text, by editor.Actor) (editor.Publication, error) {
		return d.Texts.Restore(ctx, t, by)
	})
}

func (d *CLI) withdraw(f *flag.FlagSet) ops.Action {
	return d.moving(f, func(ctx context.Context, t editor.Text, by editor.Actor) (editor.Publication, error) {
		return d.Texts.Withdraw(ctx, t, by)
	})
}

// moving is a command that changes what visitors see.
func (d *CLI) moving(
	f *flag.FlagSet, move func(ctx context.Context, t editor.Text, by editor.Actor) (editor.Publication, error),
) ops.Action {
	at := f.String("at", "", "where the shop answers, when that is not on this machine")
	return func(ctx context.Context, c ops.Call) (ops.Answer, error) {
		if *at != "" {
			d.Address = *at
		}
		wanted, err := texts(c, c.Args)
		if err != nil {
			return nil, err
		}
		var out receipts
		for _, t := range wanted {
			p, seen, err := d.Publish(ctx, t, func(ctx context.Context) (editor.Publication, error) {
				return move(ctx, t, editor.Actor{ID: c.Actor, Name: name(c)})
			})
			if err != nil {
				// What was published before stays so; the answer says what.
				return out, fmt.Errorf("%w%s", err, out.note())
			}
			done := receipt{Text: t.String(), Versions: p.Versions, Stale: p.Stale, Pages: seen.Pages}
			err = seen.Err
			if err == nil && len(p.Versions) == 0 {
				done.Linked, err = d.TextsLinkingTo(ctx, t)
			}
			if out = append(out, done); err != nil {
				return out, fmt.Errorf("%w%s", err, out.note())
			}
		}
		return out, nil
	}
}
