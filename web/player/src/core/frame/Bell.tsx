import { Link } from './links'
import { useText } from '@kit/i18n/text'
import { useUser } from '../queries/useUser'
import { Icon } from '@kit/ui/Icon'

const shownMax = 99

/** The notices bell with the number of unread ones; it opens the inbox. */
export function Bell() {
  const t = useText('common')
  const unread = useUser({ isShell: true }).data?.unread ?? 0
  return (
    <Link
      to="/mine?view=notices"
      aria-label={unread > 0 ? t('noticesUnread', { count: unread }) : t('notices')}
      className="press relative inline-flex size-11 items-center justify-center rounded-field"
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span
          aria-hidden
          className="fig absolute top-0.5 right-0 min-w-4.5 rounded-full bg-brass px-1 text-center text-11 leading-4.5 font-semibold text-on-brass"
        >
          {unread > shownMax ? `${shownMax}+` : unread}
        </span>
      )}
    </Link>
  )
}
