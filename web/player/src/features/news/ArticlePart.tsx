import { Link } from '@core/frame/links'
import type { ReactNode } from 'react'
import { Cover } from '@core/frame/Cover'
import { NoSuch } from '@core/frame/NoSuch'
import { useSearchState } from '@core/frame/useSearchState'
import { langOf } from '@kit/i18n/language'
import { ById } from '@core/frame/ById'
import { placeOf } from '@core/frame/places'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Alert } from '@kit/ui/Alert'
import { Disclosure } from '@kit/ui/Disclosure'
import { Skeletons } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Time } from '@kit/ui/Time'
import { Body } from '@kit/article/Body'
import { useArticle } from './api'
import type { ArticleDetail } from './contract'
import { revisionIn, targetOf } from './decideNews'
import { NewsArt } from './NewsArt'

/** One article whole, and what it said before. */
export function ArticlePart() {
  const [search] = useSearchState()
  const revision = revisionIn(search.get('revision'))
  return <ById none={<NoArticle />}>{(id) => <Known key={revision} id={id} revision={revision} />}</ById>
}

function Known({ id, revision }: { id: string; revision: number | null }) {
  const answer = useArticle(id, revision)
  return (
    <Answer of={answer} waiting={<Skeletons heights={['160px', '28px', '20px', '320px']} />} missing={<NoArticle />}>
      {(article) => (
        <PullToRefresh onRefresh={() => answer.refetch()}>
          <ArticleView article={article} />
        </PullToRefresh>
      )}
    </Answer>
  )
}

function ArticleView({ article }: { article: ArticleDetail }) {
  const t = useText('news')
  const lang = langOf(article)
  const [newest] = article.revisions
  const isOld = newest !== undefined && article.revision < newest.number
  return (
    <article className="flex flex-col gap-3">
      {isOld && (
        <Alert tone="plain" framed>
          {t('old', { number: article.revision })}{' '}
          <Link to={placeOf('article', article.id)} className="inline-flex min-h-11 items-center font-medium text-brass-ink underline underline-offset-4">
            {t('old.newest')}
          </Link>
        </Alert>
      )}
      <div className="aspect-[2/1] w-full overflow-hidden rounded-card border border-line">
        <Cover article={article} alt={article.image?.alt ?? ''} shown="(min-width: 750px) 718px, 100vw" isFirst />
      </div>
      <p className="flex flex-wrap gap-x-3 text-13 text-muted">
        <span>{t(`category.${article.category}`)}</span>
        <Time at={article.publishedAt} />
      </p>
      {!article.translated && <p className="rounded-field border border-line bg-sunk px-3 py-2 text-13 text-brass-ink">{t('untranslatedNote')}</p>}
      <div lang={lang}>
        <h2 className="text-20 leading-snug font-semibold [overflow-wrap:anywhere]">{article.title}</h2>
        <p className="mt-2 text-16 [overflow-wrap:anywhere] text-muted">{article.summary}</p>
        <div aria-hidden className="rule my-4" />
        <Body html={article.body} link={Leading} />
      </div>
      {article.revisions.length > 1 && <Revisions article={article} />}
    </article>
  )
}

/** What was published under this title, and when: nothing changes silently. */
function Revisions({ article }: { article: ArticleDetail }) {
  const t = useText('news')
  return (
    <Disclosure title={t('revisions', { count: article.revisions.length })}>
      <ul className="divide-y divide-line">
        {article.revisions.map(({ number, publishedAt }) => (
          <li key={number}>
            <Link
              to={`/newsDetails?id=${article.id}&revision=${number}`}
              aria-current={number === article.revision ? 'true' : undefined}
              className="press flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-15 aria-[current]:font-semibold"
            >
              <span>{t('revision', { number })}</span>
              <span className="text-13 text-muted">
                <Time at={publishedAt} plain />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

function NoArticle() {
  const t = useText('news')
  return <NoSuch title={t('none.title')} hint={t('none.hint')} art={<NewsArt />} to="/news" open={t('none.open')} />
}

/** A link of an article: within the app, or to a host that is named. */
function Leading({ href, children }: { href: string | null; children: ReactNode }) {
  const target = targetOf(href)
  const look = 'font-medium text-brass-ink underline underline-offset-4'
  if (target === null) return children
  if (target.kind === 'inside') {
    return (
      <Link to={target.to} className={look}>
        {children}
      </Link>
    )
  }
  // Words of a link say nothing about where it leads; the host does.
  return (
    <>
      <a href={target.href} target="_blank" rel="noopener noreferrer" className={look}>
        {children}
      </a>{' '}
      <span className="text-13 text-muted" translate="no">
        ({target.host})
      </span>
    </>
  )
}
