import type { Device } from '../../gw/types';

/** `brand` is the name that the table goes by, `name` the one that shoppers read. */
export type DeviceBrand = { brand: string; name: string; devices: Device[] };

/** Models of one platform under their brands, in the order in which they came. */
export function deviceBrands(
  devices: readonly Device[],
  platform: Device['platform'],
): DeviceBrand[] {
  const found = new Map<string, Device[]>();
  for (const device of devices) {
    if (device.platform !== platform) continue;
    const known = found.get(device.brand);
    if (known) known.push(device);
    else found.set(device.brand, [device]);
  }
  return [...found].map(([brand, list]) => ({ brand, name: list[0]!.brandName, devices: list }));
}

/** Models whose brand, in either language, and name hold every word of `text`, whatever its case. */
export function findDevices(devices: readonly Device[], text: string): Device[] {
  const words = text.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean);
  return devices.filter(({ brand, brandName, model }) => {
    const name = `${brand} ${brandName} ${model}`.toLowerCase();
    return words.every((word) => name.includes(word));
  });
}
