import { useText } from '@kit/i18n/text'
import { Spinner } from '@kit/ui/Spinner'
import { VerdictMark } from '@kit/ui/VerdictMark'
import { useSession } from '@core/session/store'
import { useVerification } from '@core/rounds/api'
import type { RoundAnswer } from '@core/rounds/contract'
import { failureOf, hasOwnBeacon, isOver, standingOf, outcomeOf, type Lack } from '@core/rounds/decideRounds'
import type { EntryReceipt } from '@core/rounds/receipts'
import { NumberedRules } from '@kit/ui/NumberedRules'
import { SupportLink } from '@core/frame/SupportLink'
import type { Check } from '@kit/game/verify'
import { VerifierLinks } from './VerifierLinks'

/** The round of a period recomputed on this device, against what the player holds of it. */
export function Verification({ period, round, receipt }: { period: string; round: RoundAnswer; receipt: EntryReceipt | undefined }) {
  const t = useText('game')
  const step = useText('game-verify')
  const isLocal = useSession(({ app }) => app !== null && hasOwnBeacon(app))
  const verification = useVerification(round, period, receipt)
  // Nobody took part, says the platform; whoever holds a receipt knows better.
  if (!isOver(round) || (round.entries.length === 0 && receipt === undefined)) return null
  const { data } = verification
  const failed = data ? failureOf(data) : null
  const outcome = data && outcomeOf(data)
  const standing = outcome && standingOf(outcome)
  const isSeenLate = failed === null && round.state === 'drawn' && receipt !== undefined && receipt.root === undefined
  return (
    <section aria-label={t('verify.title')} className={`rounded-card border px-4 py-3 ${failed === null ? 'border-line' : 'border-loss'}`}>
      <h3 className="flex items-center gap-2 text-16 font-semibold">
        {verification.isPending && <Spinner size={18} />}
        {standing && <VerdictMark standing={standing} />}
        {verification.isPending && t('verify.running')}
        {verification.isError && t('verify.notNow')}
        {standing && (failed === null ? t(`verify.${standing}`) : step('result.failed', { step: step(`step.${failed}`) }))}
      </h3>
      {outcome === 'unread' && <p className="mt-1 text-13 text-brass-ink">{step('result.unread')}</p>}
      {isSeenLate && <p className="mt-1 text-13 text-brass-ink">{t('verify.seenLate')}</p>}
      {isLocal && <p className="mt-1 text-13 text-brass-ink">{t('verify.local')}</p>}
      {failed !== null && <NextSteps period={period} lack={null} />}
      {data && <CheckList checks={data} />}
    </section>
  )
}

/** A round of which the player holds a receipt, and which cannot be recomputed. */
export function Lacking({ period, lack }: { period: string; lack: Lack }) {
  const t = useText('game')
  return (
    <section aria-label={t('verify.title')} className="rounded-card border border-loss px-4 py-3">
      <h3 className="flex items-center gap-2 text-16 font-semibold">
        <VerdictMark standing="failed" />
        {t(`lack.${lack}`)}
      </h3>
      <NextSteps period={period} lack={lack} />
    </section>
  )
}

/** For somebody whose round did not stand up to being recomputed: take the evidence, have it judged elsewhere, tell people. */
function NextSteps({ period, lack }: { period: string; lack: Lack | null }) {
  const t = useText('game')
  const verify = useText('game-verify')
  return (
    <section aria-label={t('next.title')} className="flex flex-col gap-2 py-3">
      <h4 className="text-15 font-semibold">{t('next.title')}</h4>
      <NumberedRules rules={[t('next.export'), ...(lack ? [verify('next', { period })] : [t('next.offline'), t('next.support', { period })])]} />
      {lack === null && <VerifierLinks />}
      <SupportLink />
    </section>
  )
}

/** What was recomputed, step by step, each with what came of it. */
function CheckList({ checks }: { checks: readonly Check[] }) {
  const t = useText('game-verify')
  return (
    <ol className="divide-y divide-line">
      {checks.map(({ step, verdict }) => (
        <li key={step} className="flex gap-3 py-2.5 text-15">
          <span className="w-5 shrink-0 text-center">
            <VerdictMark standing={verdict} label={t(`verdict.${verdict}`)} />
          </span>
          <span className="min-w-0">
            <span className={`block ${verdict === 'failed' ? 'text-loss' : ''}`}>{t(`step.${step}`)}</span>
            <span className="block text-13 text-muted">{t(`about.${step}`)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
