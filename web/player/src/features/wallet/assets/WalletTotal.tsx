import { signOf } from '@kit/amount/format'
import type { Balance } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { decideTotal } from './decideAssets'
import { HideBalances } from './HideBalances'

/** The estimated worth of everything, and what it leaves out. */
export function WalletTotal({ balances }: { balances: readonly Balance[] }) {
  const t = useText('wallet-assets')
  const total = decideTotal(balances)
  const isEmpty = balances.every((balance) => signOf(balance.total) === 0)
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <p className="text-13 text-muted">{t('total.label')}</p>
        <HideBalances />
      </div>
      <p className={`mt-0.5 flex flex-wrap items-baseline gap-x-2 leading-tight font-semibold ${total.sum.length > 14 ? 'text-28' : 'text-40'} ${breakable}`}>
        <Amount value={total.sum} currency="USDT" bare own decimalsMin={2} decimalsMax={2} />
        <span className="text-16 font-medium text-brass-ink">USDT</span>
      </p>
      <p className="mt-1 min-h-[1.5em] text-13 text-muted">
        {isEmpty && t('total.empty')}
        {total.missing.length > 0 && t('total.missing', { currencies: total.missing.join(', ') })}
        {!isEmpty && total.missing.length === 0 && total.oldestAt && (
          <>
            {t('total.prices')} <Age at={total.oldestAt} />
          </>
        )}
      </p>
    </div>
  )
}
