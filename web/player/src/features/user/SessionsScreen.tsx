import { Screen } from '@core/frame/Screen'
import { useSheetOf } from '@core/frame/useSheet'
import type { SessionRow } from '@kit/api/contract'
import { TransportError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Loading } from '@kit/ui/Loading'
import { Sheet } from '@kit/ui/Sheet'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { Unreachable } from '@kit/ui/Unreachable'
import { toast } from '@kit/ui/toast'
import { useMutation } from '@tanstack/react-query'
import { revokeSession, useSessions } from './api'
import { useDeviceName } from './useDeviceName'

/** Where this wallet is signed in; any other place can be signed out from here. */
export function SessionsScreen() {
  const t = useText('user')
  const answer = useSessions()
  const sheet = useSheetOf('end')

  const ending = useMutation({
    mutationFn: revokeSession,
    onSuccess: () => toast.success(t('sessions.ended')),
    // One that was refused is most likely over already: the list is asked again all the same.
    onSettled: (_, fault) => {
      if (fault instanceof TransportError) return
      sheet.close()
      return answer.refetch()
    },
  })

  const session = answer.data?.list.find(({ id }) => id === sheet.value)
  return (
    <Screen title={t('sessions.title')} onRefresh={() => answer.refetch()}>
      <p className="mb-3 text-15 text-muted">{t('sessions.text')}</p>
      <Answer of={answer} waiting={<SessionsSkeleton />}>
        {({ list }) => (
          <ul className="flex flex-col gap-3">
            {list.map((session) => (
              <li key={session.id}>
                <SessionCard
                  session={session}
                  onEnd={() => {
                    ending.reset()
                    sheet.open(session.id)
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </Answer>
      {session && <EndSheet session={session} isEnding={ending.isPending} fault={ending.error} onStay={sheet.close} onEnd={() => ending.mutate(session.id)} />}
    </Screen>
  )
}

interface EndSheetProps {
  session: SessionRow
  isEnding: boolean
  fault: unknown
  onStay: () => void
  onEnd: () => void
}

function EndSheet({ session, isEnding, fault, onStay, onEnd }: EndSheetProps) {
  const t = useText('user')
  const device = useDeviceName(session.device)
  return (
    <Sheet
      open
      onClose={onStay}
      title={t('sessions.endTitle')}
      footer={
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
          <Button kind="quiet" disabled={isEnding} onClick={onStay}>
            {t('sessions.keep')}
          </Button>
          <Button kind="danger" busy={isEnding} onClick={onEnd}>
            {t('sessions.end')}
          </Button>
        </div>
      }
    >
      <p className="text-15">{t('sessions.endText', { device })}</p>
      <div className="mt-3 empty:mt-0">
        <Unreachable fault={fault}>{t('sessions.unreachable')}</Unreachable>
      </div>
    </Sheet>
  )
}

function SessionsSkeleton() {
  return (
    <Loading>
      {['a', 'b'].map((row) => (
        <div key={row} className="flex flex-col gap-2 rounded-card border border-line bg-raised p-4">
          <Skeleton width="55%" height="24px" />
          <Skeleton width="70%" height="18px" />
          <Skeleton width="60%" height="18px" />
        </div>
      ))}
    </Loading>
  )
}

/** One session: the device, where from, since when; this one is marked. */
function SessionCard({ session, onEnd }: { session: SessionRow; onEnd: () => void }) {
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
