import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { zoneName } from '@kit/time/zone'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { Sheet } from '@kit/ui/Sheet'
import { DayField } from './DayField'
import { presetOf, presets, rangeOfPreset, type DayRange } from './decideRange'

interface RangeSheetProps {
  onClose: () => void
  chosen: DayRange
  today: string
  onChoose: (range: DayRange) => void
}

/** The choice of dates: a usual range with one press, or two days. */
export function RangeSheet({ onClose, chosen, today, onChoose }: RangeSheetProps) {
  const t = useText('personal')
  const [from, setFrom] = useState(chosen.from ?? '')
  const [to, setTo] = useState(chosen.to ?? '')
  const preset = presetOf(chosen, today)
  const isReversed = from !== '' && to !== '' && from > to
  return (
    <Sheet open onClose={onClose} title={t('movements.filter.dates')}>
      <div role="group" aria-label={t('movements.preset.label')} className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2">
        {presets.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === preset}
            onClick={() => onChoose(rangeOfPreset(one, today))}
            className={`press min-h-12 rounded-field border px-3 text-15 ${one === preset ? 'border-brass-ink bg-raised font-semibold' : 'border-line bg-sunk'}`}
          >
            {t(`movements.preset.${one}`)}
          </button>
        ))}
      </div>
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
        <DayField label={t('movements.range.from')} value={from} max={today} onChange={setFrom} />
        <DayField label={t('movements.range.to')} value={to} max={today} onChange={setTo} />
      </div>
      {isReversed && (
        <div className="mt-2">
          <Alert size={13}>{t('movements.range.reversed')}</Alert>
        </div>
      )}
      <p className="mt-2 text-13 text-muted">{t('movements.range.zone', { zone: zoneName() })}</p>
      <div className="mt-4">
        <Button kind="main" wide disabled={isReversed || (from === '' && to === '')} onClick={() => onChoose({ from: from || null, to: to || null })}>
          {t('movements.range.apply')}
        </Button>
      </div>
    </Sheet>
  )
}
