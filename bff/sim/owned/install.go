package owned

// uninstalled reports whether an eSIM can be put on a phone and was not, as far as anybody knows.
func (sim SIM) uninstalled() bool {
	state := sim.State()
	return sim.SimType != Physical && (state == ReadyToInstall || state == RealNameNeeded) && !sim.onDevice() && sim.FirstAttach == nil
}

// StartsAtInstall reports whether the days of an eSIM begin when it is installed, and have not.
func (sim SIM) StartsAtInstall() bool {
	return sim.Rule != nil && sim.uninstalled() && sim.Rule.Activation.StartsAtInstall(sim.Started() != nil)
}

// RefundOpen reports whether an eSIM is not to be installed, because money for it is asked back.
func (sim SIM) RefundOpen() bool { return sim.Refunding && sim.uninstalled() }
