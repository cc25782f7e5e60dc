package staffcmd

import (
	"context"
	"flag"
	"strconv"

	"github.com/roamcart/roamcart/bff/cli/ops"
)

// sessions lists where a member is logged in, or ends one of these logins (end ID) or all (end all).
func (c *CLI) sessions(f *flag.FlagSet) ops.Action {
	by := c.by(f)
	return func(ctx context.Context, call ops.Call) (ops.Answer, error) {
		if n := len(call.Args); n != 1 && (n != 3 || call.Args[1] != "end") {
			return nil, ops.UsageErrorf("sessions takes an email address, and end ID or end all to end some")
		}
		m, err := c.Staff.ByEmail(ctx, call.Args[0])
		if err != nil {
			return nil, err
		}
		if len(call.Args) == 3 {
			who, err := by()
			switch {
			case err != nil:
				return nil, err
			case call.Args[2] == "all":
				_, err = c.Staff.EndSessions(ctx, who, m.ID, 0)
			default:
				var id int64
				if id, err = strconv.ParseInt(call.Args[2], 10, 64); err != nil {
					return nil, ops.UsageErrorf("%q is no number of a session", call.Args[2])
				}
				err = c.Staff.EndSession(ctx, who, m.ID, id)
			}
			if err != nil {
				return nil, err
			}
		}
		found, err := c.Staff.Sessions(ctx, m.ID)
		if err != nil {
			return nil, err
		}
		out := make(sessions, len(found))
		for i, s := range found {
			out[i] = session{s.ID, s.Method, s.Address, s.SeenAt, s.CreatedAt, s.Device}
		}
		return out, nil
	}
}
