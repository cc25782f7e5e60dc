// Program customer signs up at a shop in its sandbox, or leaves it for good: for rehearsals of what becomes of accounts.
//
//	customer SHOP DATABASE signup|leave MAIL
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/infra/client"
)

const password = "Ferry-Route-88"

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: customer SHOP DATABASE signup|leave MAIL")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, "customer:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, shop, database, what, mail string) error {
	p := client.Shop{URL: shop}.NewShopper()
	p.Mail = mail
	switch what {
	case "signup":
		return signUp(ctx, p, database)
	case "leave":
		if err := p.Seal(ctx, "/gw/auth/token/login", gen.LoginBody{Email: mail, Password: password}, nil); err != nil {
			return err
		}
		return p.Seal(ctx, "/gw/mall/us/deleteAccount", gen.DeleteAccountBody{Password: password, Confirm: true}, nil)
	}
	return fmt.Errorf("%q is neither signup nor leave", what)
}

func signUp(ctx context.Context, p *client.Shopper, database string) error {
	ask := map[string]string{"channel": "email", "target": p.Mail, "purpose": "signup"}
	if err := p.Post(ctx, "/gw/auth/code/send", ask, nil); err != nil {
		return err
	}
	code, err := sent(ctx, database, p.Mail)
	if err != nil {
		return err
	}
	return p.Seal(ctx, "/gw/auth/register", gen.RegisterBody{
		Email: p.Mail, Code: code, Password: password, ConfirmPassword: password, FirstName: "Ada", LastName: "Lovelace", Agree: true,
	}, nil)
}

var sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)

// sent waits for the code in the sandbox's outbox.
func sent(ctx context.Context, database, mail string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	db, err := pgx.Connect(ctx, database)
	if err != nil {
		return "", err
	}
	defer func() { _ = db.Close(context.WithoutCancel(ctx)) }()
	for {
		var text string
		err := db.QueryRow(ctx, `select text from sandbox.outbox where recipient = $1 order by id desc limit 1`, mail).Scan(&text)
		if code := sixDigits.FindString(text); err == nil && code != "" {
			return code, nil
		}
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return "", err
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("no code for %s: %w", mail, ctx.Err())
		case <-time.After(200 * time.Millisecond):
		}
	}
}
