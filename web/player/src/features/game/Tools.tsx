import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'

/** What stands beside playing: how it is fair. */
export function Tools({ onFairness }: { onFairness: () => void }) {
  const t = useText('game')
  return (
    <ul className="divide-y divide-line rounded-card border border-line">
      <li>
        <button type="button" onClick={onFairness} className="press flex min-h-12 w-full items-center justify-between gap-3 px-4 text-left text-15">
          {t('fair.open')}
          <span aria-hidden className="text-muted">
            <Icon name="forward" size={18} />
          </span>
        </button>
      </li>
    </ul>
  )
}
