import type { ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import type { Check } from '@kit/game/verify'
import { Spinner } from '@kit/ui/Spinner'
import { VerdictMark } from '@kit/ui/VerdictMark'
import { useSession } from '@core/session/store'
import { failureOf, hasOwnBeacon, standingOf, outcomeOf, type Lack } from '@core/rounds/decideRounds'

interface VerifiedLineProps {
  /** Undefined while it is being recomputed. */
  checks: readonly Check[] | undefined
  /** What there is instead of a round that can be recomputed. */
  lack: Lack | null
  /** The code for it did not come. */
  isFailed: boolean
  onOpen: () => void
}

/** Whether the round stood up to being recomputed on this device; a press shows how. */
export function VerifiedLine({ checks, lack, isFailed, onOpen }: VerifiedLineProps) {
  const t = useText('game')
  const step = useText('game-verify')
  const isLocal = useSession(({ app }) => app !== null && hasOwnBeacon(app))
  const failed = checks ? failureOf(checks) : null
  const standing = lack ? 'failed' : checks && standingOf(outcomeOf(checks))
  const isRunning = standing === undefined && !isFailed
  return (
    <>
      <button type="button" onClick={onOpen} className="press flex min-h-11 items-center gap-2 text-left text-15">
        {isRunning && <Spinner size={18} />}
        {isRunning && <Words>{t('verify.running')}</Words>}
        {isFailed && <Words>{t('verify.notNow')}</Words>}
        {standing && (
          <>
            <VerdictMark standing={standing} />
            {standing === 'failed' ? (
              <Words tone="text-loss">{lack ? t(`lack.${lack}`) : failed && step('result.failed', { step: step(`step.${failed}`) })}</Words>
            ) : (
              <Words>{t(`verify.${standing}`)}</Words>
            )}
          </>
        )}
      </button>
      {isLocal && <p className="text-13 text-brass-ink">{t('verify.local')}</p>}
    </>
  )
}

/** Only the words are underlined, and not the mark before them. */
function Words({ tone = '', children }: { tone?: string; children: ReactNode }) {
  return <span className={`underline decoration-line underline-offset-4 ${tone}`}>{children}</span>
}
