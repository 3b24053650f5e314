import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { SmallFact } from '@kit/ui/SmallFact'
import { Explained } from '@core/words/Explained'
import type { Level } from './contract'

/** What a level gives, in a few figures. */
export function LevelFacts({ level }: { level: Level }) {
  const t = useText('node')
  const { percent } = useFigures()
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] items-end gap-x-3 gap-y-2">
      <SmallFact name={<Explained word="dividend">{t('fact.dividend')}</Explained>}>{percent(level.weightedDividend)}</SmallFact>
      <SmallFact name={<Explained word="gift">{t('fact.gift')}</Explained>}>{level.giftV}</SmallFact>
      <SmallFact name={t('fact.period')}>{t('fact.days', { days: level.periodDays })}</SmallFact>
    </dl>
  )
}
