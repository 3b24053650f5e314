import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '@core/frame/links'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { Switch } from '@kit/ui/Switch'
import { toast } from '@kit/ui/toast'
import { Unreachable } from '@kit/ui/Unreachable'
import { savePushSettings } from '../api'
import { decideSettings, otherZoneOf, wantedOf, type PushSettings } from './decidePush'

/** How the person is told, on all devices. */
export function HowCard({ settings }: { settings: PushSettings }) {
  const t = useText('notice')
  const [wanted, setWanted] = useState(() => wantedOf(settings))
  const [isIncomplete, setIsIncomplete] = useState(false)
  const saving = useMutation({ mutationFn: savePushSettings, scope: { id: 'pushSettings' }, onSuccess: () => toast.success(t('push.saved')) })
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const kept = otherZoneOf(settings, timeZone)
  const change = (part: Partial<typeof wanted>) => {
    saving.reset()
    setIsIncomplete(false)
    setWanted({ ...wanted, ...part })
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
      <Unreachable fault={saving.error}>{t('push.failed')}</Unreachable>
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

interface ClockFieldProps {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
}

function ClockField({ id, label, value, onChange }: ClockFieldProps) {
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
