import { signOf } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { Fact, Facts } from '@kit/ui/Facts'
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
        <Fact name={t('pool.month.new')}>
          <Amount value={statement.newPurchases} currency="USDT" />
        </Fact>
        <Fact name={t('pool.month.repurchases')} note={t('pool.month.repurchasesNote')}>
          <Amount value={statement.repurchases} currency="USDT" />
        </Fact>
        {signOf(statement.opening) > 0 && (
          <Fact name={t('pool.opening')}>
            <Amount value={statement.opening} currency="USDT" />
          </Fact>
        )}
        <Fact name={t('pool.statement.shares')}>
          <Amount value={statement.shares} currency="USDT" />
        </Fact>
        {signOf(statement.funded) > 0 && (
          <Fact name={t('pool.funded')}>
            <Amount value={statement.funded} currency="USDT" />
          </Fact>
        )}
        <Fact name={t('pool.statement.pool')} strong>
          <Amount value={statement.pool} currency="USDT" />
        </Fact>
        <Fact name={t('pool.statement.base')} note={t('pool.statement.baseNote', { weights: figure(String(statement.weights)), count: statement.floorNodes })}>
          <span className="fig">{figure(String(statement.base))}</span>
        </Fact>
        <Fact name={t('pool.statement.divided')} note={t('pool.statement.dividedNote')}>
          <Amount value={statement.divided} currency="USDT" />
        </Fact>
        <Fact name={t('pool.statement.free')} note={t('pool.statement.freeNote')}>
          <Amount value={statement.toInterestPool} currency="USDT" />
        </Fact>
        <Fact name={t('pool.statement.carried')}>
          <Amount value={statement.carried} currency="USDT" />
        </Fact>
      </Facts>
    </>
  )
}
