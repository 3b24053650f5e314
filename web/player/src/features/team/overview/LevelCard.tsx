import { compareAmounts, shareOf } from '@kit/amount/compare'
import { useFigures } from '@kit/amount/useFigures'
import { Gauge } from '@kit/art/Gauge'
import { useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { Fact, Facts, TimeFact } from '@kit/ui/Facts'
import { Explained } from '@core/words/Explained'
import type { Summary } from '../contract'
import { missingFor } from './decideTeam'

/** The level, where it is from, and how far the next one is. */
export function LevelCard({ team }: { team: Summary }) {
  const t = useText('team')
  const { percent } = useFigures()
  const { level, levelEarned, levelGift, next } = team
  return (
    <Card label={t('level.label')}>
      <div className="relative mx-auto w-full max-w-72">
        <Gauge share={next ? shareOf(next.qualified, next.performance) : 1} />
        <p className="absolute inset-x-0 bottom-0 text-center">
          <span className="block text-13 text-muted">{t('level.label')}</span>
          <span className="fig block text-40 leading-tight font-semibold" translate="no">
            V{level}
          </span>
        </p>
      </div>
      {level > 0 && (
        <p className="mt-2 text-center text-13 text-muted">
          {levelGift > levelEarned ? t('level.gift', { gift: levelGift, earned: levelEarned }) : t('level.earned')}
        </p>
      )}
      {next ? <Next next={next} /> : <p className="mt-4 text-center text-15">{t('level.highest')}</p>}
      <div aria-hidden className="rule my-3" />
      <Facts>
        <Fact name={t('acceleration')} note={t('acceleration.note')}>
          <span className="fig">+{percent(team.acceleration)}</span>
        </Fact>
        <TimeFact name={t('level.at')} at={team.levelsAt} />
        <TimeFact name={t('level.nextAt')} at={team.nextLevelsAt} />
      </Facts>
    </Card>
  )
}

function Next({ next }: { next: NonNullable<Summary['next']> }) {
  const t = useText('team')
  const { money } = useFigures()
  const level = next.level
  const missing = missingFor(next)
  return (
    <div className="mt-4">
      <h2 className="text-16 font-semibold">{t('next.title', { level })}</h2>
      <p className="fig mt-1 text-18 font-semibold break-words">
        {t('next.progress', { qualified: money(next.qualified, 'USDT'), performance: money(next.performance, 'USDT') })}
      </p>
      <p className="text-13 text-muted">
        <Explained word="performance">{t('next.what')}</Explained>
      </p>
      <p className="mt-1 text-13 text-muted">{t('next.legs', { most: money(next.legMost, 'USDT') })}</p>
      {(missing === 'principal' || missing === 'both') && (
        <p className="mt-2 text-15">{t('next.principal', { missing: money(next.principalMissing, 'USDT') })}</p>
      )}
      {missing === 'night' && <p className="mt-2 text-15">{t('next.night', { level })}</p>}
      {compareAmounts(next.reward, '0') > 0 && <p className="mt-2 text-13 text-muted">{t('next.reward', { level, reward: money(next.reward, 'USDT') })}</p>}
    </div>
  )
}
