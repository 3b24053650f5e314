import { useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'

/** Where a price is from and how old it is. */
export function PriceSource({ source, at }: { source: string; at: string | null }) {
  const t = useText('swap')
  const name = source === 'bids' || source === 'ask' ? t(`source.${source}`) : source
  return (
    <span>
      {name} {at && <>· <Age at={at} /></>}
    </span>
  )
}
