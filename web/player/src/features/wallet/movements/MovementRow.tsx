import { Worth } from '@core/price/Worth'
import type { Movement } from '@kit/api/contract'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatTime } from '@kit/time/zone'
import { Amount } from '@kit/ui/Amount'
import { Icon } from '@kit/ui/Icon'
import { Time } from '@kit/ui/Time'
import { breakable } from '@kit/ui/breakable'
import type { Sign } from './decideActivity'
import { decidePosting } from './decideMovements'

interface MovementRowProps {
  movement: Movement
  name: string
  sign: Sign
  /** The balance after it, as books are kept, in place of what it was worth. */
  isAccounts: boolean
  onOpen: () => void
}

/** One movement in a list; pressing it shows everything about it. */
export function MovementRow({ movement, name, sign, isAccounts, onOpen }: MovementRowProps) {
  const at = <Time at={movement.createdAt} as="clock" plain />
  return (
    <button type="button" onClick={onOpen} className="press flex w-full items-start gap-3 py-3 text-left">
      <span aria-hidden className="flex size-9 shrink-0 items-center justify-center rounded-full border border-line bg-sunk text-muted">
        <Icon path={paths[sign]} size={20} />
      </span>
      <span className={`flex flex-1 flex-wrap items-baseline justify-between gap-x-3 ${breakable}`}>
        <span className="min-w-0 flex-[1_1_6.5rem]">
          <span className="block text-15 font-medium first-letter:uppercase">{name}</span>
          {!isAccounts && <span className="block text-13 text-muted">{at}</span>}
        </span>
        <span className="ml-auto max-w-full text-right text-16 font-semibold">
          <Amount value={movement.amount} currency={movement.currency} toned own />
          {!isAccounts && <Worth amount={movement.amount.replace(/^-/, '')} currency={movement.currency} own />}
        </span>
        {isAccounts && (
          <span className="flex w-full flex-wrap justify-between gap-x-3 text-13 text-muted">
            {at}
            <BalanceAfter movement={movement} />
          </span>
        )}
      </span>
    </button>
  )
}

function BalanceAfter({ movement }: { movement: Movement }) {
  const t = useText('personal')
  const language = useLanguage()
  const posting = decidePosting(movement)
  return (
    <span className="ml-auto text-right">
      {posting ? t('movements.row.afterAt', { time: formatTime(posting.at, language, posting.as) }) : t('movements.row.after')}{' '}
      <Amount value={movement.balanceAfter} currency={movement.currency} own />
    </span>
  )
}

const paths: Record<Sign, string> = {
  machine: 'M4.5 6h15v12h-15zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 9v6M9 12h6M7 8.5h.01M7 18v1.5M17 18v1.5',
  node: 'M12 4l6.9 4v8L12 20l-6.9-4V8zM12 12l6.9-4M12 12v8M12 12L5.1 8',
  box: 'M5 9.5h14V19H5zM4 6.5h16v3H4zM12 6.5V19M12 6.5C9 6.5 8 3.5 10 3.5s2 3 2 3 0-3 2-3 1 3-2 3z',
  team: 'M9 11.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.5 18.5c.6-3 2.7-4.5 5.5-4.5s4.9 1.5 5.5 4.5M16 11.5a2.5 2.5 0 1 0 0-5M17 14.2c1.9.4 3.1 1.8 3.5 4.3',
  goods: 'M5 8h14l-1 12H6zM9 8V7a3 3 0 0 1 6 0v1',
  swap: 'M5 9h14l-4-4M19 15H5l4 4',
  in: 'M12 5v13M6.5 12.5L12 18l5.5-5.5',
  out: 'M12 19V6M6.5 11.5L12 6l5.5 5.5',
  fee: 'M6 12h12',
}
