// Package carrier defines the interface of carriers; an adapter implements it per partner. Nothing outside an adapter knows a
// partner's names for things.
//
// Invariants:
//   - A SIM is known by its ref, never by the number on it: partners give numbers out again.
//   - Every write carries our own reference, and can be looked up by it. Nobody sends a write again before having looked.
//   - Only the partner's own codes are believed. An answer without one, whatever its status, leaves open what happened: it may be
//     that of a machine between the two.
//   - A value of a partner that the adapter does not know becomes unknown; it is logged and breaks nothing.
//   - Activation codes, documents and whole ICCIDs are in no error, no log and no URL.
package carrier
