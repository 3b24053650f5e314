import { useState } from 'react'
import type { SessionRow } from '@kit/api/contract'
import { TransportError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Screen } from '@core/frame/Screen'
import { useSheetOf } from '@core/frame/useSheet'
import { Sheet } from '@kit/ui/Sheet'
import { Skeleton } from '@kit/ui/Skeleton'
import { toast } from '@kit/ui/toast'
import { Loading } from '@kit/ui/Loading'
import { revokeSession, useSessions } from './api'
import { SessionCard } from './SessionCard'
import { useDeviceName } from './useDeviceName'

type Ending = 'asking' | 'ending' | 'unreachable'

/** Where this wallet is signed in; any other place can be signed out from here. */
export function SessionsScreen() {
  const t = useText('user')
  const answer = useSessions()
  const [ending, setEnding] = useState<Ending>('asking')
  const sheet = useSheetOf('end')

  async function end(session: SessionRow) {
    setEnding('ending')
    try {
      await revokeSession(session.id)
      toast.success(t('sessions.ended'))
      sheet.close()
      await answer.refetch()
    } catch (fault) {
      if (fault instanceof TransportError) setEnding('unreachable')
      else {
        // It was refused: most likely the session is over already, so the list is asked again.
        sheet.close()
        await answer.refetch()
      }
    }
  }

  const { data } = answer
  return (
    <Screen title={t('sessions.title')}>
      <PullToRefresh onRefresh={() => answer.refetch()}>
        <p className="mb-3 text-15 text-muted">{t('sessions.text')}</p>
        <Answer of={answer} waiting={<SessionsSkeleton />}>
          {({ list }) => (
            <ul className="flex flex-col gap-3">
              {list.map((session) => (
                <li key={session.id}>
                  <SessionCard
                    session={session}
                    onEnd={() => {
                      setEnding('asking')
                      sheet.open(session.id)
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
        </Answer>
      </PullToRefresh>
      <EndSheet session={data?.list.find(({ id }) => id === sheet.value) ?? null} ending={ending} onStay={sheet.close} onEnd={(session) => void end(session)} />
    </Screen>
  )
}

interface EndSheetProps {
  session: SessionRow | null
  ending: Ending
  onStay: () => void
  onEnd: (session: SessionRow) => void
}

function EndSheet({ session, ending, onStay, onEnd }: EndSheetProps) {
  const t = useText('user')
  const device = useDeviceName(session?.device ?? '')
  return (
    <Sheet
      open={session !== null}
      onClose={onStay}
      title={t('sessions.endTitle')}
      footer={
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
          <Button kind="quiet" onClick={onStay}>
            {t('sessions.keep')}
          </Button>
          <Button kind="danger" busy={ending === 'ending'} onClick={() => session && onEnd(session)}>
            {t('sessions.end')}
          </Button>
        </div>
      }
    >
      <p className="text-15">{t('sessions.endText', { device })}</p>
      {ending === 'unreachable' && (
        <p role="alert" className="mt-3 text-15 text-loss">
          {t('sessions.unreachable')}
        </p>
      )}
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
