import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { OwnWords } from '@kit/ui/OwnWords'
import { StatusChip } from '@kit/ui/StatusChip'
import { Time } from '@kit/ui/Time'
import type { Reward } from '../contract'

/** One reward: what brought it, and whether it was paid. */
export function RewardRow({ reward }: { reward: Reward }) {
  const t = useText('team')
  const { day } = useFigures()
  const isPaid = reward.state === 'paid'
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 py-3">
      <span className="flex w-full flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 text-15 font-medium break-words">
          {reward.from ? (
            <>
              {t('reward.from')}{' '}
              <span className="fig" translate="no">
                {reward.from}
              </span>{' '}
              {reward.fromPlatform && <StatusChip tone="muted">{t('friend.platform')}</StatusChip>}
            </>
          ) : (
            t(reward.type === 'team_acceleration' ? 'reward.acceleration' : 'reward.level', { level: reward.level ?? 0 })
          )}
        </span>
        {!isPaid && (
          <StatusChip tone={reward.state === 'delayed' ? 'brass' : 'loss'}>{t(reward.state === 'delayed' ? 'state.delayed' : 'state.refused')}</StatusChip>
        )}
      </span>
      <span className="min-w-0 text-13 text-muted">
        {reward.type === 'team_acceleration' ? <span>{t('reward.ofDay', { day: day(reward.day) })}</span> : <Time at={reward.createdAt} plain />}
      </span>
      <span className="ml-auto text-right text-16 font-semibold">
        <Amount value={reward.amount} currency={reward.currency} toned={isPaid} own />
      </span>
      {reward.state === 'delayed' && (
        <p className="w-full text-13 text-muted">
          {t('reward.delayed')} <Time at={reward.dueAt} plain />
        </p>
      )}
      {reward.state === 'refused' && reward.cause !== '' && (
        <div className="w-full text-13 text-muted">
          <p>
            {t(`reward.cause.${reward.cause}`)} {t('reward.refused')}
          </p>
          <p className="mt-1">{t('reward.note')}</p>
          <OwnWords>{reward.reason}</OwnWords>
        </div>
      )}
    </div>
  )
}
