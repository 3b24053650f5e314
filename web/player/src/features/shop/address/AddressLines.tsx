import type { Address } from '../contract'
import { useRegions } from '../useRegions'

/** An address as it stands on a parcel. */
export function AddressLines({ address }: { address: Pick<Address, 'name' | 'phone' | 'region' | 'detail'> }) {
  const region = useRegions()
  return (
    <p className="mt-1 text-15 [overflow-wrap:anywhere]" translate="no">
      <span className="font-medium">{address.name}</span> <span className="fig text-muted">{address.phone}</span>
      <br />
      {address.detail}
      {address.region && `, ${region(address.region)}`}
    </p>
  )
}
