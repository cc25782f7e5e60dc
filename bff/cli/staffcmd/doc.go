// Package staffcmd is the command line for members of staff: roamcart staff COMMAND. It invites the first one, and does what the
// Studio's page of people does where nobody can log in.
package staffcmd
