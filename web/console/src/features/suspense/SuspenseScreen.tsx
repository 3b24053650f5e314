import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Amount } from '@kit/ui/Amount'
import { useKept } from '@console/form/useKept'
import { Keys } from '@console/frame/Keys'
import { Screen } from '@console/frame/Screen'
import { useSelection } from '@console/queue/useSelection'
import { WaitingSince } from '@console/queue/WaitingSince'
import { Filters } from '@console/rows/Filters'
import { Rows, type Column } from '@console/rows/Rows'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { Several } from '@console/queue/Several'
import { useDeposits, announce } from './api'
import type { Deposit } from './contract'
import { whyOf } from './decideSuspense'
import { DepositPanel, type Doing } from './DepositPanel'
import { Why } from './Why'
import { FindPerson } from './FindPerson'

const currencies = ['USDT', 'ETLD', 'ETH'] as const

/** The queue of deposits that nobody can sign for: one announces them, two assign them. */
export function SuspenseScreen() {
  const t = useText('console-waiting')
  const me = useMe()
  const isMine = mayCall(me, 'suspense/announce')
  const { value: doing, keep: setDoing } = useKept<{ transferId: string; what: Doing }>('suspense.doing', { transferId: '', what: null })
  const selection = useSelection()
  const list = useDeposits([
    { name: 'txHash', label: t('suspense.transaction') },
    { name: 'sender', label: t('suspense.sender') },
    { name: 'currency', label: t('suspense.filter.currency'), values: currencies.map((currency) => [currency, currency] as const) },
  ])
  const rows = list.rows ?? []
  const open = rows.find(({ transferId }) => transferId === list.openKey) ?? list.away

  function begin(row: Deposit, what: Doing) {
    if (!isMine || (what === 'assign' && whyOf(row, serverNow()) !== 'ready')) return
    list.open(row.transferId)
    setDoing({ transferId: row.transferId, what })
  }

  const columns: Column<Deposit>[] = [
    {
      title: t('suspense.column.what'),
      cell: (row) => (
        <>
          <span translate="no" className="block font-semibold break-all">
            {row.sender}
          </span>
          <span className="block text-13 text-muted">
            <Why row={row} />
          </span>
        </>
      ),
    },
    { title: t('suspense.column.amount'), isFigure: true, cell: (row) => <Amount value={row.amount} currency={row.currency} /> },
    { title: t('suspense.column.age'), isFigure: true, cell: (row) => <WaitingSince since={row.since} due={row.dueAt} /> },
  ]

  return (
    <Screen
      title={t('suspense.title')}
      right={
        isMine && (
          <Keys
            acts={[
              ['n', t('suspense.announce')],
              ['a', t('suspense.assign')],
            ]}
            selects
          />
        )
      }
      panel={
        open && (
          <DepositPanel
            key={open.transferId}
            row={open}
            place={rows.includes(open) ? t('place', { at: rows.indexOf(open) + 1, count: rows.length }) : null}
            doing={doing?.transferId === open.transferId ? doing.what : null}
            onDo={(what) => setDoing({ transferId: open.transferId, what })}
            onClose={() => list.open(null)}
          />
        )
      }
    >
      <Filters list={list} />
      <Rows
        list={list}
        keyOf={({ transferId }) => transferId}
        nameOf={({ sender, txHash }) => `${sender} ${txHash}`}
        columns={columns}
        empty={{ title: t('suspense.empty.title'), hint: t('suspense.empty.hint') }}
        keys={{ n: (row) => begin(row, 'announce'), a: (row) => begin(row, 'assign') }}
        {...(isMine ? { selection } : {})}
      />
      {isMine && <SeveralDeposits rows={rows.filter(({ transferId }) => selection.keys.has(transferId))} onKept={selection.keep} />}
    </Screen>
  )
}

/** Several deposits at once, announced for one person. */
function SeveralDeposits({ rows, onKept }: { rows: readonly Deposit[]; onKept: (transferIds: string[]) => void }) {
  const t = useText('console-waiting')
  const [chosen, setChosen] = useState('')

  return (
    <Several
      rows={rows}
      keyOf={({ transferId }) => transferId}
      nameOf={({ txHash }) => txHash}
      done={t('suspense.several.done')}
      acts={[{ name: t('suspense.several.announce'), problem: chosen === '' ? t('suspense.several.nobody') : null, act: (row) => announce(row, chosen) }]}
      onKept={onKept}
    >
      <FindPerson chosen={chosen} onChoose={setChosen} />
    </Several>
  )
}
