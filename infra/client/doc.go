// Package client plays shoppers who know the contract of the gateway and nothing else of the shop: for the bench and for the fault suite.
package client
