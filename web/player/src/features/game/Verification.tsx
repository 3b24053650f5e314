import { useText } from '@kit/i18n/text'
import { Spinner } from '@kit/ui/Spinner'
import { useSession } from '@core/session/store'
import { useVerification } from './api'
import { CheckList } from './CheckList'
import type { RoundAnswer } from './contract'
import { failureOf, isOver } from './decideGame'
import { NextSteps } from './NextSteps'
import { useReceipts } from './useReceipts'
import { heldBy } from './useWatched'

/** The round recomputed on this device, against what the player holds of it. */
export function Verification({ round }: { round: RoundAnswer }) {
  const t = useText('game')
  const step = useText('game-verify')
  const isLocal = useSession((state) => state.app?.beaconIsLocal ?? false)
  const { receipts } = useReceipts()
  const verification = useVerification(round, heldBy(receipts.find(({ period }) => period === round.period)))
  if (!isOver(round) || round.entries.length === 0) return null
  const { data } = verification
  const failed = data ? failureOf(data) : null
  return (
    <section aria-label={t('verify.title')} className={`rounded-card border px-4 py-3 ${failed === null ? 'border-line' : 'border-loss'}`}>
      <h3 className="flex items-center gap-2 text-16 font-semibold">
        {verification.isPending && <Spinner size={18} />}
        {data && (
          <span aria-hidden className={failed === null ? 'text-gain' : 'text-loss'}>
            {failed === null ? '✔' : '✘'}
          </span>
        )}
        {verification.isPending && t('verify.running')}
        {verification.isError && t('verify.unread')}
        {data && (failed === null ? t('verify.ok') : step('result.failed', { step: step(`step.${failed}`) }))}
      </h3>
      {failed === null && data?.some(({ verdict }) => verdict === 'unread') && <p className="mt-1 text-13 text-brass-ink">{step('result.unread')}</p>}
      {isLocal && <p className="mt-1 text-13 text-brass-ink">{t('verify.local')}</p>}
      {failed !== null && <NextSteps period={round.period} />}
      {data && <CheckList checks={data} />}
    </section>
  )
}
