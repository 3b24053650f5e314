import { useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from '@core/frame/links'
import { useOpenPayment } from '@core/checkout/payment/api'
import { OpenPaymentNote } from '@core/checkout/payment/OpenPaymentNote'
import { PaymentSheet } from '@core/checkout/payment/PaymentSheet'
import { Screen } from '@core/frame/Screen'
import { useSheetOf } from '@core/frame/useSheet'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { Gem } from '@kit/art/Gem'
import { EmptyState } from '@kit/ui/EmptyState'
import type { EndlessList } from '@kit/ui/ListEnd'
import { Skeletons } from '@kit/ui/Loading'
import { Rows } from '@kit/ui/Rows'
import { useMyNodes } from './api'
import { partsOf } from './decideNode'
import { Levels, LevelsSkeleton } from './Levels'
import { NodeSheet } from './NodeSheet'
import type { MyNode } from '../contract'
import { NodeRow } from './NodeRow'

/** Nodes: one's own first where there are any, and the levels on sale. */
export function ChainScreen() {
  const t = useText('node')
  const answers = useQueryClient()
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
