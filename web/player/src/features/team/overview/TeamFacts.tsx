import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Fact, Facts } from '@kit/ui/Facts'
import type { Summary } from '../contract'

/** How large the team is, and what its machines come to. */
export function TeamFacts({ team }: { team: Summary }) {
  const t = useText('team')
  return (
    <section>
      <h2 className="mb-2 text-18 font-semibold">{t('facts')}</h2>
      <Facts framed>
        <Fact name={t('fact.direct')}>
          <span className="fig">{team.direct}</span>
        </Fact>
        <Fact name={t('fact.team')} note={t('fact.team.note')}>
          <span className="fig">{team.team}</span>
        </Fact>
        <Fact name={t('fact.performance')} note={t('fact.performance.note')} strong>
          <Amount value={team.performance} currency="USDT" />
        </Fact>
        <Fact name={t('fact.month')}>
          <Amount value={team.performanceMonth} currency="USDT" />
        </Fact>
        <Fact name={t('fact.today')}>
          <Amount value={team.performanceToday} currency="USDT" />
        </Fact>
        <Fact name={t('fact.principal')}>
          <Amount value={team.principal} currency="USDT" own />
        </Fact>
      </Facts>
    </section>
  )
}
