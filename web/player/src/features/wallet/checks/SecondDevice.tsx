import { useState } from 'react'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { ChoiceRow } from '@kit/ui/ChoiceRow'
import { Copied } from '@kit/ui/Copied'
import { QrCode } from '@kit/ui/QrCode'
import { useReceipts } from '@core/rounds/useReceipts'
import type { Divided } from './decideChecks'
import { addressOf, subjectsOf } from './decideSecond'

/** The way for a second device to check the same: host and name, nothing of what this one found. */
export function SecondDevice({ dividends }: { dividends: readonly Divided[] }) {
  const t = useText('personal')
  const node = useText('node')
  const { month: print } = useFigures()
  const { receipts } = useReceipts()
  const [chosen, choose] = useState<string | null>(null)
  const subjects = subjectsOf(receipts, dividends)
  const address = addressOf(subjects.get(chosen ?? '') ?? null, window.location.origin)
  const nameOf = (value: string) => {
    const subject = subjects.get(value)
    if (subject?.kind === 'dividend') return `${print(subject.month)} · ${node(`level.${subject.level}`)}`
    return t('device.round', { period: subject?.period ?? '' })
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-15 text-muted">{t('device.hint')}</p>
      {subjects.size > 0 && (
        <ChoiceRow label={t('device.choice')} all={t('device.all')} of={[...subjects.keys()]} nameOf={nameOf} value={chosen} onChange={choose} />
      )}
      <div className="mx-auto w-48 max-w-full">
        <QrCode text={address} label={t('device.picture', { address })} />
      </div>
      <p className="text-13 break-all text-muted">
        <Copied value={address} what={t('device.open')} />
      </p>
    </div>
  )
}
