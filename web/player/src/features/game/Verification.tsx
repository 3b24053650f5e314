import { useText } from '@kit/i18n/text'
import { Spinner } from '@kit/ui/Spinner'
import { useSession } from '@core/session/store'
import { useVerification } from './api'
import { CheckList } from './CheckList'
import type { RoundAnswer } from './contract'
import { failureOf, hasOwnBeacon, isOver, markOf, outcomeOf } from './decideGame'
import { NextSteps } from './NextSteps'
import { useReceipts } from './useReceipts'
import { heldBy } from './useWatched'

/** The round recomputed on this device, against what the player holds of it. */
export function Verification({ round }: { round: RoundAnswer }) {
  const t = useText('game')
  const step = useText('game-verify')
  const isLocal = useSession(({ app }) => app !== null && hasOwnBeacon(app))
  const { receipts } = useReceipts()
  const receipt = receipts.find(({ period }) => period === round.period)
  const verification = useVerification(round, heldBy(receipt))
  if (!isOver(round) || round.entries.length === 0) return null
  const { data } = verification
  const failed = data ? failureOf(data) : null
  const outcome = data && outcomeOf(data)
  const shown = outcome && markOf(outcome)
  const isSeenLate = failed === null && round.state === 'drawn' && receipt !== undefined && receipt.root === undefined
  return (
    <section aria-label={t('verify.title')} className={`rounded-card border px-4 py-3 ${failed === null ? 'border-line' : 'border-loss'}`}>
      <h3 className="flex items-center gap-2 text-16 font-semibold">
        {verification.isPending && <Spinner size={18} />}
        {shown && (
          <span aria-hidden className={shown.tone}>
            {shown.mark}
          </span>
        )}
        {verification.isPending && t('verify.running')}
        {verification.isError && t('verify.unread')}
        {shown && (failed === null ? t(`verify.${shown.text}`) : step('result.failed', { step: step(`step.${failed}`) }))}
      </h3>
      {outcome === 'unread' && <p className="mt-1 text-13 text-brass-ink">{step('result.unread')}</p>}
      {isSeenLate && <p className="mt-1 text-13 text-brass-ink">{t('verify.seenLate')}</p>}
      {isLocal && <p className="mt-1 text-13 text-brass-ink">{t('verify.local')}</p>}
      {failed !== null && <NextSteps period={round.period} />}
      {data && <CheckList checks={data} />}
    </section>
  )
}
