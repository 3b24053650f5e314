import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useDebits } from './api'

/** What was taken from people, until when each can object, and where the objection stands. */
export function DebitsScreen() {
  const t = useText('console-people')
  const screens = useText('console')
  const { money } = useFigures()
  return (
    <RecordsScreen
      title={screens('screen.debits')}
      list={useDebits()}
      keyOf={({ debitId }) => debitId}
      aboutOf={({ userId }) => userId}
      nameOf={({ userName, amount, currency }) => [userName, money(amount, currency)].filter((part) => part !== '').join(' · ')}
      columns={[
        ['userId', 'person'],
        ['amount', 'amount'],
        ['state', 'word'],
        ['objection', 'word'],
        ['dueAt', 'time'],
      ]}
      facts={[
        ['userId', 'person'],
        ['amount', 'amount'],
        ['state', 'word'],
        ['objection', 'word'],
        ['createdAt', 'time'],
        ['dueAt', 'time'],
        ['debitId', 'proposal'],
      ]}
      acts={({ debitId, state }) => (state === 'disputable' ? [act('users/debitBack', { debitId })] : [])}
      empty={t('debits.empty')}
    />
  )
}
