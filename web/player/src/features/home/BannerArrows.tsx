import type { RefObject } from 'react'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { glide } from '@kit/ui/glide'

/** How much of what is shown goes by at a press. */
const stepShare = 0.62

/** For who has a mouse and no finger to push with: one banner back, one banner on. */
export function BannerArrows({ list }: { list: RefObject<HTMLUListElement | null> }) {
  const t = useText('home')
  const push = (sign: 1 | -1) => list.current?.scrollBy({ left: sign * stepShare * list.current.clientWidth, behavior: glide() })
  const look =
    'press pointer-events-auto inline-flex size-11 items-center justify-center rounded-full border border-line bg-raised text-brass-ink shadow-[var(--shade)]'
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 flex h-32 items-center justify-between">
      <button type="button" aria-label={t('banners.before')} onClick={() => push(-1)} className={`${look} -ml-3`}>
        <Icon name="back" />
      </button>
      <button type="button" aria-label={t('banners.next')} onClick={() => push(1)} className={`${look} -mr-3`}>
        <Icon name="forward" />
      </button>
    </div>
  )
}
