import { useId } from 'react'
import { useText } from '@kit/i18n/text'
import { readClockField, zoneName } from '@kit/time/zone'
import { Alert } from '@kit/ui/Alert'
import { Time } from '@kit/ui/Time'
import { inputClass } from './fields'

interface TimeFieldProps {
  name: string
  value: string
  onChange: (value: string) => void
  problem?: string | null
}

/** A day and a clock, in the platform's zone. */
export function TimeField({ name, value, onChange, problem = null }: TimeFieldProps) {
  const t = useText('console')
  const id = useId()
  const at = readClockField(value)
  return (
    <div>
      <label htmlFor={id} className="text-13 text-muted">
        {t('form.zoned', { name, zone: zoneName() })}
      </label>
      <input id={id} type="datetime-local" value={value} onChange={({ target }) => onChange(target.value)} className={inputClass} />
      {/* The field itself speaks the browser's language and not the page's. */}
      <p className="mt-1 text-13 text-muted">{at === null ? t('form.timeHint') : <Time at={at} plain />}</p>
      {problem && (
        <div className="mt-1">
          <Alert size={13}>{problem}</Alert>
        </div>
      )}
    </div>
  )
}
