import { useText } from '@kit/i18n/text'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
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
        <AmountFact name={t('fact.performance')} value={team.performance} currency="USDT" note={t('fact.performance.note')} strong />
        <AmountFact name={t('fact.month')} value={team.performanceMonth} currency="USDT" />
        <AmountFact name={t('fact.today')} value={team.performanceToday} currency="USDT" />
        <AmountFact name={t('fact.principal')} value={team.principal} currency="USDT" own />
      </Facts>
    </section>
  )
}
