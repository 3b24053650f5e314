import { Icon } from '@kit/ui/Icon'
import type { ReactNode } from 'react'
import { signOf } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import type { Balance } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Age } from '@kit/ui/Age'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { Skeleton } from '@kit/ui/Skeleton'
import { hideBalances, useAreBalancesHidden } from '@kit/amount/hiddenBalances'
import { decideTotal } from './decideAssets'

/** The estimated worth of everything, and what it leaves out. */
export function WalletTotal({ balances }: { balances: readonly Balance[] }) {
  const t = useText('wallet')
  const { list } = useFigures()
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
      <TotalNote>
        {isEmpty && t('total.empty')}
        {total.missing.length > 0 && t('total.missing', { currencies: list(total.missing) })}
        {!isEmpty && total.missing.length === 0 && total.oldestAt && <PricesAge at={total.oldestAt} />}
      </TotalNote>
    </div>
  )
}

/** What stands while the total is on its way, in the place that it will take. */
export function TotalSkeleton({ isWaiting }: { isWaiting: boolean }) {
  const t = useText('wallet')
  return (
    <div>
      <p className="text-13 text-muted">{t('total.label')}</p>
      <p className="mt-0.5 text-40 leading-tight font-semibold">{isWaiting ? <Skeleton width="210px" height="1.25em" /> : '—'}</p>
      <TotalNote>
        <span aria-hidden className="invisible">
          <PricesAge at={new Date(serverNow()).toISOString()} />
        </span>
      </TotalNote>
    </div>
  )
}

/** A line below the total. It keeps the place of its longest text, which large letters break in two or three lines. */
function TotalNote({ children }: { children: ReactNode }) {
  const t = useText('wallet')
  return (
    <p data-longest={t('total.empty')} className="mt-1 grid text-13 text-muted after:invisible after:content-[attr(data-longest)] after:[grid-area:1/1]">
      <span className="min-w-0 [grid-area:1/1]">{children}</span>
    </p>
  )
}

function PricesAge({ at }: { at: string }) {
  const t = useText('wallet')
  return (
    <>
      {t('total.prices')} <Age at={at} />
    </>
  )
}

const eye = 'M3 12c2.2-4 5.3-6 9-6s6.8 2 9 6c-2.2 4-5.3 6-9 6s-6.8-2-9-6zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z'

/** The eye that hides what one owns on every screen, and shows it again. */
function HideBalances() {
  const t = useText('wallet')
  const areHidden = useAreBalancesHidden()
  return (
    <button
      type="button"
      aria-pressed={areHidden}
      aria-label={t('hide')}
      onClick={() => hideBalances(!areHidden)}
      className="press -my-3 -mr-3 inline-flex size-11 shrink-0 items-center justify-center rounded-field text-muted"
    >
      <Icon path={`${eye}${areHidden ? 'M5 19L19 5' : ''}`} />
    </button>
  )
}
