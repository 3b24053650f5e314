import { shareOf } from '@kit/amount/compare'
import { signOf } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { Icon } from '@kit/ui/Icon'
import { Time } from '@kit/ui/Time'
import { Fact, Facts } from '@kit/ui/Facts'
import type { MachineOffer } from '../contract'
import { Ticks } from '@kit/ui/Ticks'
import { useFigures } from '@kit/amount/useFigures'

/** What is certain about one machine bought as new: what is paid, what comes back and when, what it costs for sure. */
export function Certain({ offer }: { offer: MachineOffer }) {
  const t = useText('machine')
  const { money, percent } = useFigures()
  const isGain = signOf(offer.netCertainCost) < 0
  return (
    <Card label={t('buy.certain.title')}>
      <h2 className="flex items-center gap-2 text-16 font-semibold">
        <span aria-hidden className="inline-flex size-7 shrink-0 items-center justify-center rounded-full border border-gain text-gain">
          <Icon name="check" size={16} />
        </span>
        {t('buy.certain.title')}
      </h2>
      <p className="mt-1 text-15 text-muted">{t('buy.certain.lead')}</p>
      <div className="mt-1">
        <Facts>
          <Fact name={t('buy.certain.pay')} strong note={t('buy.certain.made', { price: money(offer.price, 'USDT'), rate: percent(offer.serviceFeeNew) })}>
            <Amount value={offer.payNew} currency="USDT" />
          </Fact>
          <Fact
            name={t('buy.certain.back')}
            note={
              <>
                {t('buy.certain.backOn')} <Time at={offer.earliestMaturity} as="day" /> · {t('buy.certain.backIf', { hours: offer.coolingHours })}
              </>
            }
          >
            <Amount value={offer.price} currency="USDT" toned />
          </Fact>
          <Fact name={t('buy.certain.interest')} note={t('buy.certain.interestNote', { days: offer.termDays, daily: money(offer.dailyInterest, 'USDT') })}>
            <Amount value={offer.interestTotal} currency="USDT" toned />
          </Fact>
          <Fact name={t(isGain ? 'buy.certain.gain' : 'buy.certain.cost')} strong>
            <Amount value={offer.netCertainCost.replace('-', '')} currency="USDT" toned={isGain} />
          </Fact>
        </Facts>
      </div>
      <div className="mt-1">
        <Ticks share={1 - shareOf(offer.netCertainCost, offer.payNew)} tone="gain" />
        <p className="mt-1 text-13 text-muted">{t('buy.certain.scale')}</p>
      </div>
    </Card>
  )
}
