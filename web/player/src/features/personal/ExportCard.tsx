import { useState } from 'react'
import { TransportError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { download } from '@kit/ui/download'
import { Alert } from '@kit/ui/Alert'
import { exportData } from './api'

type Making = 'idle' | 'making' | 'made' | 'unreachable'

/** Hands the person everything that is held about them, as one file. */
export function ExportCard() {
  const t = useText('personal')
  const common = useText('common')
  const [making, setMaking] = useState<Making>('idle')

  async function make() {
    setMaking('making')
    try {
      const data = await exportData()
      download(`etld-data-${data.madeAt.slice(0, 10)}.json`, new Blob([JSON.stringify(data, null, 1)], { type: 'application/json' }))
      setMaking('made')
    } catch (fault) {
      // The client toasts a refusal; a broken line is said here.
      setMaking(fault instanceof TransportError ? 'unreachable' : 'idle')
    }
  }

  return (
    <section className="rounded-card border border-line bg-raised p-4">
      <h2 className="text-18 font-semibold">{t('export.title')}</h2>
      <p className="mt-1 mb-4 text-15 text-muted">{t('export.text')}</p>
      <Button kind="main" wide busy={making === 'making'} onClick={() => void make()}>
        {t('export.action')}
      </Button>
      <p role="status" className="mt-2 text-13 text-muted empty:mt-0">
        {making === 'made' ? t('export.made') : ''}
      </p>
      {making === 'unreachable' && <Alert>{common('unreachable')}</Alert>}
    </section>
  )
}
