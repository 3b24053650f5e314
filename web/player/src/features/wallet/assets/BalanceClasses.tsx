import type { Balance } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { Card } from '@kit/ui/Card'
import { ClassBar, classHue } from './ClassBar'
import { CurrencyMark } from '../CurrencyMark'
import { decideClasses, decideWorth } from './decideAssets'
import { figureSize } from '../figure'
import { WorthLine } from './WorthLine'

/** One currency's balance, class by class, with what each class is. */
export function BalanceClasses({ balance }: { balance: Balance }) {
  const t = useText('wallet')
  const parts = decideClasses(balance)
  return (
    <Card label={t('holding.label', { currency: balance.currency })}>
      <div className="flex items-center gap-3">
        <CurrencyMark currency={balance.currency} size={48} />
        <div className="min-w-0">
          <p className="text-13 text-muted">{t('class.total')}</p>
          <p className="text-16 font-semibold" translate="no">
            {balance.currency}
          </p>
        </div>
      </div>
      <p className={`mt-2 leading-tight font-semibold ${figureSize(balance.total)} ${breakable}`}>
        <Amount value={balance.total} currency={balance.currency} bare own />
      </p>
      <p className="text-13 text-muted">
        <WorthLine worth={decideWorth(balance)} />
      </p>
      <div className="mt-4">
        <ClassBar parts={parts} />
      </div>
      <dl className="mt-1 divide-y divide-line">
        {parts.map(({ name, amount }) => (
          <div key={name} className="grid grid-cols-1 gap-x-4 py-3 last:pb-0">
            <dt className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="flex items-center gap-2 text-15 font-medium">
                <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: classHue[name] }} />
                {t(`class.${name}`)}
              </span>
            </dt>
            <dd className="mt-0.5 flex flex-col">
              <span className={`text-16 font-semibold ${breakable}`}>
                <Amount value={amount} currency={balance.currency} own />
              </span>
              <span className="text-13 text-muted">{t(`about.${name}`)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
