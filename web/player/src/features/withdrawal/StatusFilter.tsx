import { useText } from '@kit/i18n/text'
import { ChoiceRow } from '@kit/ui/ChoiceRow'
import { statuses, type WithdrawalStatus } from './decideRecord'

interface StatusFilterProps {
  value: WithdrawalStatus | null
  onChange: (value: WithdrawalStatus | null) => void
}

/** All withdrawals, or those of one status. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const t = useText('withdrawal-record')
  const choices = [{ value: null, label: t('filter.all') }, ...statuses.map((status) => ({ value: status, label: t(`status.${status}`) }))]
  return <ChoiceRow label={t('filter.label')} choices={choices} value={value} onChange={onChange} />
}
