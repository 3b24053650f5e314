import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Skeletons } from '@kit/ui/Loading'
import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { useMutation } from '@tanstack/react-query'
import { Button } from '@kit/ui/Button'
import { download } from '@kit/ui/download'
import { Unreachable } from '@kit/ui/Unreachable'
import { useErasure, exportData } from './api'
import { EraseCard } from './EraseCard'

/** What the platform holds about the person: taken along, or erased. */
export function DataScreen() {
  const t = useText('personal')
  const answer = useErasure()
  return (
    <Screen title={t('title')}>
      <div className="flex flex-col gap-4">
        <ExportCard />
        <section className="rounded-card border border-line bg-raised p-4">
          <h2 className="text-18 font-semibold">{t('year.title')}</h2>
          <p className="mt-1 mb-4 text-15 text-muted">{t('year.text')}</p>
          <LinkButton to="/wallet?view=year" wide>
            {t('year.action')}
          </LinkButton>
        </section>
        <Answer of={answer} waiting={<Skeletons heights={['180px']} />}>
          {(erasure) => <EraseCard erasure={erasure} />}
        </Answer>
      </div>
    </Screen>
  )
}

/** Hands the person everything that is held about them, as one file. */
function ExportCard() {
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
