import { compareAmounts } from '@kit/amount/compare'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Fact } from '@kit/ui/Facts'
import type { MachineOffer } from '../contract'
import { decideBid } from './decideOffer'
import { useFigures } from '@kit/amount/useFigures'
import { Explained } from '@core/words/Explained'
import { WhatIfPart } from './WhatIfPart'

/** Whether the estimate stops at what the machine may put out in its life. */
function reachesCap({ estEtldTotal, etldCap }: MachineOffer): boolean {
  return estEtldTotal !== null && compareAmounts(estEtldTotal, etldCap) >= 0
}

/** What is not certain: drawn with a broken line, every figure called an estimate. */
export function NotCertain({ offer }: { offer: MachineOffer }) {
  const t = useText('machine')
  const { figure, day } = useFigures()
  const bid = decideBid(offer.bidPrice, offer.breakEvenPrice)
  return (
    <section aria-label={t('buy.open.title')} className="min-w-0 rounded-card border border-dashed border-edge p-4 sm:p-5">
      <h2 className="flex items-center gap-2 text-16 font-semibold">
        <span aria-hidden className="inline-flex size-7 items-center justify-center rounded-full border border-dashed border-edge text-muted">
          ≈
        </span>
        {t('buy.open.title')}
      </h2>
      <p className="mt-1 text-15 text-muted">{t('buy.open.lead')}</p>
      <dl className="mt-1 divide-y divide-dashed divide-line">
        <Fact
          name={t('buy.open.etld', { days: offer.termDays })}
          note={
            offer.rate === null || offer.rateDay === null ? (
              t('buy.open.noRate')
            ) : (
              <>
                {t('buy.open.etldNote', { rate: figure(offer.rate), day: day(offer.rateDay) })}
                {reachesCap(offer) && <span className="block">{t('buy.open.atCap')}</span>}
              </>
            )
          }
        >
          {offer.estEtldTotal === null ? (
            '—'
          ) : (
            <>
              ≈ <Amount value={offer.estEtldTotal} currency="ETLD" decimalsMax={4} />
            </>
          )}
        </Fact>
        <Fact name={t('buy.open.breakEven')} note={t('buy.open.breakEvenNote')}>
          {offer.breakEvenPrice === null ? (
            '—'
          ) : (
            <>
              ≈ <Amount value={offer.breakEvenPrice} currency="USDT" decimalsMin={4} decimalsMax={4} />
            </>
          )}
        </Fact>
        <Fact name={<Explained word="fundedBid">{t('buy.open.bid')}</Explained>} note={t(`buy.open.bid.${bid}`)}>
          {bid === 'none' ? t('buy.open.noBuyer') : <Amount value={offer.bidPrice} currency="USDT" decimalsMin={2} decimalsMax={6} />}
        </Fact>
      </dl>
      <p className="mt-2 text-13 text-muted">{t('buy.open.risk')}</p>
      {offer.rate !== null && (
        <div className="mt-3">
          <WhatIfPart
            title={t('buy.open.whatIf')}
            known={{
              facts: { power: offer.power, days: offer.termDays, rate: offer.rate, capLeft: offer.etldCap, mined: '0', certainCost: offer.netCertainCost },
              bid: offer.bidPrice,
              breakEven: offer.breakEvenPrice,
            }}
          />
        </div>
      )}
    </section>
  )
}
