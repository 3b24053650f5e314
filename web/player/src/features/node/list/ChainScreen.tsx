import { OpenPaymentNote } from '@core/checkout/payment/OpenPaymentNote'
import { PaymentSheet } from '@core/checkout/payment/PaymentSheet'
import { useOpenPayment } from '@core/checkout/payment/api'
import { Screen } from '@core/frame/Screen'
import { Link } from '@core/frame/links'
import { useSheetOf } from '@core/frame/useSheet'
import { answers } from '@core/session/cache'
import { useFigures } from '@kit/amount/useFigures'
import { Gem } from '@kit/art/Gem'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { EmptyState } from '@kit/ui/EmptyState'
import { Icon } from '@kit/ui/Icon'
import type { EndlessList } from '@kit/ui/ListEnd'
import { Skeletons } from '@kit/ui/Loading'
import { Rows } from '@kit/ui/Rows'
import { Fragment } from 'react'
import { LevelFacts } from '../LevelFacts'
import { SoldShare } from '../SoldShare'
import type { Level, MyNode } from '../contract'
import { NodeRow } from './NodeRow'
import { NodeSheet } from './NodeSheet'
import { useLevels, useMyNodes } from './api'
import { partsOf } from './decideNode'

/** Nodes: one's own first where there are any, and the levels on sale. */
export function ChainScreen() {
  const t = useText('node')
  const node = useSheetOf('id')
  const payment = useSheetOf('pay')
  const { payment: open, isPending } = useOpenPayment()
  const mine = useMyNodes()
  const owns = mine.rows.length > 0
  const parts = {
    mine: (
      <>
        <h2 className="mt-2 text-20 font-semibold">{t('list.mine.title')}</h2>
        <MyNodes list={mine} onOpen={node.open} />
      </>
    ),
    levels: (
      <>
        {owns && <h2 className="mt-2 text-20 font-semibold">{t('list.levels.title')}</h2>}
        <Levels />
        <PoolLink />
      </>
    ),
  }
  return (
    <Screen title={t('list.title')} onRefresh={() => answers.invalidateQueries()}>
      <div className="flex flex-col gap-4">
        <p className="text-15 text-muted">{t('list.lead')}</p>
        {open && <OpenPaymentNote payment={open} onOpen={() => payment.open(open.intentNo)} />}
        {isPending || mine.query.isPending ? <LevelsSkeleton /> : partsOf(mine.rows.length).map((part) => <Fragment key={part}>{parts[part]}</Fragment>)}
      </div>
      {node.value && !payment.value && <NodeSheet key={node.value} nodeNo={node.value} list={mine} onPay={payment.open} onClose={node.close} />}
      {payment.value && <PaymentSheet key={payment.value} intentNo={payment.value} onClose={payment.close} />}
    </Screen>
  )
}

/** The way to what nodes are paid from. */
function PoolLink() {
  const t = useText('node')
  return (
    <Link to="/dividendPool" className="press flex min-h-14 items-center justify-between gap-3 rounded-card border border-line px-4 py-2">
      <span className="min-w-0">
        <span className="block text-15 font-semibold">{t('list.pool.title')}</span>
        <span className="block text-13 text-muted">{t('list.pool.text')}</span>
      </span>
      <Icon name="forward" look="text-brass-ink" />
    </Link>
  )
}

/** One's own nodes, the newest first. */
function MyNodes({ list, onOpen }: { list: EndlessList<MyNode>; onOpen: (nodeNo: string) => void }) {
  const t = useText('node')
  return (
    <Rows
      keyOf={(node) => node.nodeNo}
      list={list}
      waiting={<Skeletons heights={['112px', '112px']} />}
      empty={<EmptyState title={t('list.mine.empty')} hint={t('list.mine.emptyHint')} art={<Gem level="diamond" />} />}
    >
      {(node) => <NodeRow node={node} onOpen={() => onOpen(node.nodeNo)} />}
    </Rows>
  )
}

/** The levels of nodes on sale. */
function Levels() {
  const t = useText('node')
  const levels = useLevels()
  return (
    <Answer of={levels} waiting={<LevelsSkeleton />}>
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState title={t('list.none.title')} hint={t('list.none.hint')} art={<Gem level="star" />} />
        ) : (
          <ul className="flex flex-col gap-3">
            {list.map((level) => (
              <li key={level.id}>
                <LevelCard level={level} />
              </li>
            ))}
          </ul>
        )
      }
    </Answer>
  )
}

/** One level; a press leads to its page. */
function LevelCard({ level }: { level: Level }) {
  const t = useText('node')
  const { money, month } = useFigures()
  const [last] = level.lastDividends
  return (
    <Link to={`/chainDetails?id=${level.id}`} className="press block rounded-card border border-line bg-raised p-4">
      <div className="flex items-center gap-4">
        <span aria-hidden className="block size-20 shrink-0 tiny:size-14">
          <Gem level={level.level} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-[clamp(11px,5.5vw,1rem)] font-semibold break-words hyphens-auto">{level.name}</p>
          <p className="text-[clamp(11px,7.5vw,1.25rem)] leading-tight font-semibold">
            <Amount value={level.price} currency="USDT" />
          </p>
        </div>
        <Icon name="forward" look="text-brass-ink" />
      </div>
      <div aria-hidden className="rule my-3" />
      <LevelFacts level={level} plain />
      <div className="mt-3">
        <SoldShare level={level} />
      </div>
      <p className="mt-2 text-13 text-muted">
        {last ? t('list.last', { month: month(last.month), amount: money(last.full, 'USDT', { decimalsMax: 4 }) }) : t('list.lastNone')}
      </p>
    </Link>
  )
}

/** The levels' places while they are on their way. */
function LevelsSkeleton() {
  return <Skeletons heights={['262px', '262px', '262px']} />
}
