import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { StatusChip } from '@kit/ui/StatusChip'
import { Time } from '@kit/ui/Time'
import type { Friend } from './contract'

/** A member of the team, masked by the server: since when, at which level, and what their machines contribute. */
export function FriendRow({ friend, isLast }: { friend: Friend; isLast: boolean }) {
  const t = useText('team')
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 py-3">
      <span className={`flex flex-wrap items-center gap-x-2 ${breakable}`}>
        <span className="fig min-w-0 text-15 font-medium" translate="no">
          {friend.userName}
        </span>
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
