import { Icon, type IconName } from '@kit/ui/Icon'
import type { NoticeFamily } from './decideNotices'

const icons: Record<NoticeFamily, IconName> = { machine: 'goods', money: 'wallet', order: 'bag', session: 'person', reward: 'plus', other: 'bell' }

/** What a notice is about, as a picture; the words beside it say it. */
export function NoticeIcon({ family, size = 36 }: { family: NoticeFamily; size?: number }) {
  return (
    <span
      aria-hidden
      className="mx-auto flex shrink-0 items-center justify-center rounded-full border border-line bg-sunk text-brass-ink"
      style={{ width: size, height: size }}
    >
      <Icon name={icons[family]} size={size / 2} />
    </span>
  )
}
