import { useText } from '@kit/i18n/text'
import { ChoiceRow } from '@kit/ui/ChoiceRow'
import type { MachineStatus } from '../contract'
import { statuses } from './decideMachine'

interface StatusFilterProps {
  value: MachineStatus | null
  onChange: (value: MachineStatus | null) => void
}

/** All machines, or those of one status. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const t = useText('machine-mine')
  const choices = [{ value: null, label: t('filter.all') }, ...statuses.map((status) => ({ value: status, label: t(`status.${status}`) }))]
  return <ChoiceRow label={t('filter.label')} choices={choices} value={value} onChange={onChange} />
}
