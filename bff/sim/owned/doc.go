// Package owned is what a customer sees of the SIMs that are his or hers: where each stands, how much is left, what helps now,
// what can be added, whose name it is registered under.
//
// Invariants:
//   - A SIM is on one customer's list at most: on that of whoever linked it, else on that of whoever bought it. Taking it off
//     leaves the order and its page as they are; whoever takes the order into an account has it listed again.
//   - Site and customer are in the WHERE clause of every statement. A SIM of somebody else is a SIM that does not exist.
//   - A SIM is named by its ref, never by the number on it, of which nothing but the last four characters leaves a row.
//   - A SIM is linked with the number on it and a phone that is proved; an unknown number and one that does not belong to
//     the phone are refused alike, and a SIM that is on somebody's list is not taken from it.
//   - The documents of a real-name registration pass through to the carrier. What stays is where it stands, why, the kind of
//     document, its last four characters and when the registration ends. They are in no log and no error.
//   - A new profile is asked for by whoever may see the SIM, after the state of the old one was read at its carrier.
//   - Nothing is bought here: a top-up is a line of an order like any other, refused before it is paid when the SIM cannot
//     have it.
package owned
