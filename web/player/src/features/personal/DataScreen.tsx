import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Skeletons } from '@kit/ui/Loading'
import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { useErasure } from './api'
import { EraseCard } from './EraseCard'
import { ExportCard } from './ExportCard'

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
