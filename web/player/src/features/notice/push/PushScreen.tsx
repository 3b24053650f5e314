import { Screen } from '@core/frame/Screen'
import { Link } from '@core/frame/links'
import { answers } from '@core/session/cache'
import { reachOf, turnOff, turnOn, type PushReach } from '@core/session/pushDevice'
import { useSession } from '@core/session/store'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { Skeletons } from '@kit/ui/Loading'
import { Switch } from '@kit/ui/Switch'
import { Unreachable } from '@kit/ui/Unreachable'
import { toast } from '@kit/ui/toast'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { savePushSettings, usePushDevices, usePushSettings } from '../api'
import { decideOffer, decideSettings, keyOf, otherZoneOf, type PushSettings, wantedOf } from './decidePush'

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
              {settings.publicKey !== '' && <HowCard settings={settings} />}
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
  const isDemo = useSession((state) => state.isDemo)
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
      {/* Elsewhere nobody could sign in there: a wallet's browser has no home screen, and a home screen no wallet. */}
      {offer === 'unsupported' && isDemo && <p className="mt-3 text-15 text-muted">{t('push.homeScreen')}</p>}
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

/** How the person is told, on all devices. */
function HowCard({ settings }: { settings: PushSettings }) {
  const t = useText('notice')
  const known = keyOf(settings)
  const [entered, setEntered] = useState({ known, wanted: wantedOf(settings) })
  // Not by a key, which would take the focus from the button that saved it.
  if (entered.known !== known) setEntered({ known, wanted: wantedOf(settings) })
  const { wanted } = entered
  const [isIncomplete, setIsIncomplete] = useState(false)
  const saving = useMutation({
    mutationFn: savePushSettings,
    scope: { id: 'pushSettings' },
    onSuccess: () => toast.success(t('push.saved')),
    // Without an answer it may be done all the same.
    onError: () => void answers.invalidateQueries({ queryKey: ['/api/push/settings'] }),
  })
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const kept = otherZoneOf(settings, timeZone)
  const change = (part: Partial<typeof wanted>) => {
    saving.reset()
    setIsIncomplete(false)
    setEntered({ known, wanted: { ...wanted, ...part } })
  }

  function save() {
    const next = decideSettings(wanted, timeZone)
    setIsIncomplete(!next)
    if (next) saving.mutate(next)
  }

  return (
    <Card>
      <h2 className="font-semibold">{t('push.how')}</h2>
      <Switch isOn={wanted.discreet} onChange={(discreet) => change({ discreet })}>
        {t('push.discreet')}
      </Switch>
      <p className="text-13 text-muted">{t('push.discreetNote')}</p>
      <Switch isOn={wanted.isQuiet} onChange={(isQuiet) => change({ isQuiet })}>
        {t('push.quiet')}
      </Switch>
      <p className="text-13 text-muted">{t('push.quietNote')}</p>
      {wanted.isQuiet && (
        <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
          <ClockField id="quiet-from" label={t('push.from')} value={wanted.from} onChange={(from) => change({ from })} />
          <ClockField id="quiet-to" label={t('push.to')} value={wanted.to} onChange={(to) => change({ to })} />
          <p className="col-span-full text-13 break-words text-muted">
            {kept === null ? t('push.zone', { zone: timeZone }) : t('push.zoneOther', { kept, zone: timeZone })}
          </p>
        </div>
      )}
      {isIncomplete && <Alert>{t('push.sameTime')}</Alert>}
      <Unreachable fault={saving.error} />
      <div className="mt-4">
        <Button wide busy={saving.isPending} onClick={save}>
          {t('push.save')}
        </Button>
      </div>
      <Link to="/mine?view=notices&sheet=settings" className="mt-3 inline-flex min-h-11 items-center text-15 text-brass-ink underline">
        {t('push.kinds')}
      </Link>
    </Card>
  )
}

function ClockField({ id, label, value, onChange }: { id: string; label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label htmlFor={id} className="block min-w-0 text-13 text-muted">
      {label}
      <input
        id={id}
        type="time"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="mt-1 min-h-12 w-full min-w-0 rounded-field border border-edge bg-raised px-3 py-2.5 text-16 text-ink"
      />
    </label>
  )
}
