import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Button } from '@kit/ui/Button'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Spinner } from '@kit/ui/Spinner'
import type { RoundAnswer } from '@core/rounds/contract'
import { failureOf, hasOwnBeacon, isOver } from '@core/rounds/decideRounds'
import type { EntryReceipt } from '@core/rounds/receipts'
import { useSession } from '@core/session/store'
import { useFollowedRound } from '@core/rounds/useFollowedRound'
import type { Check } from '@kit/game/verify'
import { VerdictMark } from '@kit/ui/VerdictMark'
import { Board } from '../round/Board'
import { isLongAgo } from '../decideGame'
import { DrawScale } from './DrawScale'
import { EarlierResult } from './EarlierResult'
import { VerifiedLine } from './VerifiedLine'
import { delayed } from '../round/delayed'

interface ResultProps {
  receipt: EntryReceipt
  /** When entries ended and when the beacon decides; null of a round before this one. */
  draw: { lockAt: string; beaconAt: string } | null
  keep: (receipt: EntryReceipt) => void
  onOpen: (period: string) => void
}

/** What becomes of a round the player took part in: the wait, then the boxes open, here, without a reload. */
export function Result({ receipt, draw, keep, onOpen }: ResultProps) {
  const t = useText('game')
  const { money } = useFigures()
  // A demo says one thing more, for which there is room from the beginning.
  const isLocal = useSession(({ app }) => app !== null && hasOwnBeacon(app))
  const { round, verification, lack } = useFollowedRound(receipt, keep)
  const gp = (value: number) => money(String(value), 'GP')
  const { data } = round
  const isEnded = lack !== null || (data !== undefined && isOver(data))
  // What does not fit is shown in full, however old.
  if (isLongAgo(receipt, serverNow()) && (!data || isOver(data)) && lack === null && failureOf(verification.data ?? []) === null) {
    return (
      <EarlierResult
        receipt={receipt}
        round={data}
        onOpen={() => {
          keep({ ...receipt, isSeen: true })
          onOpen(receipt.period)
        }}
      />
    )
  }
  return (
    <section
      data-follows="round"
      aria-label={t('round', { period: receipt.period })}
      className={`rounded-card border border-[var(--brass)] bg-raised p-4 ${data && isOver(data) ? 'opened' : ''}`}
    >
      <h2 className="fig text-13 text-muted">{t('round', { period: receipt.period })}</h2>
      <p className="text-15">{t('joined.with', { box: receipt.box, amount: gp(receipt.amount) })}</p>
      <div className="mt-3 flex flex-col gap-3">
        {/* The boxes open where they stand, so that nothing moves. */}
        <Board board={data?.board ?? []} mine={receipt.box} isOpening />
        <div className={`flex flex-col gap-2 ${isLocal ? 'min-h-54' : 'min-h-44'}`}>
          {lack === null && <ErrorRetry of={round} />}
          {!isEnded && draw && <DrawScale {...draw} />}
          {!isEnded && !round.isError && <Wait state={data?.state} />}
          {isEnded && (
            <>
              {data && <Outcome round={data} amount={receipt.amount} />}
              <div className="verdict flex flex-col gap-2">
                <VerifiedLine checks={verification.data} lack={lack} isFailed={verification.isError} onOpen={() => onOpen(receipt.period)} />
              </div>
              <TickedChecks checks={verification.data} />
              <span className="mt-auto">
                <Button wide onClick={() => keep({ ...receipt, isSeen: true })}>
                  {t('result.continue')}
                </Button>
              </span>
            </>
          )}
        </div>
      </div>
    </section>
  )
}

function Wait({ state }: { state: RoundAnswer['state'] | undefined }) {
  const t = useText('game')
  return (
    <p role="status" className="flex items-center gap-3 text-15 text-muted">
      <Spinner size={18} />
      {t(state === 'waiting' ? 'result.waiting' : 'result.locked')}
    </p>
  )
}

/** In words, for everybody and said aloud: the same calm sentence for nothing as for something. */
function Outcome({ round, amount }: { round: RoundAnswer; amount: number }) {
  const t = useText('game')
  const { money } = useFigures()
  const gp = (value: number) => money(String(value), 'GP')
  const win = round.mine?.win ?? 0
  return (
    <div role="status" className="outcome">
      {round.state === 'refunded' && (
        <>
          <p className="text-18 font-semibold">{t('result.refunded', { amount: gp(amount) })}</p>
          {round.reason !== '' && <p className="text-13 text-muted">{t(`reason.${round.reason}`)}</p>}
        </>
      )}
      {round.state === 'drawn' && win > 0 && <p className="text-20 font-semibold text-gain">{t('result.won', { win: gp(win) })}</p>}
      {round.state === 'drawn' && win === 0 && <p className="text-18 font-semibold">{t('result.no_prize')}</p>}
    </div>
  )
}

/** The first is ticked off once it was said what the round came to. */
const firstMs = 2_600
const eachMs = 180

/** What was recomputed, ticked off one by one; the line above says what it came to. */
function TickedChecks({ checks }: { checks: readonly Check[] | undefined }) {
  return (
    <div aria-hidden className="flex min-h-5 flex-wrap gap-2 text-15">
      {checks?.map(({ step, verdict }, index) => (
        <span key={step} className="ticked" style={delayed(firstMs + index * eachMs)}>
          <VerdictMark standing={verdict} />
        </span>
      ))}
    </div>
  )
}
