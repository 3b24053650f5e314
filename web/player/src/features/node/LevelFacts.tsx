import type { ReactNode } from 'react'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Explained } from '@core/words/Explained'
import type { Level } from './contract'

/** What a level gives, in a few figures; `plain` within a link, which has its own press. */
export function LevelFacts({ level, plain }: { level: Level; plain?: boolean }) {
  const t = useText('node')
  const { percent } = useFigures()
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] items-end gap-x-3 gap-y-2">
      <Small name={plain ? t('fact.dividend') : <Explained word="dividend">{t('fact.dividend')}</Explained>}>{percent(level.weightedDividend)}</Small>
      <Small name={plain ? t('fact.gift') : <Explained word="gift">{t('fact.gift')}</Explained>}>{level.giftV}</Small>
      <Small name={t('fact.period')}>{t('fact.days', { days: level.periodDays })}</Small>
    </dl>
  )
}

function Small({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 leading-snug break-words text-muted">{name}</dt>
      <dd className="fig text-16 font-semibold">{children}</dd>
    </div>
  )
}
