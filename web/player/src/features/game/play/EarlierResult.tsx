import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import type { RoundAnswer } from '@core/rounds/contract'
import type { EntryReceipt } from '@core/rounds/receipts'
import { VerifiedMark } from '../round/VerifiedMark'

interface EarlierResultProps {
  receipt: EntryReceipt
  /** What came of it; undefined while it is asked for, when the line keeps its place. */
  round: RoundAnswer | undefined
  onOpen: () => void
}

/** A result of some time ago in one line: it does not stand in the way of the round of this moment. */
export function EarlierResult({ receipt, round, onOpen }: EarlierResultProps) {
  const t = useText('game')
  const { money } = useFigures()
  const win = round?.mine?.win ?? 0
  const outcome =
    round?.state === 'refunded'
      ? t('result.refunded', { amount: money(String(receipt.amount), 'GP') })
      : win > 0
        ? t('result.won', { win: money(String(win), 'GP') })
        : t('result.no_prize')
  return (
    <button
      type="button"
      data-follows="round"
      onClick={onOpen}
      disabled={!round}
      className="press flex min-h-12 w-full items-center gap-3 rounded-card border border-line px-4 py-2 text-left text-15"
    >
      <span className={`min-w-0 flex-1 ${round ? '' : 'invisible'}`}>
        {t('result.earlier', { period: receipt.period, outcome })}
        <VerifiedMark outcome={receipt.outcome} />
      </span>
      <Icon name="forward" size={18} look="text-muted" />
    </button>
  )
}
