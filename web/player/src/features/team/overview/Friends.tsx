import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { EmptyState } from '@kit/ui/EmptyState'
import { Segmented } from '@kit/ui/Segmented'
import { LinkButton } from '@core/frame/LinkButton'
import type { Summary } from '../contract'
import { FriendList } from '../FriendList'

interface FriendsProps {
  team: Summary
  depth: number
  onDepth: (depth: number) => void
}

/** The team by depth: how many stand there, what they contribute, and who they are, masked. */
export function Friends({ team, depth, onDepth }: FriendsProps) {
  const t = useText('team')
  const here = team.depths.find((one) => one.depth === depth)
  return (
    <section className="flex flex-col gap-4">
      <div>
        <p className="mb-2 text-15 text-muted">{t('depth.label')}</p>
        <Segmented
          label={t('depth.label')}
          value={String(depth)}
          onChange={(value) => onDepth(Number(value))}
          options={team.depths.map((one) => ({ value: String(one.depth), label: String(one.depth) }))}
        />
      </div>
      {here && (
        <p className="text-15">
          {t('depth.sum', { count: here.friends })} · <Amount value={here.performance} currency="USDT" />
        </p>
      )}
      <FriendList
        key={depth}
        depth={depth}
        empty={
          <EmptyState
            title={t('depth.empty')}
            hint={t(depth === 1 ? 'alone' : 'depth.empty.hint')}
            action={<LinkButton to="/share">{t('toShare')}</LinkButton>}
          />
        }
      />
    </section>
  )
}
