package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"sync"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/infra/client"
)

// member is a customer who has signed up and stays logged in.
type member struct {
	shopper *client.Shopper
	// since is when the shop confirmed the login.
	since time.Time
}

// signUpEvery is the time between two sign-ups.
const signUpEvery = 1500 * time.Millisecond

// runSignUps signs up customers until over is closed, and returns those who are logged in. A failed step is retried, as a person does.
func (tb *testbed) runSignUps(ctx context.Context, over <-chan struct{}) []*member {
	var all sync.WaitGroup
	var mu sync.Mutex
	var out []*member
	for n := 0; !closed(over) && ctx.Err() == nil; n++ {
		all.Go(func() {
			v := &visit{n: -1 - n, kind: "member", w: tb, shopper: tb.NewShopper(), random: rand.New(rand.NewPCG(uint64(n), 4))}
			if v.register(ctx) == nil {
				mu.Lock()
				defer mu.Unlock()
				out = append(out, &member{v.shopper, time.Now()})
			}
		})
		_ = pause(ctx, signUpEvery)
	}
	all.Wait()
	return out
}

// password is a password that the shop accepts.
const password = "Ferry-Route-88"

// register creates an account, or logs in when it exists already because an answer was lost.
func (v *visit) register(ctx context.Context) error {
	err := v.step(ctx, "ask for a code", func() error {
		return v.shopper.Post(ctx, "/gw/auth/code/send", map[string]string{"channel": "email", "target": v.shopper.Mail, "purpose": "signup"}, nil)
	})
	if err != nil {
		return err
	}
	code := ""
	err = v.step(ctx, "read the code", func() (err error) {
		code, err = v.w.code(ctx, v.shopper.Mail)
		return err
	})
	if err != nil {
		return err
	}
	return v.step(ctx, "sign up", func() error {
		var session gen.Session
		if err := v.shopper.Get(ctx, "/gw/mall/us/session", &session); err != nil {
			return err
		}
		if session.IsLogin {
			return nil
		}
		err := v.shopper.Seal(ctx, "/gw/auth/register", gen.RegisterBody{
			Email: v.shopper.Mail, Code: code, Password: password, ConfirmPassword: password, FirstName: "Ada", LastName: "Lovelace", Agree: true,
		}, nil)
		if err == nil {
			return nil
		}
		// The account may be there: then a login does what the lost answer did not.
		if v.shopper.Seal(ctx, "/gw/auth/token/login", gen.LoginBody{Email: v.shopper.Mail, Password: password}, nil) == nil {
			return nil
		}
		return err
	})
}

var sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)

// code reads the newest code that was sent to a mailbox.
func (tb *testbed) code(ctx context.Context, mail string) (string, error) {
	var text string
	err := tb.db.QueryRow(ctx, `select text from sandbox.outbox where recipient = $1 order by id desc limit 1`, mail).Scan(&text)
	if err != nil {
		return "", errUnderWay
	}
	if found := sixDigits.FindString(text); found != "" {
		return found, nil
	}
	return "", errUnderWay
}

// loggedOut returns the members whose login the shop has lost.
func (tb *testbed) loggedOut(ctx context.Context, members []*member) ([]string, error) {
	var out []string
	for _, m := range members {
		var session gen.Session
		if err := m.shopper.Get(ctx, "/gw/mall/us/session", &session); err != nil {
			return nil, fmt.Errorf("ask whether %s is logged in: %w", m.shopper.Mail, err)
		}
		if !session.IsLogin {
			out = append(out, fmt.Sprintf("%s, since %s", m.shopper.Mail, m.since.Format(time.TimeOnly)))
		}
	}
	return out, nil
}
