import type { Address } from '../../gw/types';

type Props = { address: Address; countries: readonly { code: string; name: string }[] };

/** An address as it is written on a parcel. */
export function AddressLines({ address, countries }: Props) {
  const place = [address.city, address.state, address.zipCode].filter(Boolean).join(' ');
  const country = countries.find(({ code }) => code === address.country)?.name ?? address.country;
  const lines = [
    address.addressLine1,
    address.addressLine2,
    place,
    country,
    address.phone,
    address.email,
  ];
  return (
    <address className="not-italic wrap-anywhere">
      <span className="block font-medium">{address.fullName}</span>
      {/* Two lines may say the same, such as a city that is its own state. */}
      {lines.filter(Boolean).map((line, at) => (
        <span key={at} className="block">
          {line}
        </span>
      ))}
    </address>
  );
}
