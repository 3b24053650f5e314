import type { ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { ListSkeleton } from '@kit/ui/Loading'
import { ListAnswer } from '@kit/ui/ListAnswer'
import { useFriends } from './api'
import { FriendRow } from './FriendRow'

/** Whom the last generation invited belongs to nobody's team here: nothing is said of them. */
const depthMax = 5

interface FriendListProps {
  /** How many invitations away. */
  depth: number
  /** What stands here while nobody is there. */
  empty: ReactNode
}

/** The members of the team at one depth, newest first. */
export function FriendList({ depth, empty }: FriendListProps) {
  const t = useText('team')
  const list = useFriends(depth)
  return (
    <ListAnswer list={list} waiting={<ListSkeleton rows={2} height="44px" />} empty={empty}>
      {(rows) => (
        <>
          <p className="mb-2 text-13 text-muted">{t('friend.about')}</p>
          <ul className="divide-y divide-line rounded-card border border-line bg-raised px-4">
            {rows.map((friend) => (
              <li key={friend.id}>
                <FriendRow friend={friend} isLast={depth === depthMax} />
              </li>
            ))}
          </ul>
        </>
      )}
    </ListAnswer>
  )
}
