import { hasText, useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { Time } from '@kit/ui/Time'
import type { Pair } from './contract'

/** Why a pair cannot be exchanged now, and until when where that is known. */
export function Halted({ pair }: { pair: Pair }) {
  const t = useText('swap')
  const reason = pair.reason !== '' && hasText('swap', `halted.${pair.reason}`) ? pair.reason : 'other'
  return (
    <p role="status" className="flex gap-2 text-15">
      <Icon name="info" size={18} look="mt-0.5 text-brass-ink" />
      <span>
        {t(`halted.${reason}`)}
        {pair.resumesAt && (
          <>
            {' '}
            {t('halted.until')} <Time at={pair.resumesAt} as="second" />
          </>
        )}
      </span>
    </p>
  )
}
