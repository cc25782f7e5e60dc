package staffcmd

import (
	"context"
	"flag"
	"strings"

	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/staff"
)

// Staff is what the commands need of members of staff.
type Staff interface {
	Invite(ctx context.Context, by audit.By, i staff.Invite) (staff.Invitation, string, error)
	People(ctx context.Context) ([]staff.Person, error)
	ByEmail(ctx context.Context, email string) (staff.Member, error)
	SetRole(ctx context.Context, by audit.By, id int64, seen, role staff.Role) error
	Disable(ctx context.Context, by audit.By, id int64) error
	Enable(ctx context.Context, by audit.By, id int64) error
	Sessions(ctx context.Context, memberID int64) ([]staff.Session, error)
	EndSession(ctx context.Context, by audit.By, memberID, id int64) error
	EndSessions(ctx context.Context, by audit.By, memberID, but int64) (int, error)
}

// CLI is what the commands work on.
type CLI struct {
	Staff Staff
	// User is who acts when --by is not given.
	User string
}

// Commands are all commands, in the order of the help.
func (c *CLI) Commands() []ops.Command {
	return []ops.Command{
		{Name: "invite", Args: "EMAIL", Help: "make a link that lets somebody into the Studio once, for 72 hours", Prepare: c.invite},
		{Name: "list", Help: "members, with roles, passkeys and last use", Prepare: c.list},
		{Name: "role", Args: "EMAIL ROLE", Help: "give a member another role; ends the member's sessions", Prepare: c.role},
		{Name: "disable", Args: "EMAIL", Help: "keep a member from logging in; ends the member's sessions", Prepare: c.disable(true)},
		{Name: "enable", Args: "EMAIL", Help: "let a member log in again", Prepare: c.disable(false)},
		{
			Name:    "sessions",
			Args:    "EMAIL [end ID | end all]",
			Help:    "where a member is logged in; end one of these logins, or all",
			Prepare: c.sessions,
		},
	}
}

// by declares --by and returns who it names. The error is a UsageError.
func (c *CLI) by(f *flag.FlagSet) func() (audit.By, error) {
	name := f.String("by", c.User, "who does it")
	return func() (audit.By, error) {
		who := strings.TrimSpace(*name)
		if who == "" {
			return audit.By{}, ops.UsageErrorf("say --by: who does it")
		}
		return audit.By{Actor: order.StaffActor(who)}, nil
	}
}

func (c *CLI) invite(f *flag.FlagSet) ops.Action {
	by := c.by(f)
	role := f.String("role", "", strings.Join(roleNames(), ", "))
	locale := f.String("locale", "en", "language of the Studio, en or zh")
	return func(ctx context.Context, call ops.Call) (ops.Answer, error) {
		who, err := by()
		switch {
		case err != nil:
			return nil, err
		case len(call.Args) != 1:
			return nil, ops.UsageErrorf("name one email address")
		case !staff.Role(*role).Known():
			return nil, ops.UsageErrorf("--role is one of %s", strings.Join(roleNames(), ", "))
		case *locale != "en" && *locale != "zh":
			return nil, ops.UsageErrorf("--locale is en or zh")
		}
		i, link, err := c.Staff.Invite(ctx, who, staff.Invite{Email: call.Args[0], Role: staff.Role(*role), Locale: *locale})
		if err != nil {
			return nil, err
		}
		return invited{i.Email, i.Role, link, i.ExpiresAt}, nil
	}
}

func (c *CLI) list(*flag.FlagSet) ops.Action {
	return func(ctx context.Context, _ ops.Call) (ops.Answer, error) {
		found, err := c.Staff.People(ctx)
		if err != nil {
			return nil, err
		}
		out := make(members, len(found))
		for i, p := range found {
			out[i] = memberOf(p)
		}
		return out, nil
	}
}

func (c *CLI) role(f *flag.FlagSet) ops.Action {
	by := c.by(f)
	return func(ctx context.Context, call ops.Call) (ops.Answer, error) {
		who, err := by()
		if err != nil {
			return nil, err
		}
		if len(call.Args) != 2 || !staff.Role(call.Args[1]).Known() {
			return nil, ops.UsageErrorf("role takes an email address and one of %s", strings.Join(roleNames(), ", "))
		}
		m, err := c.Staff.ByEmail(ctx, call.Args[0])
		if err != nil {
			return nil, err
		}
		if err := c.Staff.SetRole(ctx, who, m.ID, m.Role, staff.Role(call.Args[1])); err != nil {
			return nil, err
		}
		return changed{m.Email, call.Args[1]}, nil
	}
}

// disable keeps a member from logging in, or lets them again.
func (c *CLI) disable(off bool) func(f *flag.FlagSet) ops.Action {
	return func(f *flag.FlagSet) ops.Action {
		by := c.by(f)
		return func(ctx context.Context, call ops.Call) (ops.Answer, error) {
			who, err := by()
			if err != nil {
				return nil, err
			}
			if len(call.Args) != 1 {
				return nil, ops.UsageErrorf("name one email address")
			}
			m, err := c.Staff.ByEmail(ctx, call.Args[0])
			if err != nil {
				return nil, err
			}
			if off {
				return changed{m.Email, "disabled"}, c.Staff.Disable(ctx, who, m.ID)
			}
			return changed{m.Email, "enabled"}, c.Staff.Enable(ctx, who, m.ID)
		}
	}
}

func roleNames() []string {
	names := make([]string, len(staff.Roles()))
	for i, r := range staff.Roles() {
		names[i] = string(r)
	}
	return names
}
