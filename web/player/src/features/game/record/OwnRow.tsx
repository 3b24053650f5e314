import { memo } from 'react'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Time } from '@kit/ui/Time'
import type { OwnRound } from '../contract'
import { StateChip } from '../round/StateChip'
import { VerifiedMark } from '../round/VerifiedMark'

interface OwnRowProps {
  round: OwnRound
  /** What recomputing it came to on this device: `ok`, `unread`, the step that failed, or undefined. */
  outcome: string | undefined
  onOpen: (period: string) => void
}

/** One round of the player's: period, box, amount, win, state, net result, when. A long player has hundreds, so a row that stays is not made again. */
export const OwnRow = memo(function OwnRow({ round, outcome, onOpen }: OwnRowProps) {
  const t = useText('game')
  const { money } = useFigures()
  return (
    <div role="listitem">
      <button type="button" onClick={() => onOpen(round.period)} className="press block w-full py-3 text-left">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="fig text-15">
            {t('round', { period: round.period })}
            <VerifiedMark outcome={outcome} />
          </span>
          <StateChip state={round.state} />
        </span>
        <span className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 text-15">
          <span className="text-muted">{t('joined.with', { box: round.box, amount: money(String(round.amount), 'GP') })}</span>
          {round.state !== 'not_drawn' && (
            <span className="ml-auto font-semibold">
              <Amount value={String(round.net)} currency="GP" toned />
            </span>
          )}
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-muted">
          <Time at={round.at} plain />
          {round.state === 'won' && (
            <span>
              {t('record.win')} <Amount value={String(round.win)} currency="GP" />
            </span>
          )}
        </span>
      </button>
    </div>
  )
})
