// Package tenants is the command line for regional sites: roamcart tenant COMMAND. It makes sites, says what they lack, and opens
// them, by the rules of the Studio's area of sites.
package tenants
