import type { Address } from '../contract'
import { useAddressLine, useRegions } from '../useRegions'

/** An address as it stands on a parcel. */
export function AddressLines({ address }: { address: Pick<Address, 'name' | 'phone' | 'region' | 'detail'> }) {
  const region = useRegions()
  const line = useAddressLine()
  return (
    <p className="mt-1 text-15 [overflow-wrap:anywhere]" translate="no">
      <span className="font-medium">{address.name}</span> <span className="fig text-muted">{address.phone}</span>
      <br />
      {line(address.detail, region(address.region))}
    </p>
  )
}
