import { useNow } from '@kit/time/useNow'
import { Ticks } from '@kit/ui/Ticks'

const tickMs = 250

/** The wait for the beacon, as a scale that fills; for who prefers less motion it stands where it was when it was shown. */
export function DrawScale({ lockAt, beaconAt }: { lockAt: string; beaconAt: string }) {
  const now = useNow(matchMedia('(prefers-reduced-motion: reduce)').matches ? null : tickMs)
  const [from, to] = [Date.parse(lockAt), Date.parse(beaconAt)]
  return <Ticks share={(now - from) / (to - from)} />
}
