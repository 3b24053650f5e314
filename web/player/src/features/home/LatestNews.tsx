import { Link } from '@core/frame/links'
import { Cover } from '@core/frame/Cover'
import { placeOf } from '@core/frame/places'
import type { Home } from '@kit/api/contract'
import { langOf } from '@kit/i18n/language'
import { useText } from '@kit/i18n/text'
import { Time } from '@kit/ui/Time'
import { SectionHead } from './SectionHead'

/** The first articles of the news. */
export function LatestNews({ news }: { news: Home['news'] }) {
  const t = useText('news')
  const home = useText('home')
  if (news.length === 0) return null
  return (
    <section>
      <SectionHead title={home('news.title')} to="/news">
        {home('news.all')}
      </SectionHead>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-raised">
        {news.map((article) => (
          <li key={article.id}>
            <Link to={placeOf('article', article.id)} className="press flex items-center gap-3 p-3">
              <span className="block size-16 shrink-0 overflow-hidden rounded-field">
                <Cover article={article} alt="" shown="128px" />
              </span>
              <span className="min-w-0 flex-1">
                <span lang={langOf(article)} className="line-clamp-2 text-15 leading-snug font-semibold break-words">
                  {article.title}
                </span>
                <span className="mt-1 flex flex-wrap gap-x-2 text-13 text-muted">
                  <span>{t(`category.${article.category}`)}</span>
                  <Time at={article.publishedAt} as="day" plain />
                  {!article.translated && <span className="text-brass-ink">{t('untranslated')}</span>}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
