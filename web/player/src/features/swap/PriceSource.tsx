import { useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import { decideSource } from './decideSwap'
import type { Pair } from './contract'

/** Where a price is from and how old it is. */
export function PriceSource({ source, at }: { source: Pair['source']; at: string | null }) {
  const t = useText('swap')
  const known = decideSource(source)
  return (
    <span>
      {known && t(`source.${known}`)} {known && at && '· '}
      {at && <Age at={at} />}
    </span>
  )
}
