import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useSuspended } from './api'
import { decideSuspension } from './decideSuspension'

/** Whose accounts are suspended. */
export function SuspendedScreen() {
  const t = useText('console-people')
  const screens = useText('console')
  return (
    <RecordsScreen
      title={screens('screen.suspended')}
      list={useSuspended()}
      keyOf={({ userId }) => userId}
      nameOf={({ userName }) => userName}
      columns={[
        ['userName', 'code'],
        ['reason', 'text'],
        ['until', 'time'],
      ]}
      facts={[
        ['userId', 'person'],
        ['reason', 'text'],
        ['until', 'time'],
      ]}
      acts={({ userId }) => decideSuspension(userId, true)}
      fresh={[act('users/suspend', {})]}
      empty={t('suspended.empty')}
    />
  )
}
