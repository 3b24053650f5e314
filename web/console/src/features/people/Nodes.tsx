import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Answer } from '@console/frame/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { Tile } from '@console/frame/Board'
import { Table } from '@console/records/Table'
import { useWords } from '@console/words/useWords'
import { useNodesOf } from './api'
import { Turn } from './Turn'

/** A person's nodes by their numbers, a page at a time, the newest first. */
export function Nodes({ userId }: { userId: string }) {
  const t = useText('console-people')
  const { wordOf } = useWords()
  const [cursor, setCursor] = useState('')
  return (
    <Tile title={t('nodes')} isWide>
      <Answer of={useNodesOf(userId, cursor)} waiting={<Skeleton height="80px" />}>
        {(data) => (
          <>
            <Table
              rows={data.list.map((one) => ({ ...one, state: one.state === 'payment' ? t('unpaid') : wordOf('masculine', one.state) }))}
              keyOf={({ nodeNo }) => nodeNo}
              nameOf={({ nodeNo }) => (
                <span translate="no" className="fig whitespace-nowrap">
                  {nodeNo}
                </span>
              )}
              shape={[
                ['level', 'word'],
                ['state', 'text'],
                ['price', 'usdt'],
                ['createdAt', 'time'],
                ['activeAt', 'time'],
                ['endedAt', 'time'],
              ]}
            />
            <Turn cursor={cursor} page={data} onTurn={setCursor} />
          </>
        )}
      </Answer>
    </Tile>
  )
}
