package view

import (
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
)

// Device is what an install page is for, in the contract's words.
type Device string

// The devices. AnyDevice is a computer, an unknown device, and whoever wants to see the others.
const (
	IPhone    Device = "iphone"
	Android   Device = "android"
	AnyDevice Device = "any"
)

// DeviceOf recognises a phone by its User-Agent. An iPad is none: it is held like one and its menus are others.
func DeviceOf(userAgent string) Device {
	switch {
	case strings.Contains(userAgent, "Windows"): // phones of that name also called themselves Android and iPhone
		return AnyDevice
	case strings.Contains(userAgent, "iPhone"):
		return IPhone
	case strings.Contains(userAgent, "Android"):
		return Android
	}
	return AnyDevice
}

// only returns a kit without the link and the steps that are for another device.
func (d Device) only(k gen.Install) gen.Install {
	switch d {
	case IPhone:
		k.AndroidUrl, k.Steps.Android = "", []string{}
	case Android:
		k.IosUrl, k.Steps.Ios = "", []string{}
	}
	return k
}
