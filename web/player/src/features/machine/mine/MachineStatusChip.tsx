import { hasText, useText } from '@kit/i18n/text'
import { StatusChip } from '@kit/ui/StatusChip'
import type { MachineStatus } from '../contract'
import { toneOf, type MachinePhase } from './decideMachine'

/** A machine's status and, where there are several, its phase. */
export function MachineStatusChip({ status, phase }: { status: MachineStatus; phase: MachinePhase | null }) {
  const t = useText('machine')
  return (
    <StatusChip tone={toneOf(status, phase)}>
      {phase && hasText('machine', `mine.phase.${phase}`)
        ? t('mine.chip', { status: t(`mine.status.${status}`), phase: t(`mine.phase.${phase}`) })
        : t(`mine.status.${status}`)}
    </StatusChip>
  )
}
