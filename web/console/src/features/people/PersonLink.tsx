import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'

/** The way to everything that concerns one person. */
export function PersonLink({ userId }: { userId: string }) {
  const t = useText('console-people')
  return (
    <Link to={`/people?id=${userId}`} className="inline-flex min-h-11 items-center text-15 underline underline-offset-4">
      {t('open')} <span translate="no">&nbsp;{userId}</span>
    </Link>
  )
}
