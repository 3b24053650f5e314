import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'

interface TurnProps {
  /** Where the page that stands begins; empty for the newest. */
  cursor: string
  page: { hasMore: boolean; nextCursor: string }
  onTurn: (cursor: string) => void
}

/** Turns the pages of what concerns a person, the newest first; nothing where one page is all. */
export function Turn({ cursor, page, onTurn }: TurnProps) {
  const t = useText('console-people')
  if (cursor === '' && !page.hasMore) return null
  return (
    <p className="mt-3 flex gap-2">
      <Button kind="quiet" size="small" disabled={cursor === ''} onClick={() => onTurn('')}>
        {t('newest')}
      </Button>
      <Button kind="quiet" size="small" disabled={!page.hasMore} onClick={() => onTurn(page.nextCursor)}>
        {t('older')}
      </Button>
    </p>
  )
}
