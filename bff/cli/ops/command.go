package ops

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

// Command is one thing that can be done by staff.
type Command struct {
	Name string
	// Args is what follows the name, for the help.
	Args string
	Help string
	// Writes says that the command changes something, Reasoned that it also needs a reason.
	Writes   bool
	Reasoned bool
	// Prepare declares the command's own flags and returns what to do once they have been read.
	Prepare func(f *flag.FlagSet) Action
}

// Action does what was asked.
type Action func(ctx context.Context, c Call) (Answer, error)

// Call is how a command was called.
type Call struct {
	// Args are the words that are no flags.
	Args []string
	// Actor is the person as the audit log names her, Reason why she does it; empty where the command needs none.
	Actor  string
	Reason string
	// Tenant is the site, 0 when none was named.
	Tenant int64
	// In is where a file named "-" is read from.
	In io.Reader
}

// Answer is what a command found or did: its JSON is the value itself. One that has a method Wrong reports by it, once it was
// shown, that what was found is not as it should be.
type Answer interface {
	// Text writes the answer for a person, in columns separated by tabs.
	Text(w io.Writer)
}

// UsageError says that a command was not understood.
type UsageError struct{ What string }

// Error says what was not understood.
func (e *UsageError) Error() string { return e.What }

// UsageErrorf returns a UsageError.
func UsageErrorf(format string, args ...any) error {
	return &UsageError{fmt.Sprintf(format, args...)}
}

// Console is where a command is typed and answered.
type Console struct {
	In  io.Reader
	Out io.Writer
	// User is who acts when --actor is not given.
	User string
}

// Run runs a command of the back office. The back office is opened once the command has been understood.
func (d *CLI) Run(ctx context.Context, args []string, console Console) error {
	return Program{Name: "ops", Commands: d.Commands(), Open: func(ctx context.Context) error {
		if d.Open == nil {
			return nil
		}
		return d.Open(ctx, d)
	}}.Run(ctx, args, console)
}

// Program is a set of commands: roamcart NAME COMMAND.
type Program struct {
	Name string
	// Commands are in the order of the help.
	Commands []Command
	// Open prepares what the commands work on.
	Open func(ctx context.Context) error
}

// Run finds the command that args name, reads its flags, and answers. Flags may stand anywhere behind the name. The program
// is opened once the command has been understood.
func (p Program) Run(ctx context.Context, args []string, console Console) error {
	if len(args) == 0 || slices.Contains([]string{"help", "-h", "--help"}, args[0]) {
		return p.help(console.Out, p.Commands)
	}
	at := slices.IndexFunc(p.Commands, func(c Command) bool { return c.Name == args[0] })
	if at < 0 {
		return UsageErrorf("unknown command %q; try: roamcart %s help", args[0], p.Name)
	}
	act, call, asJSON, err := p.Commands[at].read(args[1:], console)
	if errors.Is(err, flag.ErrHelp) {
		return p.help(console.Out, p.Commands[at:at+1])
	}
	if err != nil {
		return err
	}
	if err := p.Open(ctx); err != nil {
		return err
	}
	answer, err := act(ctx, call)
	if err != nil {
		return err
	}
	if err := show(console.Out, answer, asJSON); err != nil {
		return err
	}
	if a, ok := answer.(interface{ Wrong() error }); ok {
		return a.Wrong()
	}
	return nil
}

// read understands how a command was called and returns what to do; asJSON says how to answer. The error is a UsageError, or
// flag.ErrHelp for somebody who asks what the command takes.
func (cmd Command) read(args []string, console Console) (act Action, call Call, asJSON bool, err error) {
	f := flag.NewFlagSet(cmd.Name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	call.In = console.In
	f.BoolVar(&asJSON, "json", false, "answer as JSON")
	f.Int64Var(&call.Tenant, "tenant", 0, "the site")
	actor := console.User
	if cmd.Writes {
		f.StringVar(&actor, "actor", console.User, "who does it")
		f.StringVar(&call.Reason, "reason", "", "why")
	}
	act = cmd.Prepare(f)
	call.Args, err = words(f, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return nil, call, false, err
	case err != nil:
		return nil, call, false, UsageErrorf("%s: %v", cmd.Name, err)
	case !cmd.Writes:
		return act, call, asJSON, nil
	}
	actor, call.Reason = strings.TrimSpace(actor), strings.TrimSpace(call.Reason)
	if actor == "" {
		return nil, call, false, UsageErrorf("%s needs --actor: who does it", cmd.Name)
	}
	if cmd.Reasoned && call.Reason == "" {
		return nil, call, false, UsageErrorf("%s needs --reason: why it is done", cmd.Name)
	}
	call.Actor = order.StaffActor(actor)
	return act, call, asJSON, nil
}

// words reads flags wherever they stand and returns the other words.
func words(f *flag.FlagSet, args []string) ([]string, error) {
	var out []string
	for {
		if err := f.Parse(args); err != nil {
			return nil, err
		}
		if f.NArg() == 0 {
			return out, nil
		}
		out, args = append(out, f.Arg(0)), f.Args()[1:]
	}
}

func show(out io.Writer, answer Answer, asJSON bool) error {
	if asJSON {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(answer)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	answer.Text(w)
	return w.Flush()
}

func (p Program) help(out io.Writer, commands []Command) error {
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', 0)
	fmt.Fprintf(w, "usage: roamcart %s <command> [--json] [--tenant ID]\n\n", p.Name)
	for _, c := range commands {
		f := flag.NewFlagSet(c.Name, flag.ContinueOnError)
		c.Prepare(f)
		line := strings.TrimSpace(c.Name + " " + c.Args)
		f.VisitAll(func(g *flag.Flag) {
			name, _ := flag.UnquoteUsage(g)
			line += strings.TrimRight(" [--"+g.Name+" "+strings.ToUpper(name), " ") + "]"
		})
		note := ""
		switch {
		case c.Reasoned:
			note = " (--actor, --reason)"
		case c.Writes:
			note = " (--actor)"
		}
		fmt.Fprintf(w, "  %s\t%s%s\n", line, c.Help, note)
	}
	fmt.Fprint(w, "\nWho acts is --actor, or else $USER. The database is DATABASE_URL, or that of the shop running on DATA_DIR.\n")
	return w.Flush()
}

// ErrorLine says an error in one line: a refusal in the shop's words with its code, anything else as it is.
func ErrorLine(err error) string {
	var f *fault.Error
	text := err.Error()
	if errors.As(err, &f) {
		text = shared.Text("en", "errors", f.Code, f.Params) + " (" + f.Code + ")"
	}
	return strings.Join(strings.Fields(text), " ")
}

// ErrorLines says each of the errors that are joined in one, in a line of its own.
func ErrorLines(err error) []string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []string{ErrorLine(err)}
	}
	var parts, out []string
	for _, one := range joined.Unwrap() {
		parts, out = append(parts, one.Error()), append(out, ErrorLines(one)...)
	}
	if strings.Join(parts, "\n") != err.Error() { // a sentence about several, not a list
		return []string{ErrorLine(err)}
	}
	return out
}
