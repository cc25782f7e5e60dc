package staffcmd

import (
	"fmt"
	"io"
	"time"

	"github.com/roamcart/roamcart/bff/staff"
)

// invited is the answer to an invitation. The link is shown this once.
type invited struct {
	Email     string     `json:"email"`
	Role      staff.Role `json:"role"`
	Link      string     `json:"link"`
	ExpiresAt time.Time  `json:"expiresAt"`
}

// Text says what to do with the link.
func (i invited) Text(w io.Writer) {
	fmt.Fprintf(w, "%s is invited as %s. The link works once, until %s; hand it to that person alone:\n\n%s\n",
		i.Email, i.Role, i.ExpiresAt.UTC().Format(time.RFC3339), i.Link)
}

type member struct {
	Email    string     `json:"email"`
	Name     string     `json:"name"`
	Role     staff.Role `json:"role"`
	Disabled bool       `json:"disabled"`
	Passkeys int        `json:"passkeys"`
	Sessions int        `json:"sessions"`
	SeenAt   *time.Time `json:"seenAt"`
}

type members []member

func memberOf(p staff.Person) member {
	return member{p.Email, p.Name, p.Role, p.DisabledAt != nil, p.Passkeys, p.Sessions, p.SeenAt}
}

// Text is a table of members.
func (l members) Text(w io.Writer) {
	fmt.Fprint(w, "EMAIL\tROLE\tSTATE\tPASSKEYS\tSESSIONS\tLAST USE\tNAME\n")
	for _, m := range l {
		state, seen := "may log in", "-"
		if m.Disabled {
			state = "disabled"
		}
		if m.SeenAt != nil {
			seen = m.SeenAt.UTC().Format(time.RFC3339)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%s\t%s\n", m.Email, m.Role, state, m.Passkeys, m.Sessions, seen, m.Name)
	}
}

type session struct {
	ID        int64     `json:"id,string"`
	Method    string    `json:"method"`
	Address   string    `json:"address"`
	SeenAt    time.Time `json:"seenAt"`
	CreatedAt time.Time `json:"createdAt"`
	Device    string    `json:"device"`
}

type sessions []session

// Text is a table of sessions.
func (l sessions) Text(w io.Writer) {
	fmt.Fprint(w, "SESSION\tBY\tADDRESS\tLAST USE\tSINCE\tBROWSER\n")
	for _, s := range l {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", s.ID, s.Method, s.Address, s.SeenAt.UTC().Format(time.RFC3339),
			s.CreatedAt.UTC().Format(time.RFC3339), s.Device)
	}
}

// changed is the answer to a change of a member.
type changed struct {
	Email string `json:"email"`
	Now   string `json:"now"`
}

// Text says how the member stands now.
func (c changed) Text(w io.Writer) { fmt.Fprintf(w, "%s: %s\n", c.Email, c.Now) }
