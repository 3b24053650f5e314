import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '../frame/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { useAnswer } from '../api/useAnswer'
import { Fact, Part } from '../frame/Panel'
import { useWords } from '../words/useWords'
import { Person } from './Person'

interface PersonFactsProps {
  userId: string
  /** What the person is in this matter; otherwise "this person". */
  title?: string
}

/** So often what may be decided on is asked for anew. */
const everyMs = 20_000

/** Who somebody is: since when, invited by whom, and what the accounts hold. For whoever may make `users/overview`. */
export function PersonFacts({ userId, title }: PersonFactsProps) {
  const t = useText('console-people')
  const { account: named } = useWords()
  const person = useAnswer('users/overview', { userId }, { everyMs })
  return (
    <Part title={title ?? t('person.title')}>
      <Answer of={person} waiting={<Skeleton height="80px" />}>
        {(data) => (
          <>
            <Fact name={t('person.who')}>
              <Person userId={data.userId} name={data.userName} />
            </Fact>
            <Fact name={t('person.since')}>
              <Time at={data.createdAt} plain />
            </Fact>
            <Fact name={t('person.inviter')}>{data.invitedBy === '' ? '–' : <Person userId={data.invitedBy} name={data.invitedByName} />}</Fact>
            {data.balances.map(({ account, currency, balance }) => (
              <Fact key={`${account} ${currency}`} name={named(account)}>
                <Amount value={balance} currency={currency} />
              </Fact>
            ))}
            {data.suspended !== '' && <p className="text-15 text-loss">{t('person.suspended')}</p>}
          </>
        )}
      </Answer>
    </Part>
  )
}
