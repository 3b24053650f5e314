import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { Link } from '@core/frame/links'
import { useSheet } from '@core/frame/useSheet'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Skeletons } from '@kit/ui/Loading'
import { Time } from '@kit/ui/Time'
import { Unreachable } from '@kit/ui/Unreachable'
import { download } from '@kit/ui/download'
import { useMutation } from '@tanstack/react-query'
import { EraseSheet } from './EraseSheet'
import { useErasure, exportData, type Erasure } from './api'

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
      <Unreachable fault={making.error} isRead />
    </section>
  )
}

/** What can be erased and what stays; the way to have it erased, unless an order is on its way. */
function EraseCard({ erasure }: { erasure: Erasure }) {
  const t = useText('personal')
  const sheet = useSheet('erase')
  const isBlocked = erasure.openOrders > 0
  return (
    <section className="rounded-card border border-line bg-raised p-4">
      <h2 className="text-18 font-semibold">{t('erase.title')}</h2>
      <p className="mt-1 text-15 text-muted">{t('erase.text')}</p>
      {erasure.erasedAt && (
        <p className="mt-2 text-15">
          {t('erase.last')} <Time at={erasure.erasedAt} />
        </p>
      )}
      {erasure.restAt && (
        <p className="mt-1 text-15">
          {t('erase.rest')} <Time at={erasure.restAt} />
        </p>
      )}
      {isBlocked && (
        <p className="mt-3 text-15">
          {t('erase.blocked', { count: erasure.openOrders })}{' '}
          <Link to="/order" className="text-brass-ink underline">
            {t('erase.orders')}
          </Link>
        </p>
      )}
      <div className="mt-4">
        <Button kind="danger" wide disabled={isBlocked} onClick={sheet.open}>
          {t('erase.action')}
        </Button>
      </div>
      {sheet.isOpen && !isBlocked && <EraseSheet erasure={erasure} onClose={sheet.close} />}
    </section>
  )
}
