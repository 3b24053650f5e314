import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Amount } from '@kit/ui/Amount'
import { useKept } from '@console/form/useKept'
import { Keys } from '@console/frame/Keys'
import { Screen } from '@console/frame/Screen'
import { keyAfter } from '@console/queue/keyAfter'
import { useSelection } from '@console/queue/useSelection'
import { WaitingSince } from '@console/queue/WaitingSince'
import { Filters } from '@console/rows/Filters'
import { Rows, type Column } from '@console/rows/Rows'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { useWords } from '@console/words/useWords'
import { useOrders } from './api'
import type { Order } from './contract'
import { deedsOf, type Deed } from './decideOrders'
import { OrderPanel } from './OrderPanel'
import { LabelsButton, SeveralOrders } from './SeveralOrders'
import { Why } from './Why'

const statuses = ['waiting_for_delivery', 'shipped', 'invalid', 'payment', 'lapsed'] as const

/** The queue of orders: one person ships, or ends, what waits. */
export function OrdersScreen() {
  const t = useText('console-waiting')
  const me = useMe()
  const isMine = mayCall(me, 'orders/ship')
  const { value: doing, keep: setDoing } = useKept<{ orderNo: string; what: Deed | null }>('orders.doing', { orderNo: '', what: null })
  const { value: kept, keep: setCompany } = useKept('orders.company', '')
  const company = kept ?? ''
  const selection = useSelection()
  const { label } = useWords()
  const list = useOrders([
    { name: 'status', label: t('orders.filter.status'), values: statuses.map((status) => [status, t(`orders.status.${status}`)] as const) },
    { name: 'late', label: t('orders.filter.late'), isFlag: true },
    { name: 'goodsId', label: t('orders.filter.goods') },
    { name: 'userId', label: t('orders.filter.user') },
    ...['from', 'to'].map((name) => ({ name, label: label(name), isTime: true })),
    { name: 'orderNo', label: t('orders.filter.number'), opens: true },
  ])
  const rows = list.rows ?? []
  const keys = rows.map(({ orderNo }) => orderNo)
  const open = rows.find(({ orderNo }) => orderNo === list.openKey) ?? list.away

  /** A key does what a button of the open order does; where there is none, the order says why. */
  function begin(row: Order, isMeant: (deed: Deed) => boolean) {
    if (!isMine) return
    list.open(row.orderNo)
    setDoing({ orderNo: row.orderNo, what: deedsOf(row, serverNow()).find(isMeant) ?? null })
  }

  function moveOn(row: Order) {
    list.goOn(row.orderNo, keyAfter(keys, row.orderNo))
  }

  const columns: Column<Order>[] = [
    {
      title: t('orders.column.what'),
      cell: (row) => (
        <>
          <span className="block font-semibold break-words">
            {row.quantity} × <span translate="no">{row.goods}</span>
          </span>
          <span className={`block text-13 ${row.isLate ? 'text-loss' : 'text-muted'}`}>
            <Why row={row} />
          </span>
        </>
      ),
    },
    { title: t('orders.paid'), isFigure: true, cell: (row) => <Amount value={row.payAmount} currency={row.currency} /> },
    { title: t('orders.column.age'), isFigure: true, cell: (row) => <WaitingSince since={row.createdAt} due={row.shipBy} /> },
  ]

  return (
    <Screen
      title={t('orders.title')}
      right={<Right isMine={isMine} />}
      panel={
        open && (
          <OrderPanel
            key={open.orderNo}
            row={open}
            place={rows.includes(open) ? t('place', { at: rows.indexOf(open) + 1, count: rows.length }) : null}
            doing={doing?.orderNo === open.orderNo ? doing.what : null}
            onDo={(what) => setDoing({ orderNo: open.orderNo, what })}
            company={company}
            onCompany={setCompany}
            onGone={() => moveOn(open)}
            onClose={() => list.open(null)}
          />
        )
      }
    >
      <Filters list={list} />
      <Rows
        list={list}
        keyOf={({ orderNo }) => orderNo}
        nameOf={({ orderNo }) => orderNo}
        columns={columns}
        empty={{ title: t('orders.empty.title'), hint: t('orders.empty.hint') }}
        keys={{ s: (row) => begin(row, (deed) => deed === 'ship'), r: (row) => begin(row, (deed) => deed !== 'ship') }}
        {...(isMine ? { selection } : {})}
      />
      {isMine && (
        <SeveralOrders rows={rows.filter(({ orderNo }) => selection.keys.has(orderNo))} company={company} onCompany={setCompany} onKept={selection.keep} />
      )}
    </Screen>
  )
}

/** The keys there are, and the labels of what waits longest. */
function Right({ isMine }: { isMine: boolean }) {
  const t = useText('console-waiting')
  if (!isMine) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Keys
        acts={[
          ['s', t('orders.ship')],
          ['r', t('orders.invalidate')],
        ]}
        selects
      />
      <LabelsButton />
    </div>
  )
}
