import type { ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { Rows, framedRows } from '@kit/ui/ListEnd'
import { ListSkeleton } from '@kit/ui/Loading'
import { useFriends } from './api'
import { FriendRow } from './FriendRow'

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
    <Rows
      list={list}
      keyOf={(friend) => friend.id}
      skeleton={<ListSkeleton rows={2} height="44px" />}
      empty={empty}
      lead={<p className="mb-2 text-13 text-muted">{t('friend.about')}</p>}
      className={framedRows}
    >
      {(friend) => <FriendRow friend={friend} />}
    </Rows>
  )
}
