import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useText } from '@kit/i18n/text'
import { dayAfter } from '@kit/time/days'
import { zoneName } from '@kit/time/zone'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { copyText } from '@kit/ui/CopyButton'
import { Segmented } from '@kit/ui/Segmented'
import { Sheet } from '@kit/ui/Sheet'
import { makeStatement, type MovementStatement } from './api'
import { DayField } from './DayField'
import { Unreachable } from '@kit/ui/Unreachable'
import { Verbatim } from '@kit/ui/Verbatim'
import { decideStatement, statementDaysMax, type DayRange } from './decideRange'
import { bytesOf, saveFile } from './saveFile'

interface ExportSheetProps {
  onClose: () => void
  /** The range the list is filtered by. */
  suggested: DayRange
  today: string
}

/** Takes the movements of a range along as a file. */
export function ExportSheet({ onClose, suggested, today }: ExportSheetProps) {
  const t = useText('personal')
  const [from, setFrom] = useState(suggested.from ?? dayAfter(today, -29))
  const [to, setTo] = useState(suggested.to ?? today)
  const [format, setFormat] = useState<'csv' | 'json'>('csv')
  const making = useMutation({
    mutationFn: async () => {
      const file = await makeStatement({ from, to, format })
      saveFile(file)
      return file
    },
  })
  const problem = decideStatement(from, to)

  /** Another range or format makes another file. */
  function change<Value>(set: (value: Value) => void): (value: Value) => void {
    return (value) => {
      set(value)
      making.reset()
    }
  }

  return (
    <Sheet open onClose={onClose} title={t('movements.export.title')}>
      <p className="text-15 text-muted">{t('movements.export.text')}</p>
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
        <DayField label={t('movements.range.from')} value={from} max={today} onChange={change(setFrom)} />
        <DayField label={t('movements.range.to')} value={to} max={today} onChange={change(setTo)} />
      </div>
      {problem && (
        <div className="mt-2">
          <Alert size={13}>{t(`movements.export.${problem}`, { days: statementDaysMax })}</Alert>
        </div>
      )}
      <p className="mt-2 mb-4 text-13 text-muted">{t('movements.range.zone', { zone: zoneName() })}</p>
      <Segmented<'csv' | 'json'>
        label={t('movements.export.format')}
        value={format}
        onChange={change(setFormat)}
        of={['csv', 'json']}
        nameOf={(one) => t(`movements.export.${one}`)}
      />
      <div className="mt-4">
        <Button kind="main" wide disabled={problem !== null} busy={making.isPending} onClick={() => making.mutate()}>
          {t('movements.export.make')}
        </Button>
      </div>
      <div className="mt-3 empty:mt-0">
        <Unreachable fault={making.error} isRead />
      </div>
      <div aria-live="polite">{making.data && <Made file={making.data} />}</div>
    </Sheet>
  )
}

function Made({ file }: { file: MovementStatement }) {
  const t = useText('personal')
  return (
    <div className="mt-4 rounded-card border border-line bg-raised p-4">
      <p className="text-15">
        {t('movements.export.made')} <Verbatim look="fig font-medium break-all">{file.fileName}</Verbatim>
      </p>
      {!file.complete && <p className="mt-1 text-15 text-loss">{t('movements.export.cut')}</p>}
      <p className="mt-1 text-13 text-muted">{t('movements.export.notSaved')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" kind="quiet" onClick={() => saveFile(file)}>
          {t('movements.export.saveAgain')}
        </Button>
        <Button size="small" kind="quiet" onClick={() => void copyText(new TextDecoder().decode(bytesOf(file.content)))}>
          {t('movements.export.copy')}
        </Button>
      </div>
    </div>
  )
}
