import { useText } from '@kit/i18n/text'
import { toneOf, type Tone, type WithdrawalStatus } from './decideRecord'

const tones: Record<Tone, string> = {
  gain: 'border-gain text-gain',
  brass: 'border-[var(--brass)] text-brass-ink',
  muted: 'border-edge text-muted',
  loss: 'border-loss text-loss',
}

/** A withdrawal's status. */
export function StatusChip({ status }: { status: WithdrawalStatus }) {
  const t = useText('withdrawal-record')
  return <span className={`inline-flex max-w-full items-center rounded-chip border px-2 py-0.5 text-13 leading-snug font-medium ${tones[toneOf(status)]}`}>{t(`status.${status}`)}</span>
}
