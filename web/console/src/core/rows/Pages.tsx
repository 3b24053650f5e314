import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'

interface PagesProps {
  list: { next: (() => void) | null; previous: (() => void) | null }
}

/** The way to the rows before and behind; nothing where one page is all. */
export function Pages({ list: { next, previous } }: PagesProps) {
  const t = useText('console')
  if (!next && !previous) return null
  return (
    <nav aria-label={t('list.pages')} className="mt-3 flex gap-2">
      <Button size="small" kind="quiet" disabled={!previous} onClick={() => previous?.()}>
        {t('list.previous')}
      </Button>
      <Button size="small" kind="quiet" disabled={!next} onClick={() => next?.()}>
        {t('list.next')}
      </Button>
    </nav>
  )
}
