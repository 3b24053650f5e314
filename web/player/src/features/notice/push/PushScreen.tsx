import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from '@core/frame/links'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { Skeletons } from '@kit/ui/Loading'
import { Screen } from '@core/frame/Screen'
import { reachOf, turnOff, turnOn, type PushReach } from '@core/session/pushDevice'
import { useSession } from '@core/session/store'
import { usePushDevices, usePushSettings } from '../api'
import { decideOffer, keyOf, type PushSettings } from './decidePush'
import { HowCard } from './HowCard'

/** Whether, and how, this device tells of notices while the app is closed. */
export function PushScreen() {
  const t = useText('notice')
  const answer = usePushSettings()
  const userId = useSession((state) => state.userId) ?? ''
  const [reach, setReach] = useState<PushReach | null>(null)
  // The browser is asked, no server.
  useEffect(() => {
    void reachOf(userId).then(setReach)
  }, [userId])
  const waiting = <Skeletons heights={['320px']} />
  return (
    <Screen title={t('push.title')}>
      <Answer of={answer} waiting={waiting}>
        {(settings) =>
          reach === null ? (
            waiting
          ) : (
            <div className="flex flex-col gap-4">
              <DeviceCard settings={settings} userId={userId} reach={reach} onReach={setReach} />
              {settings.publicKey !== '' && <HowCard key={keyOf(settings)} settings={settings} />}
            </div>
          )
        }
      </Answer>
    </Screen>
  )
}

interface DeviceCardProps {
  settings: PushSettings
  userId: string
  reach: PushReach
  onReach: (reach: PushReach) => void
}

function DeviceCard({ settings, userId, reach, onReach }: DeviceCardProps) {
  const t = useText('notice')
  const devices = usePushDevices()
  const offer = decideOffer(settings.publicKey, reach)

  const turn = useMutation({
    mutationFn: (next: 'on' | 'off') => (next === 'on' ? turnOn(userId, settings.publicKey) : turnOff(userId)),
    onSuccess: (next) => {
      onReach(next)
      void devices.refetch()
    },
    // A push service that cannot be reached, or a browser that has none.
    onError: async () => onReach(await reachOf(userId)),
  })

  const others = devices.data?.list.filter(({ current }) => !current).length ?? 0
  return (
    <Card>
      <p className="text-15">{t('push.lead')}</p>
      {(offer === 'on' || offer === 'off') && (
        <>
          <p className="mt-3 font-semibold">{t(offer === 'on' ? 'push.on' : 'push.off')}</p>
          <p className="mt-1 text-13 text-muted">{t('push.until')}</p>
          <div className="mt-4">
            {offer === 'off' ? (
              <Button kind="main" wide busy={turn.isPending} onClick={() => turn.mutate('on')}>
                {t('push.turnOn')}
              </Button>
            ) : (
              <Button kind="quiet" wide busy={turn.isPending} onClick={() => turn.mutate('off')}>
                {t('push.turnOff')}
              </Button>
            )}
          </div>
        </>
      )}
      {offer === 'unsupported' && <p className="mt-3 text-15 text-muted">{t('push.unsupported')}</p>}
      {offer === 'refused' && <p className="mt-3 text-15 text-muted">{t('push.refused')}</p>}
      {offer === 'unavailable' && <p className="mt-3 text-15 text-muted">{t('push.unavailable')}</p>}
      {turn.isError && (
        <div className="mt-3">
          <Alert>{t('push.failed')}</Alert>
        </div>
      )}
      {others > 0 && (
        <p className="mt-3 text-15 text-muted">
          {t('push.others', { count: others })}{' '}
          <Link to="/mine?view=sessions" className="inline-flex min-h-11 items-center text-brass-ink underline">
            {t('push.sessions')}
          </Link>
        </p>
      )}
    </Card>
  )
}
