import type { ReactNode } from 'react'
import { Link } from '@core/frame/links'
import type { Place } from '@core/frame/places'
import type { Notice } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { Time } from '@kit/ui/Time'
import { decideFamily } from './decideNotices'
import { NoticeIcon } from './NoticeIcon'

interface NoticeRowProps {
  notice: Notice
  /** Where it leads inside the app. */
  link: Place | null
  isOpen: boolean
  onRead: () => void
  /** Shows it beside the list; without it a press leads to where the notice does. */
  onOpen: (() => void) | undefined
}

/** A notice: unread ones carry a dot and say so; those that lead somewhere open it. Its text stands once: in the row, or in what is opened beside it. */
export function NoticeRow({ notice, link, isOpen, onRead, onOpen }: NoticeRowProps) {
  const t = useText('notice')
  const read = () => {
    if (!notice.read) onRead()
  }
  const content = (
    <span className="flex items-start gap-3">
      <NoticeIcon family={decideFamily(notice.kind)} />
      <span className="min-w-0 flex-1">
        <span className={`flex items-center gap-2 text-15 ${notice.read ? '' : 'font-semibold'}`}>
          <span className="min-w-0">{notice.title}</span>
          {!notice.read && (
            <>
              <span aria-hidden className="size-2 shrink-0 rounded-full bg-brass" />
              <span className="sr-only">{t('isUnread')}</span>
            </>
          )}
        </span>
        {!onOpen && <span className="mt-0.5 block text-15 break-words text-muted">{notice.text}</span>}
        <span className="mt-1 block text-13 text-muted">
          <Time at={notice.createdAt} as="clock" plain />
        </span>
      </span>
      {link && !onOpen && <Icon name="forward" size={18} look="self-center text-muted" />}
    </span>
  )
  return (
    <Frame link={link} isRead={notice.read} isOpen={isOpen} onPress={read} onOpen={onOpen}>
      {content}
    </Frame>
  )
}

interface FrameProps {
  link: Place | null
  isRead: boolean
  isOpen: boolean
  onPress: () => void
  onOpen: (() => void) | undefined
  children: ReactNode
}

function Frame({ link, isRead, isOpen, onPress, onOpen, children }: FrameProps) {
  const look = 'block w-full px-4 py-4 text-left'
  if (onOpen) {
    const open = () => {
      onPress()
      onOpen()
    }
    return (
      <button type="button" onClick={open} aria-current={isOpen ? 'true' : undefined} className={`press aria-[current]:bg-sunk ${look}`}>
        {children}
      </button>
    )
  }
  if (link) {
    return (
      <Link to={link} onClick={onPress} className={`press ${look}`}>
        {children}
      </Link>
    )
  }
  if (isRead) return <div className={look}>{children}</div>
  return (
    <button type="button" onClick={onPress} className={`press ${look}`}>
      {children}
    </button>
  )
}
