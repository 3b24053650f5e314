import { Link } from '@core/frame/links'
import { signOf } from '@kit/amount/format'
import type { Balance } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { Icon } from '@kit/ui/Icon'
import { ClassBar, classHue } from './ClassBar'
import { CurrencyMark } from '../CurrencyMark'
import { decideClasses, decideWorth } from './decideAssets'
import { WorthLine } from './WorthLine'

/** One currency: its total, what that is worth, and its classes. Opens the currency's own page. */
export function AssetCard({ balance }: { balance: Balance }) {
  const t = useText('wallet')
  const parts = decideClasses(balance).filter(({ name, amount }) => name === 'available' || signOf(amount) > 0)
  const { currency } = balance
  return (
    <Link to={`/balanceDetail?currency=${currency}`} className="press block rounded-card border border-line bg-raised p-4">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CurrencyMark currency={currency} />
        <span className="flex items-center gap-1 text-16 font-semibold" translate="no">
          {currency}
          <Icon name="forward" size={16} look="text-muted" />
        </span>
        <span className={`flex flex-[1_1_auto] flex-col items-end text-right [&>*]:max-w-full ${breakable}`}>
          <span className="text-18 font-semibold">
            <span className="sr-only">{t('class.total')} </span>
            <Amount value={balance.total} currency={currency} bare own />
          </span>
          <span className="text-13 text-muted">
            <WorthLine worth={decideWorth(balance)} />
          </span>
        </span>
      </span>
      {signOf(balance.total) > 0 && <Classes currency={currency} parts={parts} />}
    </Link>
  )
}

/** How the total is spread over its classes; zeros would say nothing. */
function Classes({ currency, parts }: { currency: string; parts: ReturnType<typeof decideClasses> }) {
  const t = useText('wallet')
  return (
    <>
      <span className="mt-3 block">
        <ClassBar parts={parts} />
      </span>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-4 gap-y-2">
        {parts.map(({ name, amount }) => (
          <div key={name} className="min-w-0">
            <dt className="flex items-center gap-1.5 text-13 text-muted">
              <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: classHue[name] }} />
              {t(`class.${name}`)}
            </dt>
            <dd className={`text-15 ${breakable} ${signOf(amount) === 0 ? 'text-muted' : 'font-medium'}`}>
              <Amount value={amount} currency={currency} bare own />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
