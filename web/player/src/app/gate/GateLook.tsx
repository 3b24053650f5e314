import { useAnswer } from '@core/queries/useAnswer'
import { signOf } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { Machine } from '@kit/art/Machine'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Fact, Facts } from '@kit/ui/Facts'
import { Skeletons } from '@kit/ui/Loading'
import { Time } from '@kit/ui/Time'

const sizes = ['small', 'medium', 'large'] as const

/** What goes on inside, for somebody who is not connected: figures that everybody may see, and nothing to press. */
export function GateLook() {
  const t = useText('help')
  const { money } = useFigures()
  const pools = useAnswer('/api/open/pools', {})
  const reserves = useAnswer('/api/open/reserves', {})
  return (
    <div className="flex min-h-[60dvh] flex-col gap-3 text-left">
      <p className="text-15 text-muted">{t('look.text')}</p>
      <div aria-hidden className="flex justify-center gap-2 rounded-card border border-line bg-raised p-4">
        {sizes.map((size) => (
          <span key={size} className="block w-26 min-w-0">
            <Machine size={size} seed={size} isMoving />
          </span>
        ))}
      </div>
      <Answer of={pools} isHeldBack={reserves.isPending} waiting={<Skeletons heights={['240px']} />}>
        {(data) => (
          <>
            <Facts framed>
              {signOf(data.interest.reserved) > 0 && (
                <Fact name={t('look.interest')} note={data.interest.runwayDays > 0 ? t('look.interest.days', { days: data.interest.runwayDays }) : undefined}>
                  <Amount value={data.interest.reserved} currency="USDT" decimalsMax={2} />
                </Fact>
              )}
              {data.emission.day !== '' && (
                <Fact name={t('look.pool')} note={data.emission.runwayDays > 0 ? t('look.pool.days', { days: data.emission.runwayDays }) : undefined}>
                  <Amount value={data.emission.pool} currency="ETLD" decimalsMax={0} />
                </Fact>
              )}
              {reserves.data?.currencies
                .filter(({ there }) => signOf(there) > 0)
                .map(({ currency, owed, there }) => (
                  <Fact key={currency} name={t('look.owed')} note={t('look.owed.there', { there: money(there, currency) })}>
                    <Amount value={owed} currency={currency} />
                  </Fact>
                ))}
              {data.withdrawals.confirmed > 0 && (
                <Fact name={t('look.withdrawals')}>{t('look.withdrawals.minutes', { minutes: Math.ceil(data.withdrawals.medianSeconds / 60) })}</Fact>
              )}
            </Facts>
            <p className="text-13 text-muted">
              {t('look.at')} <Time at={data.at} />
            </p>
          </>
        )}
      </Answer>
    </div>
  )
}
