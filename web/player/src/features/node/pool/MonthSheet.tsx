import { Link } from '@core/frame/links'
import { signOf } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { Copied } from '@kit/ui/Copied'
import { CopyButton } from '@kit/ui/CopyButton'
import { AmountFact, Facts, FigureFact } from '@kit/ui/Facts'
import { Skeletons } from '@kit/ui/Loading'
import { maskId } from '@kit/ui/MaskedId'
import { Missing } from '@kit/ui/Missing'
import { Segmented } from '@kit/ui/Segmented'
import { Sheet } from '@kit/ui/Sheet'
import { Time } from '@kit/ui/Time'
import { download } from '@kit/ui/download'
import { toast } from '@kit/ui/toast'
import type { DividendStatement, LevelName, Pool } from '../contract'
import { StatementRows } from './StatementRows'
import { usePoolsOf, useDividendStatement } from './api'
import { fileOf, isMonth, levelIn, levelNames } from './decidePool'

interface MonthSheetProps {
  month: string
  level: string | null
  onLevel: (level: LevelName) => void
  onClose: () => void
}

/** A closed month: what it brought the user, and the statement of each pool. One sheet from its opening on: a second one would push the first out. */
export function MonthSheet({ month, level: wanted, onLevel, onClose }: MonthSheetProps) {
  const t = useText('node')
  const { month: print } = useFigures()
  const isAsked = isMonth(month)
  const pools = usePoolsOf(month, isAsked)
  const closed = pools.data?.isOpen === false ? pools.data : null
  const level = levelIn(wanted, closed?.pools ?? [])
  const statement = useDividendStatement(month, level, closed !== null)
  const { data } = statement
  const missing = <Missing>{t('pool.statement.missing')}</Missing>

  function save() {
    if (!data) return
    const { name, text } = fileOf(data)
    download(name, new Blob([text], { type: 'application/json' }))
    toast.success(t('pool.statement.saved'))
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={isAsked ? t('pool.statement.titleOf', { month: print(month) }) : t('pool.statement.title')}
      footer={
        closed && (
          <Button kind="main" wide disabled={!data} onClick={save}>
            {t('pool.statement.save')}
          </Button>
        )
      }
    >
      {/* As high as a statement, so that nothing jumps when it comes. */}
      <div className="flex min-h-[80dvh] flex-col gap-4">
        {closed && <Segmented label={t('pool.statement.levels')} value={level} onChange={onLevel} of={levelNames} nameOf={(one) => t(`level.${one}`)} />}
        {isAsked ? (
          <Answer of={pools} waiting={<Skeletons heights={['54px', '120px', '320px']} className="flex flex-col gap-4" />} missing={missing}>
            {({ isOpen, pools: list }) =>
              isOpen ? (
                missing
              ) : (
                <Answer of={statement} waiting={<Skeletons heights={['120px', '320px']} className="flex flex-col gap-4" />}>
                  {(shown) => <Statement statement={shown} pool={list.find((one) => one.level === level)} />}
                </Answer>
              )
            }
          </Answer>
        ) : (
          missing
        )}
      </div>
    </Sheet>
  )
}

/** The statement of one pool. */
function Statement({ statement, pool }: { statement: DividendStatement; pool: Pool | undefined }) {
  const t = useText('node')
  if (!pool) return null
  const { level } = pool
  return (
    <>
      <StatementFacts statement={statement} pool={pool} />
      <StatementRows key={`mine ${level}`} title={t('pool.rows.mine')} rows={pool.myRows} none={t('pool.rows.mineNone')} own />
      <StatementRows
        key={`all ${level}`}
        title={t('pool.rows.all', { count: statement.rows.length })}
        rows={statement.rows}
        none={t('pool.rows.none')}
        isFolded
      />
      <Verifying statement={statement} />
    </>
  )
}

/** How anybody recomputes the statement without this server, and by which hash it is compared. */
function Verifying({ statement }: { statement: DividendStatement }) {
  const t = useText('node')
  const command = `etld verify dividend ${fileOf(statement).name}`
  return (
    <section aria-label={t('pool.verify.title')} className="rounded-card border border-line px-4 py-3">
      <h3 className="text-15 font-semibold">{t('pool.verify.title')}</h3>
      <p className="mt-1 text-15 text-muted">{t('pool.verify.text')}</p>
      <div className="mt-2 flex items-center gap-1 rounded-field bg-sunk pl-3">
        <code className="min-w-0 flex-1 py-2 text-13 break-all" translate="no">
          {command}
        </code>
        <CopyButton value={command} what={t('pool.verify.command')} />
      </div>
      <div className="mt-1 flex items-center justify-between gap-3 text-15">
        <span className="text-muted">{t('pool.verify.hash')}</span>
        <Copied value={statement.hash} shown={maskId(statement.hash)} what={t('pool.verify.hash')} />
      </div>
      <Link to="/wallet?view=checks" className="press inline-flex min-h-11 items-center text-15 text-brass-ink underline underline-offset-4">
        {t('pool.verify.checks')}
      </Link>
    </section>
  )
}

/** What a pool held, how it was divided, and what of it is the user's. */
function StatementFacts({ statement, pool }: { statement: DividendStatement; pool: Pool }) {
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
        <FigureFact
          name={t('pool.statement.base')}
          note={t('pool.statement.baseNote', { weights: figure(String(statement.weights)), count: statement.floorNodes })}
          value={figure(String(statement.base))}
        />
        <AmountFact name={t('pool.statement.divided')} value={statement.divided} currency="USDT" note={t('pool.statement.dividedNote')} />
        <AmountFact name={t('pool.statement.free')} value={statement.toInterestPool} currency="USDT" note={t('pool.statement.freeNote')} />
        <AmountFact name={t('pool.statement.carried')} value={statement.carried} currency="USDT" />
      </Facts>
    </>
  )
}
