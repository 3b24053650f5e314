import { useText } from '@kit/i18n/text'
import type { Check, Verdict } from '@kit/game/verify'

const marks: Record<Verdict, string> = { ok: '✔', failed: '✘', unread: '?', open: '–' }
const tones: Record<Verdict, string> = { ok: 'text-gain', failed: 'text-loss', unread: 'text-brass-ink', open: 'text-muted' }

/** What was recomputed, step by step, each with what came of it. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const t = useText('game-verify')
  return (
    <ol className="divide-y divide-line">
      {checks.map(({ step, verdict }) => (
        <li key={step} className="flex gap-3 py-2.5 text-15">
          <b role="img" aria-label={t(`verdict.${verdict}`)} className={`w-5 shrink-0 text-center ${tones[verdict]}`}>
            {marks[verdict]}
          </b>
          <span className="min-w-0">
            <span className={`block ${verdict === 'failed' ? 'text-loss' : ''}`}>{t(`step.${step}`)}</span>
            <span className="block text-13 text-muted">{t(`about.${step}`)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
