import type { ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { ListSkeleton } from '@kit/ui/Loading'
import { ListAnswer } from '@kit/ui/ListAnswer'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { StatusChip } from '@kit/ui/StatusChip'
import { Time } from '@kit/ui/Time'
import { Verbatim } from '@kit/ui/Verbatim'
import { useFriends } from './api'
import type { Friend } from './contract'

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

/** A member of the team, masked by the server: since when, at which level, and what their machines contribute. */
function FriendRow({ friend, isLast }: { friend: Friend; isLast: boolean }) {
  const t = useText('team')
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 py-3">
      <span className={`flex flex-wrap items-center gap-x-2 ${breakable}`}>
        <Verbatim look="fig min-w-0 text-15 font-medium">{friend.userName}</Verbatim>
        <StatusChip tone={friend.level > 0 ? 'brass' : 'muted'}>V{friend.level}</StatusChip>
        {friend.platform && <StatusChip tone="muted">{t('friend.platform')}</StatusChip>}
      </span>
      <span className="ml-auto text-right text-16 font-semibold">
        <Amount value={friend.performance} currency="USDT" />
      </span>
      <span className="flex w-full flex-wrap justify-between gap-x-3 text-13 text-muted">
        <span>
          {t('friend.joined')} <Time at={friend.joinedAt} as="day" plain />
        </span>
        {!isLast && friend.friends > 0 && (
          <span className="ml-auto text-right">
            {t('friend.below')} <Amount value={friend.below} currency="USDT" /> · {t('friend.invited', { count: friend.friends })}
          </span>
        )}
      </span>
    </div>
  )
}
