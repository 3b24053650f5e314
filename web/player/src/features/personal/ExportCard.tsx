import { useMutation } from '@tanstack/react-query'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { download } from '@kit/ui/download'
import { Unreachable } from '@kit/ui/Unreachable'
import { exportData } from './api'

/** Hands the person everything that is held about them, as one file. */
export function ExportCard() {
  const t = useText('personal')
  const making = useMutation({
    mutationFn: async () => {
      const data = await exportData()
      download(`etld-data-${data.madeAt.slice(0, 10)}.json`, new Blob([JSON.stringify(data, null, 1)], { type: 'application/json' }))
    },
  })

  return (
    <section className="rounded-card border border-line bg-raised p-4">
      <h2 className="text-18 font-semibold">{t('export.title')}</h2>
      <p className="mt-1 mb-4 text-15 text-muted">{t('export.text')}</p>
      <Button kind="main" wide busy={making.isPending} onClick={() => making.mutate()}>
        {t('export.action')}
      </Button>
      <p role="status" className="mt-2 text-13 text-muted empty:mt-0">
        {making.isSuccess ? t('export.made') : ''}
      </p>
      <Unreachable fault={making.error} />
    </section>
  )
}
