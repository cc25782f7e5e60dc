package provider

import "net/http"

// routeAPI mounts Stripe's API; what it does not know gets Stripe's answer to an unknown address.
func (p *Provider) routeAPI() {
	p.routeIntents()
	p.routeMethods()
	p.routeBalance()
	p.routeRefunds()
	p.routeDisputes()
	p.routeEvents()
	p.routeEndpoints()
	p.routeSessions()
	p.mux.HandleFunc(apiRoot+"/", func(w http.ResponseWriter, r *http.Request) {
		f := invalid("", "", "Unrecognized request URL ("+r.Method+": "+r.URL.Path+"). The sandbox knows a part of Stripe's API only.")
		f.status = http.StatusNotFound
		writeFailure(w, newID("req_", 14), f)
	})
}
