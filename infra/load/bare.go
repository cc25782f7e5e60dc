package main

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/infra/process"
)

// bareDatabase is where bare orders are placed, beside the shop's database on the same server.
const bareDatabase = "bench_bare"

//go:embed order.sql
var orderScript string

// orderVariables are those of the script that are the same for all orders, and those that a statement of it sets before they are used.
// pgbench takes a variable that it does not know for a null, and none may be empty.
var orderVariables = map[string]string{
	// The buyer's and the bounds of what may wait for a payment.
	"tenant": "20", "user": "0", "customer": "0", "locale": "en", "email": "ada@example.com", "email_normal": "ada@example.com",
	"first": "Ada", "address": "null", "method": "card", "currency": "USD", "wides": "{}",
	"units": "1", "buyer_orders": "20", "buyer_units": "100", "network_orders": "100", "network_units": "500", "wide_orders": "400",
	"wide_units": "2000", "number_networks": "{}", "number_wides": "{}", "number_most": "100",
	"number_wide_most": "400", "request": "bench", "hash": `\x00`, "cart": "{}", "promo": "0",
	"discount": "0", "discounts": "[]", "freight": "0", "tax": "0", "number_fee": "0", "prepaid": "0",
	"now": "now", "expires": "tomorrow", "ask": "tomorrow",
	// The payment's and the delivery's.
	"why": "pi_bench", "secret": `\x00`, "payload": `\x` + strings.Repeat("00", 1500), "patience": "86400", "quantity": "1",
	"sync": "now", "kept": "2592000", "note": `{"orderNo": "bench", "lines": [{"name": "bench", "amount": 650}]}`,
	// Set by the script.
	"pick": "0", "goods": "0", "sku": "0", "total": "0", "subtotal": "0", "lines": "0", "demand": "0", "no": "0", "key": "0", "owner": "0",
	"mailbox": "0", "mailboxes": "0", "network": "0", "networks": "0", "intent": "0", "event": "0", "placed_id": "0", "attempt": "0",
	"deliver_id": "0", "deliver_plan_ref": "0", "receipt": "0", "delivery": "0",
}

// Profiles for so many bare orders of each plan are put into the pool.
const bareProfiles = 2000

// bareTables are what a bare order reads, copied from the shop.
var bareTables = []string{"tenant", "product", "stock"}

// bareFill makes the plans that are sold and their profiles.
var bareFill = []string{
	`create table bench_goods as
		select row_number() over (order by p.goods_id) as n, p.goods_id, s.sku, p.price,
			jsonb_build_array(jsonb_build_object('line_no', 1, 'goods_id', p.goods_id, 'sku', s.sku, 'sim_type', 'esim',
				'name_en', p.name_en, 'name_zh', p.name_zh, 'group_code', p.group_code, 'quantity', 1, 'unit_price', p.price,
				'discount_share', 0, 'number_id', 0, 'number', '', 'number_fee', 0, 'transfer_phone', '', 'transfer_note', '',
				'start_date', '', 'start_at', null, 'deposit', 0, 'contract_period', '', 'compatibility', jsonb_build_object('confirmed', true),
				'sim_line_id', 0, 'sim_card_number', '')) as lines,
			jsonb_build_array(jsonb_build_object('sku', s.sku, 'quantity', 1)) as demand
		from product p join stock s on s.tenant_id = p.tenant_id and s.sku = p.goods_id || ':esim'
		where p.tenant_id = 20 and p.visible and p.contract_period = '' and not p.local_number and p.carrier = 'pool'`,
	fmt.Sprintf(`insert into esim_profile (tenant_id, sku, iccid, activation)
		select 20, g.sku, 'bench-' || g.n || '-' || i, decode(repeat('00', 80), 'hex') from bench_goods g, generate_series(1, %d) i`, bareProfiles),
	fmt.Sprintf(`update stock s set on_hand = %d, allocated = 0 from bench_goods g where s.tenant_id = 20 and s.sku = g.sku`, bareProfiles),
	`vacuum analyze`,
	`checkpoint`,
}

// bare is the result of one run: orders per second and Postgres CPU milliseconds per order.
type bare struct{ rate, postgres float64 }

// bareOrders runs the SQL statements of an order with pgbench, without the shop: the upper bound of the database.
func (b *bench) bareOrders(ctx context.Context) (bare, error) {
	program, err := tool("pgbench", "postgresql-15")
	if err != nil {
		return bare{}, err
	}
	goods, err := b.shop.fillBareDatabase(ctx)
	if err != nil {
		return bare{}, fmt.Errorf("prepare bare orders: %w", err)
	}
	script, err := expand(orderScript, os.ReadFile)
	if err != nil {
		return bare{}, err
	}
	file := filepath.Join(b.shop.Dir, "order.sql")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		return bare{}, err
	}
	dir, port, err := b.shop.sockets()
	if err != nil {
		return bare{}, err
	}
	args := []string{"--host", dir, "--port", port, "--username", "roamcart", "--no-vacuum", "--protocol", "prepared", "--file", file,
		"--client", strconv.Itoa(buyers), "--jobs", "2", "--time", strconv.Itoa(int(b.runLength().Seconds())), "--define", fmt.Sprintf("goods_count=%d", goods)}
	for _, name := range slices.Sorted(maps.Keys(orderVariables)) {
		args = append(args, "--define", name+"="+orderVariables[name])
	}
	before, err := process.CPUTimeOfAll(b.shop.Postgres())
	if err != nil {
		return bare{}, err
	}
	output, err := output(ctx, program, append(args, bareDatabase)...)
	if err != nil {
		return bare{}, err
	}
	after, err := process.CPUTimeOfAll(b.shop.Postgres())
	if err != nil {
		return bare{}, err
	}
	rate, err := pgbenchRate(string(output))
	if err != nil {
		return bare{}, err
	}
	orders, err := b.shop.countBareOrders(ctx)
	if err != nil {
		return bare{}, err
	}
	return bare{rate, inMilliseconds(after-before) / float64(orders)}, nil
}

var ratePattern = regexp.MustCompile(`tps = ([\d.]+)`)

// pgbenchRate reads the rate that pgbench reports.
func pgbenchRate(output string) (float64, error) {
	rate := ratePattern.FindStringSubmatch(output)
	if rate == nil {
		return 0, fmt.Errorf("unexpected output of pgbench: %q", output)
	}
	return strconv.ParseFloat(rate[1], 64)
}

// countBareOrders returns how many were placed. The error says so when one was not brought to its end.
func (s *Shop) countBareOrders(ctx context.Context) (orders int, err error) {
	conn, err := s.Connect(ctx, bareDatabase)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(ctx) }()
	var complete int
	err = conn.QueryRow(ctx, `
		select count(*), count(*) filter (where o.status = 'completed' and exists (
			select from order_line l join sim_line m on m.order_line_id = l.id where l.order_id = o.id and l.state = 'delivered'))
		from orders o`).Scan(&orders, &complete)
	if err == nil && (orders == 0 || complete != orders) {
		err = fmt.Errorf("%d of %d bare orders are complete", complete, orders)
	}
	return orders, err
}

// fillBareDatabase returns how many plans the database has.
func (s *Shop) fillBareDatabase(ctx context.Context) (goods int, err error) {
	if err := s.createDatabase(ctx, bareDatabase); err != nil {
		return 0, err
	}
	if err := s.copyTables(ctx, bareDatabase, bareTables...); err != nil {
		return 0, err
	}
	if err := s.inDatabase(ctx, bareDatabase, bareFill...); err != nil {
		return 0, err
	}
	conn, err := s.Connect(ctx, bareDatabase)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(ctx) }()
	err = conn.QueryRow(ctx, `select count(*) from bench_goods`).Scan(&goods)
	if err == nil && goods == 0 {
		err = fmt.Errorf("the shop has no plan to sell")
	}
	return goods, err
}

var (
	includeLine = regexp.MustCompile(`(?m)^\\shop (\S+) ((?:\w+=\S+ )*)(;|\\gset .+)$`)
	commentLine = regexp.MustCompile(`(?m)^\s*--.*\n`)
	namedValue  = regexp.MustCompile(`@\w+`)
)

// expand replaces the lines \shop of a script by the statements that they name.
func expand(script string, read func(file string) ([]byte, error)) (string, error) {
	var fault error
	out := includeLine.ReplaceAllStringFunc(script, func(line string) string {
		parts := includeLine.FindStringSubmatch(line)
		statement, err := read(parts[1])
		if err != nil {
			fault = err
			return ""
		}
		given := map[string]string{}
		for pair := range strings.FieldsSeq(parts[2]) {
			name, text, _ := strings.Cut(pair, "=")
			given[name] = text
		}
		text := namedValue.ReplaceAllStringFunc(commentLine.ReplaceAllString(string(statement), ""), func(name string) string {
			return cmp.Or(given[name[1:]], ":"+name[1:])
		})
		return strings.TrimSpace(text) + "\n" + parts[3]
	})
	return out, fault
}
