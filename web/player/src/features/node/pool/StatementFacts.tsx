import { signOf } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import { Time } from '@kit/ui/Time'
import type { Pool, DividendStatement } from '../contract'

/** What a pool held, how it was divided, and what of it is the user's. */
export function StatementFacts({ statement, pool }: { statement: DividendStatement; pool: Pool }) {
  const t = useText('node')
  const { figure } = useFigures()
  return (
    <>
      <Card>
        <p className="text-13 text-muted">{t('pool.statement.mine')}</p>
        <p className="text-28 leading-tight font-semibold">
          <Amount value={pool.myAmount} currency="USDT" own />
        </p>
        <p className="mt-1 text-13 text-muted">
          {pool.myNodes > 0 ? t('pool.mineNote', { count: pool.myNodes, weight: pool.myWeight }) : t('pool.statement.mineNone')}
        </p>
        <p className="mt-1 text-13 text-muted">
          {t('pool.statement.paidAt')} <Time at={statement.paidAt} />
        </p>
      </Card>
      <Facts framed>
        <AmountFact name={t('pool.month.new')} value={statement.newPurchases} currency="USDT" />
        <AmountFact name={t('pool.month.repurchases')} value={statement.repurchases} currency="USDT" note={t('pool.month.repurchasesNote')} />
        {signOf(statement.opening) > 0 && <AmountFact name={t('pool.opening')} value={statement.opening} currency="USDT" />}
        <AmountFact name={t('pool.statement.shares')} value={statement.shares} currency="USDT" />
        {signOf(statement.funded) > 0 && <AmountFact name={t('pool.funded')} value={statement.funded} currency="USDT" />}
        <AmountFact name={t('pool.statement.pool')} value={statement.pool} currency="USDT" strong />
        <Fact name={t('pool.statement.base')} note={t('pool.statement.baseNote', { weights: figure(String(statement.weights)), count: statement.floorNodes })}>
          <span className="fig">{figure(String(statement.base))}</span>
        </Fact>
        <AmountFact name={t('pool.statement.divided')} value={statement.divided} currency="USDT" note={t('pool.statement.dividedNote')} />
        <AmountFact name={t('pool.statement.free')} value={statement.toInterestPool} currency="USDT" note={t('pool.statement.freeNote')} />
        <AmountFact name={t('pool.statement.carried')} value={statement.carried} currency="USDT" />
      </Facts>
    </>
  )
}
