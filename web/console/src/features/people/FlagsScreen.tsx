import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { Part } from '@console/frame/Panel'
import { Person } from '@console/person/Person'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useFlags } from './api'

/** The risk flags that are open. */
export function FlagsScreen() {
  const t = useText('console-people')
  return (
    <RecordsScreen
      title={t('flags.title')}
      list={useFlags()}
      keyOf={({ flagId }) => flagId}
      aboutOf={({ userId, address }) => (userId === '' ? address : userId)}
      nameOf={({ userId, userName, address }) => userName || userId || address}
      columns={[
        ['reason', 'text'],
        ['userId', 'person'],
        ['accountCount', 'figure'],
        ['openedAt', 'time'],
        ['endsAt', 'time'],
      ]}
      facts={({ userId }) => [
        ['reason', 'text'],
        ['userId', 'person'],
        // What an address has funded.
        ...(userId === ''
          ? ([
              ['address', 'code'],
              ['accountCount', 'figure'],
            ] as const)
          : []),
        ['openedAt', 'time'],
        ['openedByName', 'text'],
        ['openedBy', 'code'],
        ['endsAt', 'time'],
      ]}
      more={({ accounts }) =>
        accounts.length > 0 && (
          <Part title={t('flags.accounts')}>
            {accounts.map(({ userId, userName }) => (
              <p key={userId} className="py-1 text-15">
                <Person userId={userId} name={userName} />
              </p>
            ))}
          </Part>
        )
      }
      acts={({ userId, address, endsAt }) => {
        const about = userId === '' ? { address } : { userId }
        // The program's own ends by the clock; whoever sets it again takes it over.
        return [...(endsAt === null ? [] : [act('users/flag', about, { only: [] })]), act('users/liftFlag', about, { only: [] })]
      }}
      fresh={[act('users/flag', {})]}
      empty={t('flags.empty')}
    />
  )
}
