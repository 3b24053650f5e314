import { useEffect, useId, useRef } from 'react'
import { useText } from '@kit/i18n/text'
import { statuses, type WithdrawalStatus } from './decideRecord'

interface StatusFilterProps {
  value: WithdrawalStatus | null
  onChange: (value: WithdrawalStatus | null) => void
}

/** All withdrawals, or those of one status: a row of choices to be pushed sideways. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const t = useText('withdrawal-record')
  const name = useId()
  const chosen = useRef<HTMLLabelElement>(null)
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <fieldset className="-mx-4 min-w-0">
      <legend className="sr-only">{t('filter.label')}</legend>
      <div className="flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none]">
        {[null, ...statuses].map((status) => (
          <label
            key={status ?? 'all'}
            ref={status === value ? chosen : undefined}
            className="relative flex min-h-11 shrink-0 scroll-mx-4 items-center rounded-full border border-line px-4 text-15 whitespace-nowrap text-muted has-checked:border-[var(--brass)] has-checked:bg-raised has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-brass-ink"
          >
            <input type="radio" name={name} value={status ?? 'all'} checked={status === value} onChange={() => onChange(status)} className="absolute inset-0 cursor-pointer appearance-none outline-none" />
            <span className="pointer-events-none relative">{status ? t(`status.${status}`) : t('filter.all')}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
