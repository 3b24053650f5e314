import { useState } from 'react'
import { act } from '@console/acts/act'
import { Acts } from '@console/acts/Acts'
import { Table } from '@console/records/Table'
import { useWords } from '@console/words/useWords'
import { useRewardsOf } from './api'
import { Turn } from './Turn'

/** A person's rewards with why each is as it is, a page at a time, and what can be done about those of the page. */
export function Rewards({ userId }: { userId: string }) {
  const { word } = useWords()
  const [cursor, setCursor] = useState('')
  const { data } = useRewardsOf(userId, cursor)
  if (!data) return null
  const refused = data.list.filter(({ state }) => state === 'refused')
  const delayed = data.list.filter(({ state }) => state === 'delayed')
  return (
    <>
      <Table
        rows={data.list}
        keyOf={({ rewardId }) => rewardId}
        nameOf={({ type }) => word(type)}
        shape={[
          ['amount', 'amount'],
          ['state', 'feminine'],
          ['at', 'time'],
          ['reason', 'text'],
        ]}
      />
      <Turn cursor={cursor} page={data} onTurn={setCursor} />
      {delayed.map(({ rewardId }) => (
        <Acts key={rewardId} acts={[act('rewards/refuse', { rewardId })]} />
      ))}
      {refused.map(({ rewardId }) => (
        <Acts key={rewardId} acts={[act('rewards/grant', { rewardId })]} />
      ))}
    </>
  )
}
