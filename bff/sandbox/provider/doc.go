// Package provider is the sandbox payment provider: a stateful subset of Stripe's REST API at the version that
// stripe-go v76 speaks, the script and the pages a shopper meets, signed webhooks, and a control API that makes it
// misbehave on request. The shop reaches it through stripe-go's backend address and has no branch for it.
//
// Invariants:
//   - All state is in the schema sandbox. A request, a shopper's click or a due task is one transaction that holds the
//     objects it changed, the events about it, their deliveries and the answer kept under an idempotency key. A
//     process that dies leaves all of it or nothing.
//   - Rows are locked in one order: the payment intent, its checkout session, then what hangs on the intent. Two
//     confirmations of one intent run one after the other.
//   - An intent leaves succeeded or canceled only through the control API, which is there to play a provider whose
//     late success arrives after a cancellation.
//   - Refunds of a charge never exceed what was charged, counting pending ones and not counting failed ones.
//   - Card numbers are never stored; what is kept is the name of the behaviour, the brand and the last four digits.
//   - An event is delivered at least once to every endpoint that wants it, with growing pauses of at most an hour.
//   - Fields whose names begin with an underscore are the sandbox's own and leave it in no answer and in no event.
package provider
