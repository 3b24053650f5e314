import { useText } from '@kit/i18n/text'
import type { Check } from '@kit/game/verify'
import { VerdictMark } from '@kit/ui/VerdictMark'

/** What was recomputed, step by step, each with what came of it. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
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
