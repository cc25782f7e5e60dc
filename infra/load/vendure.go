package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/roamcart/roamcart/infra/client"
	"github.com/roamcart/roamcart/infra/process"
)

const (
	// vendureScript serves Vendure; scripts/bench.sh installs what it needs.
	vendureScript   = "infra/load/vendure/server.mjs"
	vendureDatabase = "bench_vendure"
	// vendureProducts is how many products it sells, vendureTime bounds its start, in which it makes its tables.
	vendureProducts = 40
	vendureTime     = time.Minute
)

// Vendure is another shop, whose database is on the server of ours.
type Vendure struct {
	api     string
	program *process.Program
}

// startVendure starts Vendure with an empty database and waits until it has products.
func startVendure(ctx context.Context, s *Shop) (*Vendure, error) {
	if _, err := os.Stat("infra/load/vendure/node_modules/@vendure/core"); err != nil {
		return nil, errors.New("vendure is not installed: npm ci --prefix infra/load/vendure --ignore-scripts")
	}
	if err := s.createDatabase(ctx, vendureDatabase); err != nil {
		return nil, err
	}
	dir, databasePort, err := s.sockets()
	if err != nil {
		return nil, err
	}
	port, err := process.FreePort()
	if err != nil {
		return nil, err
	}
	log := filepath.Join(s.Dir, "vendure.log")
	p, err := process.Start(log, append(os.Environ(), "NODE_ENV=production"), "node", vendureScript, port, dir, databasePort, vendureDatabase,
		strconv.Itoa(vendureProducts))
	if err != nil {
		return nil, err
	}
	v := &Vendure{api: "http://127.0.0.1:" + port + "/shop-api", program: p}
	err = s.wait(ctx, vendureTime, func() bool {
		select {
		case <-p.Ended():
			return true
		default:
			content, err := os.ReadFile(log)
			return err == nil && bytes.Contains(content, []byte("Vendure answers"))
		}
	})
	select {
	case <-p.Ended():
		err = errors.New("it has stopped")
	default:
	}
	if err != nil {
		content, _ := os.ReadFile(log)
		p.Stop()
		return nil, fmt.Errorf("start Vendure: %w: %s", err, content)
	}
	return v, nil
}

// The calls of a buyer, one after the other. The last answers with the state of the paid order.
const (
	vendureAdd      = `mutation($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { ... on Order { state } } }`
	vendureCustomer = `mutation($mail: String!) { setCustomerForOrder(input: {firstName: "Ada", lastName: "L", emailAddress: $mail}) { ... on Order { state } } }`
	vendureCheckout = `mutation { transitionOrderToState(state: "ArrangingPayment") { ... on Order { state } } }`
	vendurePay      = `mutation { addPaymentToOrder(input: {method: "card", metadata: {}}) { ... on Order { state } } }`
)

// Buy orders a product and pays for it at Vendure's own provider, which takes every payment.
func (v *Vendure) Buy(ctx context.Context, product int, mail string) error {
	token := ""
	for _, call := range []struct {
		query     string
		variables map[string]any
		state     string
	}{
		{vendureAdd, map[string]any{"id": strconv.Itoa(product)}, "AddingItems"},
		{vendureCustomer, map[string]any{"mail": mail}, "AddingItems"},
		{vendureCheckout, nil, "ArrangingPayment"},
		{vendurePay, nil, "PaymentSettled"},
	} {
		if err := v.call(ctx, &token, call.query, call.variables, call.state); err != nil {
			return err
		}
	}
	return nil
}

// call makes a call whose only answer is an order in that state. token is that of the session, which the first call is given.
func (v *Vendure) call(ctx context.Context, token *string, query string, variables map[string]any, state string) error {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, v.api, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	if *token != "" {
		req.Header.Set("Authorization", "Bearer "+*token)
	}
	res, err := (&http.Client{Transport: client.Transport, Timeout: 30 * time.Second}).Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	content, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if given := res.Header.Get("vendure-auth-token"); given != "" {
		*token = given
	}
	var answer struct {
		Data map[string]struct{ State string }
	}
	if err := json.Unmarshal(content, &answer); err != nil {
		return fmt.Errorf("vendure answers %s: %s", res.Status, content)
	}
	for _, order := range answer.Data {
		if order.State == state {
			return nil
		}
	}
	return fmt.Errorf("vendure answers %s, not with an order in state %s: %s", res.Status, state, content)
}

// stop ends Vendure.
func (v *Vendure) stop() { v.program.Stop() }
