import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useFlags } from './api'
import { PersonLink } from './PersonLink'

/** The risk flags that are open. */
export function FlagsScreen() {
  const t = useText('console-people')
  return (
    <RecordsScreen
      title={t('flags.title')}
      list={useFlags()}
      keyOf={({ flagId }) => flagId}
      aboutOf={({ userId, address }) => (userId === '' ? address : userId)}
      nameOf={({ userId, address }) => (userId === '' ? address : userId)}
      columns={[
        ['reason', 'text'],
        ['userId', 'code'],
        ['accountCount', 'figure'],
        ['openedAt', 'time'],
        ['endsAt', 'time'],
      ]}
      facts={[
        ['reason', 'text'],
        ['userId', 'person'],
        ['address', 'code'],
        ['accountCount', 'figure'],
        ['openedAt', 'time'],
        ['openedByName', 'text'],
        ['openedBy', 'code'],
        ['endsAt', 'time'],
      ]}
      more={({ accounts }) => accounts.map((userId) => <PersonLink key={userId} userId={userId} />)}
      acts={({ userId, address }) => [act('users/liftFlag', userId === '' ? { address } : { userId }, { only: [] })]}
      fresh={[act('users/flag', {})]}
      empty={t('flags.empty')}
    />
  )
}
