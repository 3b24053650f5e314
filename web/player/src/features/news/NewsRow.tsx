import { useLocation } from 'react-router'
import { Link } from '@core/frame/links'
import { Cover } from '@core/frame/Cover'
import { keepsPlace } from '@core/frame/keepsPlace'
import { useIsWide } from '@core/frame/useIsWide'
import { changedSearch, useSearchState } from '@core/frame/useSearchState'
import { isAt } from '@core/frame/places'
import { langOf } from '@kit/i18n/language'
import { useText } from '@kit/i18n/text'
import { StatusChip } from '@kit/ui/StatusChip'
import { Time } from '@kit/ui/Time'
import type { Article } from './contract'

/** One article of the list; a press opens it. */
export function NewsRow({ article }: { article: Article }) {
  const t = useText('news')
  const [address] = useSearchState()
  const isWide = useIsWide()
  const { pathname } = useLocation()
  // Another article takes the place of the one that stands beside the list.
  const isBeside = isWide && isAt(pathname, '/newsDetails')
  const lang = langOf(article)
  return (
    <Link
      to={`/newsDetails?${changedSearch(address, { id: article.id, revision: null })}`}
      replace={isBeside}
      state={isWide ? keepsPlace : null}
      aria-current={isBeside && address.get('id') === article.id ? 'true' : undefined}
      className={`press flex gap-3 rounded-card border bg-raised p-3 aria-[current]:bg-sunk ${article.pinned ? 'border-[var(--brass)]' : 'border-line'}`}
    >
      <span className="block size-22 shrink-0 overflow-hidden rounded-field tiny:size-14">
        <Cover article={article} alt="" shown="176px" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted">
          {article.pinned && <StatusChip tone={article.category === 'incident' ? 'loss' : 'brass'}>{t('pinned')}</StatusChip>}
          <span>{t(`category.${article.category}`)}</span>
        </span>
        <span lang={lang} className="mt-0.5 block text-16 leading-snug font-semibold text-balance break-words">
          {article.title}
        </span>
        <span lang={lang} className="mt-0.5 line-clamp-2 text-15 break-words text-muted">
          {article.summary}
        </span>
        <span className="mt-1 flex flex-wrap gap-x-2 text-13 text-muted">
          <Time at={article.publishedAt} as="day" plain />
          {!article.translated && <span className="text-brass-ink">{t('untranslated')}</span>}
        </span>
      </span>
    </Link>
  )
}
