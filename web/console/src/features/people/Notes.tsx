import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Time } from '@kit/ui/Time'
import { act } from '@console/acts/act'
import { Acts } from '@console/acts/Acts'
import { Tile } from '@console/frame/Board'
import { Staff } from '@console/words/Staff'
import { useNotes } from './api'
import { Turn } from './Turn'

/** What operators wrote about a person, a page at a time, the newest first. */
export function Notes({ userId }: { userId: string }) {
  const t = useText('console-people')
  const [cursor, setCursor] = useState('')
  const { data } = useNotes(userId, cursor)
  return (
    <Tile title={t('notes')}>
      {data?.list.length === 0 && <p className="text-15 text-muted">{t('noNotes')}</p>}
      {data?.list.map(({ noteId, at, text, staffId, staffName }) => (
        <div key={noteId} className="border-b border-line py-1.5 last:border-0">
          <p translate="no" className="text-15 break-words">
            {text}
          </p>
          <div className="text-13 text-muted">
            <Time at={at} plain /> · <Staff name={staffName} id={staffId} />
          </div>
        </div>
      ))}
      {data && <Turn cursor={cursor} page={data} onTurn={setCursor} />}
      <Acts acts={[act('users/note', { userId })]} />
    </Tile>
  )
}
