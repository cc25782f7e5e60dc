// Program faults breaks everything around a running shop while shoppers buy, and then accounts for every order; `make faults` runs it.
//
// What runs is the shop as operators run it: two front doors as processes of their own behind a load balancer, each with a renderer, over
// a Postgres, a Redis, a payment provider, a carrier and a mail server, with toxiproxy between. A fault begins and ends while orders come
// at a constant rate; shoppers retry as browsers and people do, and a journal records each step.
//
// With the word "rolling" it replaces each process of a shop behind HAProxy, whose settings are those of docker-compose.yml, while requests
// come at a constant rate, and none may fail; `make rolling` runs that.
//
// With the word "failover" Postgres is three servers under Patroni, with HAProxy before the primary and PgBouncer in transaction mode before
// that, and Redis three servers under Sentinel. Their nodes are killed while shoppers buy and customers sign up: no order may be lost, and
// nobody logged out; `make failover` runs that. With the word "journeys" the browser tests run over the same, before and after all of
// these; `make journeys` runs that.
//
// Invariants:
//   - What is bought, by whom, in which order faults come and how long they last follow from the seed, which is printed: a run
//     with the same seed repeats it.
//   - A run fails when an order, a payment, a SIM, a unit of stock or a mail is lost or doubled, when the ledger does not add up, or when
//     a shopper had a failure that no fault explains.
//   - The suite changes nothing of the shop's own: it has no branch for it, and the data is deleted when the run ends.
package main
