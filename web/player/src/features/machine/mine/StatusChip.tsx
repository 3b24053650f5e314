import { useText } from '@kit/i18n/text'
import type { MachineStatus } from '../contract'
import { toneOf, type Phase, type Tone } from './decideMachine'

const tones: Record<Tone, string> = {
  gain: 'border-gain text-gain',
  brass: 'border-[var(--brass)] text-brass-ink',
  muted: 'border-edge text-muted',
  loss: 'border-loss text-loss',
}

/** A machine's status and, where there are several, its phase. */
export function StatusChip({ status, phase }: { status: MachineStatus; phase: Phase | null }) {
  const t = useText('machine-mine')
  return (
    <span className={`inline-flex max-w-full items-center rounded-chip border px-2 py-0.5 text-13 leading-snug font-medium ${tones[toneOf(status, phase)]}`}>
      {phase ? t('chip', { status: t(`status.${status}`), phase: t(`phase.${phase}`) }) : t(`status.${status}`)}
    </span>
  )
}
