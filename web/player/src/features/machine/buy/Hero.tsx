import { Picture } from '@core/frame/Picture'
import { Machine } from '@kit/art/Machine'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import type { MachineOffer } from '../contract'
import { useFigures } from '@kit/amount/useFigures'
import { Explained } from '@core/words/Explained'

/** The machine with its price and its unchanging facts. */
export function Hero({ offer, isOnSale }: { offer: MachineOffer; isOnSale: boolean }) {
  const t = useText('machine')
  const { percent, figure } = useFigures()
  const facts = [
    { key: 'power', name: <Explained word="power">{t('buy.hero.power')}</Explained>, value: <Amount value={String(offer.power)} currency="T" /> },
    { key: 'term', name: t('buy.hero.term'), value: t('buy.hero.days', { days: offer.termDays }) },
    { key: 'rate', name: t('buy.hero.rate'), value: <span className="fig">{percent(offer.dailyRate)}</span> },
    { key: 'cap', name: t('buy.hero.cap'), value: <Amount value={offer.etldCap} currency="ETLD" decimalsMin={0} /> },
    { key: 'stock', name: t('buy.hero.stock'), value: <span className="fig">{figure(String(offer.stock))}</span> },
    { key: 'limit', name: t('buy.hero.limit'), value: <span className="fig">{figure(String(offer.perUserLimit))}</span> },
  ]
  return (
    <Card>
      <div className="flex flex-col items-center text-center sm:flex-row sm:gap-6 sm:text-left">
        {offer.images[0] ? (
          <div className="size-44 shrink-0 overflow-hidden rounded-card border border-line">
            <Picture picture={offer.images[0]} alt={offer.images[0].alt} shown="176px" isFirst />
          </div>
        ) : (
          <div aria-hidden className="h-44 w-48 shrink-0">
            <Machine size={offer.size} seed={offer.id} isRunning={isOnSale} />
          </div>
        )}
        <div className="min-w-0">
          <h2 className="text-20 font-semibold">{offer.name}</h2>
          <p className="text-[clamp(1rem,7vw,1.75rem)] leading-tight font-semibold">
            <Amount value={offer.price} currency="USDT" />
          </p>
          <p className="mt-1 text-13 text-muted">{t('buy.hero.principal')}</p>
          {offer.description && <p className="mt-2 text-15">{offer.description}</p>}
        </div>
      </div>
      <div aria-hidden className="rule my-4" />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-x-4 gap-y-3 sm:grid-cols-3">
        {facts.map((fact) => (
          <div key={fact.key} className="min-w-0">
            <dt className="text-13 leading-snug text-muted">{fact.name}</dt>
            <dd className="text-16 font-semibold">{fact.value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
