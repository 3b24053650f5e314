import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Answer } from '@console/frame/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { nameOf as nameOfAct, type Act } from '@console/acts/act'
import { Acts } from '@console/acts/Acts'
import type { Data } from '@console/contract/contract'
import { Tile } from '@console/frame/Board'
import { Table } from '@console/records/Table'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { useSold } from '@console/words/useSold'
import { useWords } from '@console/words/useWords'
import { useMachinesOf } from './api'
import { decidePausing } from './decidePausing'
import { Turn } from './Turn'

/** A person's machines by their numbers, a page at a time, the newest first; a press on a number shows what can be done about its clock. */
export function Machines({ userId }: { userId: string }) {
  const t = useText('console-people')
  const { wordOf } = useWords()
  const me = useMe()
  const [cursor, setCursor] = useState('')
  const [openNo, setOpenNo] = useState('')
  const machines = useMachinesOf(userId, cursor)
  const { nameOf } = useSold((machines.data?.list ?? []).map(({ productId }) => ({ kind: 'machine', id: productId })))
  function actOf(list: Data<'users/machines'>['list'], minerNo: string): Act | null {
    const one = list.find((row) => row.minerNo === minerNo)
    const pausing = one ? decidePausing(one) : null
    return pausing && mayCall(me, pausing.path) ? pausing : null
  }

  return (
    <Tile title={t('machines')} isWide>
      <Answer of={machines} waiting={<Skeleton height="80px" />}>
        {(data) => (
          <>
            <Table
              rows={data.list.map((one) => ({
                ...one,
                productId: nameOf({ kind: 'machine', id: one.productId }),
                state: one.state === 'payment' ? t('unpaid') : wordOf('masculine', one.state),
              }))}
              keyOf={({ minerNo }) => minerNo}
              nameOf={({ minerNo }) =>
                actOf(data.list, minerNo) === null ? (
                  <span translate="no" className="fig whitespace-nowrap">
                    {minerNo}
                  </span>
                ) : (
                  <button
                    type="button"
                    translate="no"
                    aria-expanded={openNo === minerNo}
                    onClick={() => setOpenNo(openNo === minerNo ? '' : minerNo)}
                    className="fig inline-flex min-h-9 items-center whitespace-nowrap underline underline-offset-4"
                  >
                    {minerNo}
                  </button>
                )
              }
              shape={[
                ['productId', 'text'],
                ['state', 'text'],
                ['principal', 'usdt'],
                ['startAt', 'time'],
                ['endAt', 'time'],
              ]}
            />
            <Open act={actOf(data.list, openNo)} />
            <Turn cursor={cursor} page={data} onTurn={setCursor} />
          </>
        )}
      </Answer>
    </Tile>
  )
}

/** The form of the machine that was pressed. */
function Open({ act }: { act: Act | null }) {
  return act && <Acts key={nameOfAct(act)} acts={[act]} />
}
