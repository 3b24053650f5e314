import { useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import type { AssetWorth } from './decideAssets'

/** What a balance is worth in USDT and how old the price is; or why that cannot be said. */
export function WorthLine({ worth }: { worth: AssetWorth }) {
  const t = useText('wallet')
  if (worth.kind === 'itself' || worth.kind === 'nothing') return null
  if (worth.kind === 'no_buyer') return <span>{t('worth.noBuyer')}</span>
  if (worth.kind === 'no_price') return <span>{t('worth.noPrice')}</span>
  return (
    <span className={breakable}>
      ≈ <Amount value={worth.value} currency="USDT" own decimalsMax={2} />{' '}
      {worth.at && (
        <span>
          <span className="sr-only">{t('worth.priceOf')} </span>
          <span aria-hidden>· </span>
          <Age at={worth.at} />
        </span>
      )}
    </span>
  )
}
