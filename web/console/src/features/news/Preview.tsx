import type { ReactNode } from 'react'
import { Body } from '@kit/article/Body'
import { htmlLang, type Language } from '@kit/i18n/language'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Skeleton } from '@kit/ui/Skeleton'
import { usePreview } from './api'

/** What readers of a language see of the newest saved revision. */
export function Preview({ id, language }: { id: string; language: Language }) {
  const t = useText('console-edit')
  const preview = usePreview(id)
  if (preview.isError) return <ErrorRetry of={preview} aboveOld />
  const seen = preview.data?.list.find(({ reader }) => reader === language)
  if (!seen) return <Skeleton height="240px" />
  // Whichever language is looked at: all of them are published at once.
  const unlinked = [...new Set(preview.data?.list.flatMap((one) => one.unlinked))]
  return (
    <article className="rounded-card border border-line bg-raised p-5">
      <p className="mb-2 text-13 text-muted">{seen.translated ? t('news.previewOf') : t('news.previewOther')}</p>
      <div lang={htmlLang(seen.lang)}>
        <h2 className="text-20 font-semibold break-words">{seen.title}</h2>
        <p className="mt-1 text-15 break-words text-muted">{seen.summary}</p>
        <Body html={seen.body} link={Shown} />
      </div>
      {unlinked.length > 0 && (
        <div className="mt-3 break-words">
          <Alert size={13}>
            {t('news.unlinked')} <span translate="no">{unlinked.join(' ')}</span>
          </Alert>
        </div>
      )}
    </article>
  )
}

/** A link that is looked at and not followed: within the app it leads nowhere here. */
function Shown({ href, children }: { href: string | null; children: ReactNode }) {
  return (
    <>
      <span className="font-medium text-brass-ink underline underline-offset-4">{children}</span>{' '}
      <span translate="no" className="text-13 break-all text-muted">
        ({href ?? '–'})
      </span>
    </>
  )
}
