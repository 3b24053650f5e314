import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Answer } from '@console/frame/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { Tile } from '@console/frame/Board'
import { Table } from '@console/records/Table'
import { useSold } from '@console/words/useSold'
import { useWords } from '@console/words/useWords'
import { useMachinesOf } from './api'
import { Turn } from './Turn'

/** A person's machines by their numbers, a page at a time, the newest first. */
export function Machines({ userId }: { userId: string }) {
  const t = useText('console-people')
  const { wordOf } = useWords()
  const [cursor, setCursor] = useState('')
  const machines = useMachinesOf(userId, cursor)
  const { nameOf } = useSold((machines.data?.list ?? []).map(({ productId }) => ({ kind: 'machine', id: productId })))
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
              nameOf={({ minerNo }) => (
                <span translate="no" className="fig whitespace-nowrap">
                  {minerNo}
                </span>
              )}
              shape={[
                ['productId', 'text'],
                ['state', 'text'],
                ['principal', 'usdt'],
                ['startAt', 'time'],
                ['endAt', 'time'],
              ]}
            />
            <Turn cursor={cursor} page={data} onTurn={setCursor} />
          </>
        )}
      </Answer>
    </Tile>
  )
}
