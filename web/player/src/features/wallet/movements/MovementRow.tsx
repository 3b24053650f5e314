import { Icon } from '@kit/ui/Icon'
import type { Movement } from '@kit/api/contract'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatTime } from '@kit/time/zone'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { Time } from '@kit/ui/Time'
import { decideDirection, decidePosting } from './decideMovements'
import { MovementTitle } from './MovementTitle'

/** One movement in a list; pressing it shows everything about it. */
export function MovementRow({ movement, onOpen }: { movement: Movement; onOpen: () => void }) {
  const t = useText('personal')
  const language = useLanguage()
  const posting = decidePosting(movement)
  return (
    <button type="button" onClick={onOpen} className="press flex w-full items-start gap-3 py-3 text-left">
      <DirectionMark direction={decideDirection(movement.amount)} />
      <span className={`flex flex-1 flex-wrap items-baseline justify-between gap-x-3 ${breakable}`}>
        <span className="min-w-0 flex-[1_1_6.5rem] text-15 font-medium">
          <MovementTitle movement={movement} />
        </span>
        <span className="ml-auto max-w-full text-right text-16 font-semibold">
          <Amount value={movement.amount} currency={movement.currency} toned own />
        </span>
        <span className="flex w-full flex-wrap justify-between gap-x-3 text-13 text-muted">
          <Time at={movement.createdAt} as="clock" plain />
          <span className="ml-auto text-right">
            {posting ? t('movements.row.afterAt', { time: formatTime(posting.at, language, posting.as) }) : t('movements.row.after')}{' '}
            <Amount value={movement.balanceAfter} currency={movement.currency} own />
          </span>
        </span>
      </span>
    </button>
  )
}

function DirectionMark({ direction }: { direction: 'in' | 'out' | 'none' }) {
  const path = direction === 'in' ? 'M12 5v13M6.5 12.5L12 18l5.5-5.5' : direction === 'out' ? 'M12 19V6M6.5 11.5L12 6l5.5 5.5' : 'M6 12h12'
  return (
    <span aria-hidden className="flex size-9 shrink-0 items-center justify-center rounded-full border border-line bg-sunk text-muted">
      <Icon path={path} size={18} width={1.8} />
    </span>
  )
}
