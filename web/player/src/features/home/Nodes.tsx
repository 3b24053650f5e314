import { LinkButton } from '@core/frame/LinkButton'
import type { Home } from '@kit/api/contract'
import { Gem } from '@kit/art/Gem'
import { useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { Time } from '@kit/ui/Time'

/** What a node is, when holders are paid next, and that it may be nothing. */
export function Nodes({ next }: { next: Home['nextDividend'] }) {
  const t = useText('home')
  return (
    <Card label={t('nodes.title')}>
      <div className="flex flex-wrap items-center gap-4">
        <span aria-hidden className="size-16 shrink-0">
          <Gem level="king" />
        </span>
        <div className="min-w-[min(100%,11rem)] flex-1">
          <h2 className="text-16 font-semibold">{t('nodes.title')}</h2>
          <p className="mt-0.5 text-13 text-muted">{t('nodes.text')}</p>
        </div>
      </div>
      {next && (
        <dl className="mt-3 flex flex-wrap justify-between gap-x-4 border-t border-line pt-3 text-13">
          <dt className="text-muted">{t('dividend.title')}</dt>
          <dd>
            <Time at={next.at} />
          </dd>
        </dl>
      )}
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2">
        <LinkButton to="/chain" size="small">
          {t('nodes.open')}
        </LinkButton>
        <LinkButton to="/dividendPool" size="small" kind="quiet">
          {t('nodes.pool')}
        </LinkButton>
      </div>
    </Card>
  )
}
