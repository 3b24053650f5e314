import type { SessionRow } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import { Button } from '@kit/ui/Button'
import { Time } from '@kit/ui/Time'
import { useDeviceName } from './useDeviceName'

/** One session: the device, where from, since when; this one is marked. */
export function SessionCard({ session, onEnd }: { session: SessionRow; onEnd: () => void }) {
  const t = useText('user')
  const device = useDeviceName(session.device)
  return (
    <div className={`rounded-card border bg-raised p-4 ${session.current ? 'border-[var(--brass)]' : 'border-line'}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 text-16 font-semibold break-words">{device}</p>
        {session.current && <span className="rounded-chip border border-[var(--brass)] px-2 text-13 text-brass-ink">{t('sessions.current')}</span>}
      </div>
      <dl className="mt-2 flex flex-col gap-1 text-13 text-muted">
        <div className="flex flex-wrap gap-x-1.5">
          <dt>{t('sessions.seen')}</dt>
          <dd>
            <Age at={session.lastSeenAt} />
          </dd>
        </div>
        <div className="flex flex-wrap gap-x-1.5">
          <dt>{t('sessions.since')}</dt>
          <dd>
            <Time at={session.createdAt} />
          </dd>
        </div>
        {session.live && (
          <div className="flex flex-wrap gap-x-1.5">
            <dt>{t('sessions.until')}</dt>
            <dd>
              <Time at={session.expireAt} />
            </dd>
          </div>
        )}
        {session.ip && (
          <div className="flex flex-wrap gap-x-1.5">
            <dt>{t('sessions.ip')}</dt>
            <dd className="fig break-all" translate="no">
              {session.ip}
            </dd>
          </div>
        )}
      </dl>
      {!session.live && <p className="mt-2 text-13">{t('sessions.lapsed')}</p>}
      {!session.current && (
        <div className="mt-3">
          <Button kind="danger" size="small" onClick={onEnd}>
            {t('sessions.end')}
          </Button>
        </div>
      )}
    </div>
  )
}
