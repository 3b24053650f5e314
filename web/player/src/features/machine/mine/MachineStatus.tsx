import { useText } from '@kit/i18n/text'
import { StatusChip } from '@kit/ui/StatusChip'
import type { MachineStatus as Status } from '../contract'
import { toneOf, type Phase } from './decideMachine'

/** A machine's status and, where there are several, its phase. */
export function MachineStatus({ status, phase }: { status: Status; phase: Phase | null }) {
  const t = useText('machine-mine')
  return (
    <StatusChip tone={toneOf(status, phase)}>
      {phase ? t('chip', { status: t(`status.${status}`), phase: t(`phase.${phase}`) }) : t(`status.${status}`)}
    </StatusChip>
  )
}
