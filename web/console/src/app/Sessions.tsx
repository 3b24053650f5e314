import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { call } from '@console/api/call'
import { readAnew } from '@console/api/answers'
import { useAnswer } from '@console/api/useAnswer'
import { tellFault } from '@console/decide/approve'
import { Dialog } from '@console/frame/Dialog'

/** The person's own sessions, each of which can be ended. */
export function Sessions({ onClose }: { onClose: () => void }) {
  const t = useText('console')
  const sessions = useAnswer('sessions/list', {})

  async function end(id: string) {
    try {
      await call('sessions/end', { id }, { isQuiet: true })
    } catch (fault) {
      tellFault(fault)
    } finally {
      await readAnew()
    }
  }

  return (
    <Dialog title={t('sessions.title')} onClose={onClose}>
      <ErrorRetry of={sessions} aboveOld />
      {sessions.isPending && <Skeleton height="60px" />}
      <ul className="my-3">
        {sessions.data?.list.map(({ id, ip, agent, createdAt, seenAt, isThis }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 text-15 last:border-0">
            <div className="min-w-0">
              <p translate="no" className="break-words">
                {[ip, agent.slice(0, 60)].filter((part) => part !== '').join(' · ')}
              </p>
              <p className="text-13 text-muted">
                <Time at={createdAt} plain /> – <Time at={seenAt} plain />
              </p>
            </div>
            {isThis ? (
              <span className="text-13 text-muted">{t('sessions.this')}</span>
            ) : (
              <Button size="small" kind="quiet" onClick={() => void end(id)}>
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button size="small" kind="quiet" onClick={onClose}>
        {t('close')}
      </Button>
    </Dialog>
  )
}
