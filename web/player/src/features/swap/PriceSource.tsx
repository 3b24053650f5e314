import { hasText, useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import type { Pair } from './contract'

/** Where a price is from and how old it is. */
export function PriceSource({ source, at }: { source: Pair['source']; at: string | null }) {
  const t = useText('swap')
  const isKnown = source !== '' && hasText('swap', `source.${source}`)
  return (
    <span>
      {isKnown && t(`source.${source}`)} {isKnown && at && '· '}
      {at && <Age at={at} />}
    </span>
  )
}
